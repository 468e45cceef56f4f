"""Hofspiele: multi-agent reinforcement-learning environments for designer games.

Importing this package registers the games and their Gymnasium environments. Everything else is
imported when it is used. Only the names in `__all__` are public; modules may move.
"""

import importlib
from typing import TYPE_CHECKING, Any

from hofspiele.envs import GameName, __version__, game_names, make, register

if TYPE_CHECKING:
    from hofspiele.envs.agents.agent import Agent as Agent
    from hofspiele.envs.agents.match import play_match as play_match
    from hofspiele.envs.agents.named import make_agent as make_agent
    from hofspiele.envs.core.game import Game as Game
    from hofspiele.envs.core.table import Table as Table
    from hofspiele.training.offline.dataset import dataset as dataset
    from hofspiele.training.offline.folder import load_dataset as load_dataset
    from hofspiele.training.players.loading import load_agent as load_agent
    from hofspiele.training.players.onnx_export import export as export
    from hofspiele.training.runs.best_response import exploit as exploit
    from hofspiele.training.runs.training import train as train
    from hofspiele.training.settings.dataset import Dataset as Dataset
    from hofspiele.training.settings.exploit import Exploit as Exploit
    from hofspiele.training.settings.own_networks import register_network as register_network
    from hofspiele.training.settings.train import Network as Network
    from hofspiele.training.settings.train import Train as Train
    from hofspiele.training.settings.tune import Tune as Tune
    from hofspiele.training.tuning.trials import tune as tune

# The module of each name that is imported when it is used.
_MODULES = {
    "Agent": "envs.agents.agent",
    "Dataset": "training.settings.dataset",
    "Exploit": "training.settings.exploit",
    "Game": "envs.core.game",
    "Network": "training.settings.train",
    "Table": "envs.core.table",
    "Train": "training.settings.train",
    "Tune": "training.settings.tune",
    "dataset": "training.offline.dataset",
    "exploit": "training.runs.best_response",
    "export": "training.players.onnx_export",
    "load_agent": "training.players.loading",
    "load_dataset": "training.offline.folder",
    "make_agent": "envs.agents.named",
    "play_match": "envs.agents.match",
    "register_network": "training.settings.own_networks",
    "train": "training.runs.training",
    "tune": "training.tuning.trials",
}
__all__ = ["GameName", "__version__", "game_names", "make", "register", *_MODULES]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
