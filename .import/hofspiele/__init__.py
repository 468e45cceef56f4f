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
    from hofspiele.envs.agents.match_result import MatchResult as MatchResult
    from hofspiele.envs.agents.named import make_agent as make_agent
    from hofspiele.envs.agents.named import register_agent as register_agent
    from hofspiele.envs.core.game import Game as Game
    from hofspiele.envs.core.table import Table as Table
    from hofspiele.envs.testing.check import check_game as check_game
    from hofspiele.training.measuring.evaluation import evaluate as evaluate
    from hofspiele.training.measuring.scorecard import scorecard as scorecard
    from hofspiele.training.measuring.tournament import tournament as tournament
    from hofspiele.training.offline.dataset import dataset as dataset
    from hofspiele.training.offline.folder import load_dataset as load_dataset
    from hofspiele.training.players.loading import load_agent as load_agent
    from hofspiele.training.players.onnx_export import export as export
    from hofspiele.training.rllib.run import RLlibRun as RLlibRun
    from hofspiele.training.runs.best_response import exploit as exploit
    from hofspiele.training.runs.comparison import compare as compare
    from hofspiele.training.runs.start_or_resume import train as train
    from hofspiele.training.settings.measuring import Compare as Compare
    from hofspiele.training.settings.measuring import Dataset as Dataset
    from hofspiele.training.settings.measuring import Evaluate as Evaluate
    from hofspiele.training.settings.measuring import Scorecard as Scorecard
    from hofspiele.training.settings.measuring import Tournament as Tournament
    from hofspiele.training.settings.own_networks import register_network as register_network
    from hofspiele.training.settings.train import Network as Network
    from hofspiele.training.settings.train import Train as Train
    from hofspiele.training.settings.variants import Exploit as Exploit
    from hofspiele.training.settings.variants import RLlib as RLlib
    from hofspiele.training.settings.variants import Tune as Tune
    from hofspiele.training.tuning.trials import tune as tune

# The module of each name that is imported when it is used.
_MODULES = {
    "Agent": "envs.agents.agent",
    "Compare": "training.settings.measuring",
    "Dataset": "training.settings.measuring",
    "Evaluate": "training.settings.measuring",
    "Exploit": "training.settings.variants",
    "Game": "envs.core.game",
    "MatchResult": "envs.agents.match_result",
    "Network": "training.settings.train",
    "RLlib": "training.settings.variants",
    "RLlibRun": "training.rllib.run",
    "Scorecard": "training.settings.measuring",
    "Table": "envs.core.table",
    "Tournament": "training.settings.measuring",
    "Train": "training.settings.train",
    "Tune": "training.settings.variants",
    "check_game": "envs.testing.check",
    "compare": "training.runs.comparison",
    "dataset": "training.offline.dataset",
    "evaluate": "training.measuring.evaluation",
    "exploit": "training.runs.best_response",
    "export": "training.players.onnx_export",
    "load_agent": "training.players.loading",
    "load_dataset": "training.offline.folder",
    "make_agent": "envs.agents.named",
    "play_match": "envs.agents.match",
    "register_agent": "envs.agents.named",
    "register_network": "training.settings.own_networks",
    "scorecard": "training.measuring.scorecard",
    "tournament": "training.measuring.tournament",
    "train": "training.runs.start_or_resume",
    "tune": "training.tuning.trials",
}
__all__ = ["GameName", "__version__", "game_names", "make", "register", *_MODULES]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
