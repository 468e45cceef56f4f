"""The base of all games: `Game`, kernels, `Table` and game records.

Names are imported on first access, so that games can be listed without importing Numba.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hofspiele.envs.core.compile.kernels import kernel as kernel
    from hofspiele.envs.core.game import Game as Game
    from hofspiele.envs.core.game import IllegalActionError as IllegalActionError
    from hofspiele.envs.core.layout import Layout as Layout
    from hofspiele.envs.core.layout import Piece as Piece
    from hofspiele.envs.core.table import Table as Table
    from hofspiele.envs.core.text.records import GameRecord as GameRecord
    from hofspiele.envs.core.text.records import read_records as read_records
    from hofspiele.envs.core.text.records import write_records as write_records

_MODULES = {
    "Game": "game",
    "GameRecord": "text.records",
    "IllegalActionError": "game",
    "Layout": "layout",
    "Piece": "layout",
    "Table": "table",
    "kernel": "compile.kernels",
    "read_records": "text.records",
    "write_records": "text.records",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = importlib.import_module(f"{__name__}.{_MODULES[name]}")
    globals()[name] = getattr(module, name)
    return globals()[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
