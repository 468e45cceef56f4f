"""The interface of all agents, and the views of games that agents see."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from hofspiele.envs.agents.thoughts import Thoughts, certain_policy
from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.checks import int64_array, shown
from hofspiele.envs.core.engine import first_illegal
from hofspiele.envs.core.game import check_game
from hofspiele.envs.core.rng import as_seed
from hofspiele.envs.core.text.words import counted
from hofspiele.envs.core.threads import share_rows


class AgentError(ValueError):
    """An error of an agent: an exception in a user's code, or actions that are not legal."""


@dataclass(frozen=True)
class Views:
    """Views of M games, which contain only information that the deciding seats may have."""

    game: Game  #: the game that is played
    players: np.ndarray  #: (M,) int64, the deciding seats
    observations: np.ndarray  #: (M, D) float32
    action_masks: np.ndarray  #: (M, A) bool
    #: (M,) records, redealt so that everything that the seat cannot know, and all future chance, is
    #: a random draw. None for agents that do not read states.
    states: np.ndarray | None

    @classmethod
    def from_table(
        cls, table: Table, games: np.ndarray, rng: np.random.Generator, *, with_states: bool
    ) -> "Views":
        """Return the deciding seats' views of the games of `table` at the indices `games`, (M,)."""
        game, arrays, number = table.game, table.arrays, len(games)
        observations = np.empty((number, game.layout.size), np.float32)
        masks = np.empty((number, game.num_actions), np.bool_)
        states = np.empty(number, game.state_dtype) if with_states else None

        def see(rows: slice) -> None:
            copy(arrays.observations, observations, rows)
            copy(arrays.action_masks, masks, rows)
            if states is not None:
                copy(arrays.states, states, rows)
                game.engine.redeal(game.params, states[rows], players[rows], seeds[rows])

        def copy(array: np.ndarray, copied: np.ndarray, rows: slice) -> None:
            # numpy indexes records field by field; `take` copies each at once, 20 times as fast. It
            # is also faster for other arrays with long rows. With the mode "raise", it would copy
            # to a buffer first; no index is out of range, because `games` have indexed `players`.
            array.take(games[rows], axis=0, out=copied[rows], mode="wrap")

        # Kernels could crash on a position that another thread is writing.
        with table.sole_use:
            players = arrays.players[games]
            seeds = rng.integers(2**64, size=number if with_states else 0, dtype=np.uint64)
            share_rows(see, number)
        return cls(game, players, observations, masks, states)

    @classmethod
    def from_states(
        cls, game: Game, states: np.ndarray, rng: np.random.Generator, *, with_states: bool
    ) -> "Views":
        """Return the views of the deciding seats in `states`, (M,) records of ongoing games.

        Raise TypeError if `states` is not an array of positions of `game`, ValueError if a game is
        over.
        """
        game.check_states(states)
        if states["over"].any():
            raise ValueError(
                f"states[{states['over'].argmax()}] is a finished game, expected an ongoing game"
            )
        redealt = states.copy()
        views = cls.from_redealt(game, redealt)
        if not with_states:
            return replace(views, states=None)
        seeds = rng.integers(2**64, size=len(states), dtype=np.uint64)
        game.engine.redeal(game.params, redealt, views.players, seeds)
        return views

    @classmethod
    def from_redealt(cls, game: Game, states: np.ndarray) -> "Views":
        """Return the deciding seats' views of `states`, redealt positions of ongoing games."""
        players = states["player"].astype(np.int64)
        masks = np.zeros((len(states), game.num_actions), np.bool_)
        game.engine.legal(game.params, states, masks)
        observations = game.layout.empty(len(states))
        game.engine.observe(game.params, states, players, game.layout.records(observations))
        return cls(game, players, observations, masks, states)

    def rows(self, rows: slice | np.ndarray) -> "Views":
        """Return the views at `rows`: a slice, indices, or a mask (M,) bool."""
        states = self.states
        if states is not None and isinstance(rows, slice):
            states = states[rows]
        elif states is not None:
            # As in `from_table`, `take` is faster than indexing; it needs indices.
            states = states.take(np.arange(len(states))[rows])
        return replace(
            self,
            players=self.players[rows],
            observations=self.observations[rows],
            action_masks=self.action_masks[rows],
            states=states,
        )


class Agent(ABC):
    """A player of any game. It decides in many games at once and sees only views of them."""

    name: str  #: the name in results and messages; if it is missing, matches set it
    reads_states: bool = False  #: whether the agent's views have states
    thread_safe: bool = False  #: whether several threads may call the agent at the same time
    #: Number of games of a match that are played together. The default is enough to batch calls of
    #: networks and small enough for the processor's cache. Slow agents have a smaller number, so
    #: that a match can be spread over more workers.
    games_at_once: int = 512

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {getattr(self, 'name', '')!r}>"

    def check(self, game: Game) -> None:  # noqa: B027  # Most agents play any game.
        """Raise ValueError if this agent can't play `game`; called before the first game."""

    @abstractmethod
    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        """Return a legal action for each view, (M,) int64; all randomness comes from `rng`."""

    def think(self, views: Views, rng: np.random.Generator) -> Thoughts:
        """Return thoughts on the decision in each view, including actions chosen as by `act`.

        By default, the agent is certain of its actions and has no other thoughts.
        """
        actions = _checked_actions(self, self.act(views, rng), views)
        return Thoughts(actions, certain_policy(actions, views.action_masks.shape[1]))

    def act_at_tables(
        self, views: Sequence[Views], rngs: Sequence[np.random.Generator]
    ) -> list[np.ndarray]:
        """Return, for each table, the actions that `act` chooses with the table's generator."""
        return [self.act(seen, rng) for seen, rng in zip(views, rngs, strict=True)]


def think_about(game: Game, states: np.ndarray, agent: Agent, seed: int = 0) -> Thoughts:
    """Return the thoughts of `agent` on the decisions in `states`, (M,) records.

    The agent sees only what the deciding seats may know; `seed` determines redeals and its choices.

    Raises:
        TypeError: `states` is not an array of positions of `game`.
        ValueError: one of the games is over, the agent can't play `game`, or `seed` is invalid.
    """
    check_game(game)
    check_agent("agent", agent, game)
    rng = np.random.default_rng([0x7409, int(as_seed(seed))])
    return agent.think(Views.from_states(game, states, rng, with_states=agent.reads_states), rng)


def check_agents(name: str, agents: Sequence[Agent], game: Game) -> None:
    """Raise ValueError, naming the argument `name`, unless all `agents` can play `game`."""
    check_game(game)
    if not isinstance(agents, Sequence):
        raise ValueError(f"{name} is {shown(agents)}, expected a list of agents")
    for number, agent in enumerate(agents):
        check_agent(f"{name}[{number}]", agent, game)


def check_agent(name: str, agent: Agent, game: Game) -> None:
    """Raise ValueError unless `agent` can play `game`; name an unnamed agent after its class."""
    if not isinstance(agent, Agent):
        raise ValueError(f"{name} is {shown(agent)}, expected an Agent, such as make_agent returns")
    if not isinstance(getattr(agent, "name", None), str):
        agent.name = type(agent).__name__
    agent.check(game)


class Decisions(NamedTuple):
    """Decisions that agents have to make at a table; all random choices come from `rng`."""

    table: Table
    games: np.ndarray  # (M,) int64, indices of the games that wait for a decision
    holders: np.ndarray  # (M,) int64, index of the agent that decides in each game
    rng: np.random.Generator


def choose_actions(
    table: Table,
    games: np.ndarray,
    agents: Sequence[Agent],
    holders: np.ndarray,
    rng: np.random.Generator,
) -> np.ndarray:
    """Return actions for `games`, (M,) int64; ``agents[holders[j]]`` decides in ``games[j]``.

    Each agent is called once, for all its games together.
    """
    (actions,) = choose_at_tables([Decisions(table, games, holders, rng)], agents)
    return actions


def choose_at_tables(decisions: Sequence[Decisions], agents: Sequence[Agent]) -> list[np.ndarray]:
    """Return the actions for decisions at several tables, (M,) int64 for each table.

    Each agent is called once, for its games at all tables. Raise AgentError if an agent does not
    return one legal action for each of its games.
    """
    actions = [np.zeros(len(part.games), np.int64) for part in decisions]
    for holder in np.unique(np.concatenate([part.holders for part in decisions])):
        agent = agents[holder]
        asked = [
            (part, rows, own)
            for part, own in zip(decisions, actions, strict=True)
            if len(rows := np.flatnonzero(part.holders == holder))
        ]
        views = [
            Views.from_table(part.table, part.games[rows], part.rng, with_states=agent.reads_states)
            for part, rows, _ in asked
        ]
        chosen = agent.act_at_tables(views, [part.rng for part, _, _ in asked])
        if not isinstance(chosen, Sequence | np.ndarray) or len(chosen) != len(asked):
            raise AgentError(
                f"agent {agent.name!r}: act_at_tables returned {shown(chosen)}, expected a list of "
                f"actions for each of {counted(len(asked), 'table')}"
            )
        for (_, rows, own), seen, of_table in zip(asked, views, chosen, strict=True):
            own[rows] = _checked_actions(agent, of_table, seen)
    return actions


def _checked_actions(agent: Agent, actions: Any, views: Views) -> np.ndarray:
    """Return `actions` as int64; raise AgentError unless they are a legal action for each view."""
    masks, number = views.action_masks, len(views.players)
    actions = checked_integers(agent.name, actions)
    if actions.shape != (number,):
        raise AgentError(
            f"actions of agent {agent.name!r} have shape {actions.shape}, expected ({number},)"
        )
    wrong = first_illegal(masks, np.arange(number), actions)
    if wrong >= 0:
        reason = views.game.describe_illegal(int(actions[wrong]), masks[wrong])
        raise AgentError(f"agent {agent.name!r}: {reason}")
    return actions


def checked_integers(agent: str, actions: Any) -> np.ndarray:
    """Return `actions` as int64; raise AgentError, naming `agent`, unless they are integers."""
    try:
        return int64_array(f"actions of agent {agent!r}", actions)
    except ValueError as error:
        raise AgentError(str(error)) from error
