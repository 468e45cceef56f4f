"""The interface of all players, and the views that are all they ever get to see."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.checks import int64_array, shown
from hofspiele.envs.core.game import check_game


@dataclass(frozen=True)
class Views:
    """What the deciding seats of M games may know; no view leads back to the game itself.

    Attributes:
        game: the game that is played.
        players: (M,) the seat that decides.
        observations: (M, D) float32.
        action_masks: (M, A) bool.
        states: (M,) records in which everything hidden from the seat, and all chance to come, has
            been dealt anew; None for agents that do not read them.
    """

    game: Game
    players: np.ndarray
    observations: np.ndarray
    action_masks: np.ndarray
    states: np.ndarray | None

    @classmethod
    def from_table(
        cls, table: Table, games: np.ndarray, with_states: bool, rng: np.random.Generator
    ) -> "Views":
        """The views of the deciding seats in `games` (indices) of `table`."""
        game = table.game
        players = table.players[games]
        states = None
        if with_states:
            states = table.states[games]
            seeds = rng.integers(2**64, size=len(games), dtype=np.uint64)
            game.engine.redeal(game.params, states, players, seeds)
        return cls(game, players, table.observations[games], table.action_masks[games], states)


class Agent(ABC):
    """A player of any game: batched, and honest, as it is handed nothing but views."""

    name: str
    # whether it is handed states
    reads_states: bool = False

    def check(self, game: Game) -> None:  # noqa: B027  # most agents play any game
        """Asked before the first game: ValueError if this agent can't play `game`."""

    @abstractmethod
    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        """One legal action for each view: int64, shape (M,). All randomness comes from `rng`."""

    def act_at_tables(
        self, views: Sequence[Views], rngs: Sequence[np.random.Generator]
    ) -> list[np.ndarray]:
        """`act` for the views of several tables, each with a generator of its own."""
        return [self.act(seen, rng) for seen, rng in zip(views, rngs, strict=True)]


def check_agents(name: str, agents: Sequence[Agent], game: Game) -> None:
    """ValueError unless the argument `name` is a list of agents who can play `game`."""
    check_game(game)
    if not isinstance(agents, Sequence):
        raise ValueError(f"{name} is {shown(agents)}, expected a list of agents")
    for number, agent in enumerate(agents):
        if not isinstance(agent, Agent):
            raise ValueError(
                f"{name}[{number}] is {shown(agent)}, expected an Agent, as `make_agent` makes them"
            )
        agent.check(game)


class Decisions(NamedTuple):
    """What is to be decided at a table.

    Attributes:
        table: where.
        games: (M,) int64, the games in which somebody is to decide.
        holders: (M,) int64, the index of the agent that does.
        rng: of all randomness.
    """

    table: Table
    games: np.ndarray
    holders: np.ndarray
    rng: np.random.Generator


def choose_actions(
    table: Table,
    games: np.ndarray,
    agents: Sequence[Agent],
    holders: np.ndarray,
    rng: np.random.Generator,
) -> np.ndarray:
    """Actions for `games`, where ``agents[holders[j]]`` decides in ``games[j]``.

    Each agent is asked once, for all its games together.
    """
    (actions,) = choose_at_tables([Decisions(table, games, holders, rng)], agents)
    return actions


def choose_at_tables(decisions: Sequence[Decisions], agents: Sequence[Agent]) -> list[np.ndarray]:
    """Actions for decisions at several tables, each with (M,) int64 of its own.

    Each agent is asked once, for its games at all tables.

    Raises:
        ValueError: an agent has not answered with one integer for each of its games.
    """
    actions = [np.zeros(len(at.games), np.int64) for at in decisions]
    for holder in np.unique(np.concatenate([at.holders for at in decisions])):
        agent = agents[holder]
        own = [np.flatnonzero(at.holders == holder) for at in decisions]
        asked = [k for k, rows in enumerate(own) if len(rows)]
        rngs = [decisions[k].rng for k in asked]
        views = [
            Views.from_table(
                decisions[k].table, decisions[k].games[own[k]], agent.reads_states, rng
            )
            for k, rng in zip(asked, rngs, strict=True)
        ]
        for k, chosen in zip(asked, agent.act_at_tables(views, rngs), strict=True):
            chosen = int64_array(f"actions of agent {agent.name!r}", chosen)
            if chosen.shape != own[k].shape:
                raise ValueError(
                    f"actions of agent {agent.name!r} have shape {chosen.shape}, "
                    f"expected {own[k].shape}"
                )
            actions[k][own[k]] = chosen
    return actions
