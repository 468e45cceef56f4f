"""The parts that all games share and that name no game: contract, kernels, Table, records.

Names are imported on first access, so that games can be listed without Numba.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hofspiele.envs.core.entities import Entities
    from hofspiele.envs.core.game import Game, IllegalActionError
    from hofspiele.envs.core.kernels import kernel
    from hofspiele.envs.core.layout import Layout, Piece
    from hofspiele.envs.core.random_play import play_random
    from hofspiele.envs.core.records import GameRecord, RecordError, read_records, write_records
    from hofspiele.envs.core.table import Table

__all__ = [
    "Entities",
    "Game",
    "GameRecord",
    "IllegalActionError",
    "Layout",
    "Piece",
    "RecordError",
    "Table",
    "kernel",
    "play_random",
    "read_records",
    "write_records",
]

_MODULES = {
    "Entities": "entities",
    "Game": "game",
    "GameRecord": "records",
    "IllegalActionError": "game",
    "Layout": "layout",
    "Piece": "layout",
    "RecordError": "records",
    "Table": "table",
    "kernel": "kernels",
    "play_random": "random_play",
    "read_records": "records",
    "write_records": "records",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = importlib.import_module(f"{__name__}.{_MODULES[name]}")
    globals()[name] = getattr(module, name)
    return globals()[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
