"""The agents that ship with the package, by the name "trained"; see ``agents/README.md``."""

import functools
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from hofspiele.envs.agents import Agent, Views
from hofspiele.envs.core import Game
from hofspiele.training.players.agent_file import AgentFile, fingerprint, load_agent, read_agent

FOLDER = Path(__file__).parents[1] / "agents"


class ShippedAgent(Agent):
    """Plays each game with the agent that ships for it."""

    name = "trained"
    reads_states = True

    def check(self, game: Game) -> None:
        shipped_agent(game)

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        return shipped_agent(views.game).act(views, rng)


@functools.cache
def shipped_file(game: Game) -> Path:
    """The agent file that ships for `game`.

    Of those that were trained for it, the one with the most options in common; the number of
    players does not count.

    Raises:
        ValueError: there is none.
    """
    contents = {file: read_agent(file) for file in sorted(FOLDER.glob("*.pt"))}
    fitting = [
        file
        for file, content in contents.items()
        if (content.game, content.fingerprint) == (game.name, fingerprint(game))
        and (content.tables is None or game.options in content.tables)
    ]
    if not fitting:
        raise ValueError(
            f"no trained agent ships for {game!r}; there are some for: "
            f"{', '.join(_trained_for(contents.values())) or 'no game yet'}; train one: "
            f"python -m training.train game={game.name}"
        )
    return max(fitting, key=lambda file: _common_options(contents[file], game))


@functools.cache
def shipped_agent(game: Game, deterministic: bool = False) -> Agent:
    """The agent that ships for `game`; ValueError as in `shipped_file`."""
    agent = load_agent(shipped_file(game), game, deterministic)
    agent.name = ShippedAgent.name
    return agent


def _trained_for(contents: Iterable[AgentFile]) -> list[str]:
    """The games of all files, in words."""
    return sorted(
        f"{content.game} ({', '.join(f'{name}={value}' for name, value in options.items())})"
        for content in contents
        for options in content.tables or [content.options]
    )


def _common_options(content: AgentFile, game: Game) -> int:
    return sum(
        value == content.options.get(name)
        for name, value in game.options.items()
        if name != "num_players"
    )
