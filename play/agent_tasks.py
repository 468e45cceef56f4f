"""Functions that worker processes run for tables, to prepare agents and let them decide.

The functions receive only what a seat may know, as a redealt position. They return values that can
be written as JSON. `coach_tasks` has the functions for the coach.
"""

import functools
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hofspiele.envs.agents import Agent, GreedyAgent, SearchAgent, Views, infer, make_agent
from hofspiele.envs.core import Game
from hofspiele.envs.pictures.presentation import presentation_of
from hofspiele.play.games import make_game
from hofspiele.training.players.file_agent import FileAgent

# Seconds within which an agent or a game must be loaded and compiled before its first use.
PREPARE_SECONDS = 300


class AgentSpec(NamedTuple):
    """The specification of an agent and its game, from which a worker process makes both.

    Attributes:
        game: the class of the game, "package.module:Class".
        options: all options of the game.
        agent: the name of the agent.
        file: the file of a trained agent; None for agents that are found by name.
        from_user: whether the server's owner has named the agent, so that it may be imported.
        trust: whether the file may run its own code.
        networks: the owner's networks that the file may name.
    """

    game: str
    options: Mapping[str, Any]
    agent: str
    file: Path | None = None
    from_user: bool = False
    trust: bool = False
    networks: tuple[str, ...] = ()

    def make(self) -> tuple[Game, Agent]:
        """Return the game and the agent; raise ValueError if the agent is unknown or can't play."""
        game = make_game(self.game, self.options)
        changed = self.file.stat().st_mtime_ns if self.file and self.file.exists() else 0
        agent = _made(self[2:], changed)
        agent.check(game)
        return game, agent


# Making an agent can take a long time, so each process makes it once.
@functools.lru_cache(maxsize=64)
def _made(of_agent: tuple[Any, ...], changed: int) -> Agent:
    """Return an agent from the fields after the game and options of an `AgentSpec`.

    The time when the file was `changed` is part of the cache key.
    """
    agent, file, from_user, trust, networks = of_agent
    if file is None:
        return make_agent(agent, from_user=from_user)
    return FileAgent(str(file), trust=trust, networks=networks)


def decide(spec: AgentSpec, position: bytes) -> int:
    """Return the agent's action for the deciding seat of a redealt position."""
    game, agent = spec.make()
    return int(agent.act(_views(game, agent, position), np.random.default_rng())[0])


def prepare(spec: AgentSpec) -> None:
    """Compile what the agent needs; raise ValueError if it can't play the game."""
    game, agent = spec.make()
    if isinstance(agent, SearchAgent):
        agent = SearchAgent(1)  # One simulation runs the same code in less time.
    agent.act(_views(game, agent, game.new(0).tobytes()), np.random.default_rng())


@functools.cache
def warm_up(game: Game) -> None:
    """Compile what a table needs for its game, so that players do not wait for it later."""
    state, agent = game.new(0), GreedyAgent()
    views = _views(game, agent, game.redeal(state, 0, 0).tobytes())
    game.apply(state, int(agent.act(views, np.random.default_rng())[0]))
    presentation_of(game).picture(state, 0)
    infer(game, state, 0)


def load(game: str, options: Mapping[str, Any]) -> None:
    """Compile, or load from the cache, what tables of a game and their usual agents need."""
    warm_up(make_game(game, options))
    for agent in ("search-1", "trained"):
        with suppress(ValueError):  # A game may have no trained agent.
            prepare(AgentSpec(game, options, agent))


def states_in(game: Game, position: bytes) -> np.ndarray:
    """Return a position as an array of one record."""
    return np.frombuffer(position, game.state_dtype).copy()


def _views(game: Game, agent: Agent, position: bytes) -> Views:
    states, rng = states_in(game, position), np.random.default_rng()
    return Views.from_states(game, states, rng, with_states=agent.reads_states)
