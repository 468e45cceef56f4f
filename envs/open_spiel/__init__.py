"""Our games in OpenSpiel, registered as ``hofspiele_<name>`` on import; see README.md.

OpenSpiel itself is imported as `pyspiel` and `open_spiel`; this folder does not shadow them.
"""

from hofspiele.envs.core.text.installed import install_command

try:
    import pyspiel  # noqa: F401
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"{error}; install the openspiel extra: {install_command('openspiel')}", name=error.name
    ) from error

from hofspiele.envs.core.registry import known_specs
from hofspiele.envs.open_spiel.agent import SpielBotAgent
from hofspiele.envs.open_spiel.game import register, spiel_game

__all__ = ["SpielBotAgent", "register", "spiel_game"]

for _spec in known_specs():
    register(_spec)
