"""What agents do in processes of their own. They are handed what a seat may know, and no more."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hofspiele.envs.agents import Agent, SearchAgent, Views, make_agent
from hofspiele.envs.core import Game
from hofspiele.play.games import game_of


class Thinker(NamedTuple):
    """An agent that plays a game.

    Attributes:
        game: name of the game.
        options: all of its options.
        agent: name of the agent.
        file: of a trained agent; None for those that are found by their names.
    """

    game: str
    options: Mapping[str, Any]
    agent: str
    file: Path | None

    def find(self) -> tuple[Game, Agent]:
        """Game and agent; ValueError if there is no such agent, or it can't play the game."""
        game = game_of(self.game, self.options)
        if self.file is None:
            agent = make_agent(self.agent)
            agent.check(game)
            return game, agent
        try:
            from hofspiele.training.players.agent_file import load_agent
        except ModuleNotFoundError as error:
            raise ValueError(
                f"agent {self.agent!r} needs {error.name}, which is not installed; install the "
                "train extra: pip install 'hofspiele[train]'"
            ) from error
        return game, load_agent(self.file, game)


def decide(thinker: Thinker, position: bytes) -> int:
    """The action that the agent takes for the seat that decides in a redealt position."""
    game, agent = thinker.find()
    return int(agent.act(_views(game, position), np.random.default_rng())[0])


def prepare(thinker: Thinker) -> None:
    """Compile what the agent needs; ValueError if it can't play the game."""
    game, agent = thinker.find()
    if isinstance(agent, SearchAgent):
        agent = SearchAgent(1)  # the same code, and quick
    state = game.redeal(game.new(0), 0, 0)
    action = int(agent.act(_views(game, state.tobytes()), np.random.default_rng())[0])
    game.apply(state, action)
    game.picture(state, 0)


def _views(game: Game, position: bytes) -> Views:
    states = np.frombuffer(position, game.state_dtype).copy()
    player = int(states[0]["player"])
    return Views(
        game,
        np.array([player]),
        game.observe(states[0], player)[None],
        game.legal_mask(states[0])[None],
        states,
    )
