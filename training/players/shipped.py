"""The agents bundled with the package, named "trained"; see ``agents/README.md``."""

import functools
from pathlib import Path
from typing import Any

from hofspiele.envs.agents import Agent
from hofspiele.envs.core import Game
from hofspiele.envs.core.registry import loadable_name
from hofspiele.training.files.versions import fingerprint
from hofspiele.training.players.agent_file import SUFFIX, AgentFile
from hofspiele.training.players.file_agent import StoredAgent
from hofspiele.training.players.loading import load_agent

FOLDER = Path(__file__).parents[1] / "agents"


class ShippedAgent(StoredAgent):
    """The agent that plays each game with the bundled agent for that game."""

    def __init__(self) -> None:
        super().__init__("trained")

    def file(self, game: Game) -> Path:
        return shipped_file(game)

    def load(self, game: Game, *, deterministic: bool) -> Agent:
        return shipped_agent(game, deterministic=deterministic)


@functools.cache
def shipped_file(game: Game) -> Path:
    """Return the bundled agent file for `game`; raise ValueError if none was trained for it."""
    setups: list[dict[str, Any]] = []
    for file in sorted(FOLDER.glob(f"*{SUFFIX}")):
        content = AgentFile.read(file)
        if (content.game, content.fingerprint) == (game.name, fingerprint(game)):
            if game.options in content.setups:
                return file
            setups += content.setups
    values = {name: {str(setup[name]): 0 for setup in setups} for name in game.options if setups}
    found = ", ".join(f"{name}={' or '.join(them)}" for name, them in values.items())
    raise ValueError(
        f"no bundled agent was trained for {game!r}; "
        + (f"the bundled agent plays {found}; " if found else "")
        + f"train your own: hofspiele train game={loadable_name(game.name)}"
    )


@functools.cache
def shipped_agent(game: Game, *, deterministic: bool = False) -> Agent:
    """Return the bundled agent for `game`; see `shipped_file` and `load_agent`."""
    agent = load_agent(shipped_file(game), game, deterministic=deterministic)
    agent.name = "trained"
    return agent
