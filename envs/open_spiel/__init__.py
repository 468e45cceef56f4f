"""Our games in OpenSpiel: importing this module registers each as ``hofspiele_<name>`` (README.md).

OpenSpiel itself is imported as `pyspiel` and `open_spiel`; this folder does not shadow them.
"""

try:
    import pyspiel  # noqa: F401
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"{error}; OpenSpiel is an extra, call: pip install 'hofspiele[openspiel]'", name=error.name
    ) from error

from hofspiele.envs.core.registry import game_names, spec_of
from hofspiele.envs.open_spiel.agent import SpielBotAgent
from hofspiele.envs.open_spiel.registration import register, spiel_game

__all__ = ["SpielBotAgent", "register", "spiel_game"]

for _name in game_names():
    register(spec_of(_name))
