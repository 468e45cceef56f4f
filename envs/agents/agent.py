"""The interface of all players, and the views that are all they ever get to see."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from hofspiele.envs.agents.thoughts import Thoughts, certain_of
from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.checks import int64_array, shown
from hofspiele.envs.core.game import IllegalActionError, check_game
from hofspiele.envs.core.rng import as_seed


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
        with table.batch.sole_use:  # a position that is half written would not be survived
            arrays = table.batch.arrays
            players = arrays.players[games]
            observations, masks = arrays.observations[games], arrays.action_masks[games]
            states = arrays.states[games] if with_states else None
        if states is not None:
            states = _redealt(game, states, players, rng)
        return cls(game, players, observations, masks, states)

    @classmethod
    def from_states(
        cls, game: Game, states: np.ndarray, with_states: bool, rng: np.random.Generator
    ) -> "Views":
        """The views of the deciding seats in any positions of `game`, (M,) records.

        Raises:
            TypeError: they are no array of positions of `game`.
            ValueError: one of them is the end of a game, where nobody decides.
        """
        game.check_states(states)
        if states["over"].any():
            raise ValueError(f"states[{states['over'].argmax()}] is over, expected a decision")
        states = states.copy()
        players = states["player"].astype(np.int64)
        masks = np.zeros((len(states), game.num_actions), np.bool_)
        game.engine.legal(game.params, states, masks)
        observations = game.layout.empty(len(states))
        game.engine.observe(game.params, states, players, game.layout.records(observations))
        redealt = _redealt(game, states, players, rng) if with_states else None
        return cls(game, players, observations, masks, redealt)


def _redealt(
    game: Game, states: np.ndarray, players: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """`states`, in which all that `players` can't know has been dealt anew."""
    seeds = rng.integers(2**64, size=len(states), dtype=np.uint64)
    game.engine.redeal(game.params, states, players, seeds)
    return states


class Agent(ABC):
    """A player of any game: batched, and honest, as it is handed nothing but views."""

    name: str
    # whether it is handed states
    reads_states: bool = False
    # how many games of a match are played together: enough to batch networks, few enough to stay in
    # the cache; agents that think long of each decision take fewer, so that there is much to spread
    games_at_once: int = 512

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {getattr(self, 'name', '')!r}>"

    def check(self, game: Game) -> None:  # noqa: B027  # most agents play any game
        """Asked before the first game: ValueError if this agent can't play `game`."""

    @abstractmethod
    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        """One legal action for each view: int64, shape (M,). All randomness comes from `rng`."""

    def think(self, views: Views, rng: np.random.Generator) -> Thoughts:
        """What it thinks of the decision in each view.

        It chooses what `act` would choose by the same random numbers. An agent that says no more
        than `act` is certain of that.
        """
        masks = views.action_masks
        actions = _answers(self, self.act(views, rng), len(masks))
        for action, mask in zip(actions, masks, strict=True):
            if not (0 <= action < len(mask) and mask[action]):
                reason = views.game.describe_illegal(int(action), mask)
                raise IllegalActionError(f"agent {self.name!r}: {reason}")
        return Thoughts(actions, certain_of(actions, masks.shape[1]))

    def act_at_tables(
        self, views: Sequence[Views], rngs: Sequence[np.random.Generator]
    ) -> list[np.ndarray]:
        """`act` for the views of several tables, each with a generator of its own."""
        return [self.act(seen, rng) for seen, rng in zip(views, rngs, strict=True)]


def think_about(game: Game, states: np.ndarray, agent: Agent, seed: int = 0) -> Thoughts:
    """What `agent` thinks in the place of the seats that decide in M positions.

    Args:
        game: any `Game`.
        states: (M,) records; the agent gets to see what the deciding seats may know, no more.
        agent: who thinks.
        seed: what lies hidden is dealt anew, and the agent draws, by numbers that follow from it.

    Raises:
        TypeError, ValueError: as of `Views.from_states`, or the agent can't play `game`.
    """
    check_agents("agents", [agent], game)
    rng = np.random.default_rng([0x7409, int(as_seed(seed))])
    return agent.think(Views.from_states(game, states, agent.reads_states, rng), rng)


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
            actions[k][own[k]] = _answers(agent, chosen, len(own[k]))
    return actions


def _answers(agent: Agent, actions: Any, number: int) -> np.ndarray:
    """What `agent` has answered, int64 (number,); ValueError unless it is one integer for each."""
    actions = int64_array(f"actions of agent {agent.name!r}", actions)
    if actions.shape != (number,):
        raise ValueError(
            f"actions of agent {agent.name!r} have shape {actions.shape}, expected ({number},)"
        )
    return actions
