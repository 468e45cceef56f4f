"""A table where a learner holds one seat of each game and agents hold all others."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from hofspiele.envs.agents.agent import Agent, Decisions, check_agents, choose_at_tables
from hofspiele.envs.agents.scripted import GreedyAgent, RandomAgent, SolverAssistedAgent
from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.checks import is_integer, shown
from hofspiele.envs.core.read_only import ExposesArrays, own_array
from hofspiele.envs.core.rewards import Result, RewardFunction, reward_of
from hofspiele.envs.core.rng import as_seed
from hofspiele.envs.learner.scripted_play import (
    GREEDY,
    NO_ACTION,
    NOTHING,
    RANDOM,
    SOLVED,
    scripted_play,
)

Seat = int | Literal["random"]

_LEARNER = -1


@dataclass(eq=False, repr=False)
class _Arrays:
    """The arrays of a `LearnerTable`, in addition to those of its `Table`."""

    seats: np.ndarray  #: (N,) int64, the learner's seat
    finished: np.ndarray  #: (N,) bool, whether the learner's game has ended in this step
    #: (N,) float64, the learner's reward in this step: 0 during a game, `reward` at its end.
    rewards: np.ndarray
    final_seats: np.ndarray  #: (N,) int64, the learner's seat in the last finished game
    outcomes: np.ndarray  #: (N, P) float64, the utilities of that game
    scores: np.ndarray  #: (N, P) float64, the final points of that game
    ranks: np.ndarray  #: (N, P) int16, its final ranks
    final_states: np.ndarray  #: (N,) records, its last position
    #: (N, P) int64, index of the agent on each seat of the current game, -1 for the learner.
    opponents_of: np.ndarray
    final_opponents: np.ndarray  #: (N, P) int64, the same for the last finished game


class LearnerTable(_Arrays, ExposesArrays):
    """N games, each with one seat for the learner; agents make all other decisions, in batches.

    After `reset` and `step`, it is the learner's turn in every game. Arrays are read-only and are
    overwritten by each call. In their shapes, N is the number of games, P of players, D of numbers
    in an observation, and A of actions. Like a `Table`, it can be used by one thread at a time.

    Args:
        game: any `Game`.
        num_games: N.
        opponents: the agents. Without `shares`, either one agent for all other seats, or one for
            each of them in turn order after the learner.
        seed: seed of all random numbers.
        seat: the learner's seat; "random" starts at any seat and moves to the next after each game.
        shares: (opponents,), relative frequencies with which `opponents` are chosen. The agent that
            is chosen for a game holds all seats but the learner's.
        num_threads: as in `Table`.
        use_solver: whether the heuristic, instead of the learner, makes the solved decisions of the
            learner's seat (see `Game.is_solved`).
        reward: the name of a reward, or a function; see `hofspiele.envs.core.rewards.reward_of`.

    Raises:
        ValueError: in all methods, an argument is wrong; the message names it, and the table is
            unchanged.
        RuntimeError: in all methods except `set_shares`, another thread is using the table, which
            is unchanged. In `step`, an earlier step or reset was interrupted, for example by an
            agent that raised an error, so that some games wait for opponents. `reset` deals new
            games.
    """

    observations: np.ndarray  #: (N, D) float32, what the learner's seat may know
    action_masks: np.ndarray  #: (N, A) bool, the learner's legal actions

    def __init__(
        self,
        game: Game,
        num_games: int,
        opponents: Sequence[Agent],
        seed: int = 0,
        seat: Seat = "random",
        shares: Sequence[float] | np.ndarray | None = None,
        num_threads: int = 1,
        *,
        use_solver: bool = False,
        reward: str | RewardFunction = "outcome",
    ):
        check_agents("opponents", opponents, game)
        others = game.num_players - 1
        if shares is None and len(opponents) not in (1, others):
            expected = "1" if others == 1 else f"1 or {others}"
            raise ValueError(f"{len(opponents)} opponents given, expected {expected}")
        _check_seat(game, seat)
        self.game = game
        self.opponents = list(opponents)
        # Agents with a solver get only unsolved decisions; the compiled loop makes the solved ones.
        self._asked = [
            agent.agent if isinstance(agent, SolverAssistedAgent) else agent
            for agent in self.opponents
        ]
        # One entry for each opponent; the last entry, at index -1, is for the learner.
        self._delegated = np.array(
            [*map(_delegated_by, self.opponents), SOLVED if use_solver else NOTHING]
        )
        self._cumulated_shares: np.ndarray | None = None
        if shares is not None:
            self.set_shares(shares)
        self._seat = seat
        self._objective = reward_of(reward, game)
        self.table = Table(game, num_games, seed, num_threads)
        self.num_games = num_games = self.table.num_games
        of_players = (num_games, game.num_players)
        self._arrays = _Arrays(
            seats=np.zeros(num_games, np.int64),
            finished=np.zeros(num_games, np.bool_),
            rewards=np.zeros(num_games),
            final_seats=np.zeros(num_games, np.int64),
            outcomes=np.zeros(of_players),
            scores=np.zeros(of_players),
            ranks=np.zeros(of_players, np.int16),
            final_states=np.zeros(num_games, game.state_dtype),
            opponents_of=np.zeros(of_players, np.int64),
            final_opponents=np.zeros(of_players, np.int64),
        )
        self._expose_arrays()
        self.reset(seed)

    def __setstate__(self, state: dict[str, Any]) -> None:
        arrays = {name: own_array(array) for name, array in vars(state["_arrays"]).items()}
        super().__setstate__(state | {"_arrays": _Arrays(**arrays)})

    def _exposed_arrays(self) -> dict[str, np.ndarray]:
        seen = {"observations": self.table.observations, "action_masks": self.table.action_masks}
        return seen | vars(self._arrays)

    def set_shares(self, shares: Sequence[float] | np.ndarray) -> None:
        """Choose the opponents of future games with these relative frequencies, (opponents,).

        Raise ValueError if the shares are not one number >= 0 for each opponent, or all are 0.
        """
        try:
            numbers = np.asarray(shares, np.float64)
        except (TypeError, ValueError, OverflowError):
            numbers = np.zeros(0)
        is_valid = numbers.shape == (len(self.opponents),) and (numbers >= 0).all()
        total = np.cumsum(numbers) if is_valid else np.zeros(1)
        if not 0 < total[-1] < np.inf:
            raise ValueError(
                f"shares are {shown(shares)}, expected one share >= 0 for each opponent "
                f"({', '.join(agent.name for agent in self.opponents)}), not all 0"
            )
        self._cumulated_shares = total / total[-1]

    def reset(self, seed: int) -> None:
        """Deal all games from `seed` and play up to the learner's first decisions."""
        seed = int(as_seed(seed))
        with self.table.sole_use, self._under_way():
            self.table.reset(seed)
            self._rng = np.random.default_rng([0x5EA7, seed])
            self._arrays.seats[:] = self._rng.integers(self.game.num_players, size=self.num_games)
            self._begin(self.table.all_games)
            let_opponents_play([self])
            # Games that ended before the learner's first decision are not reported.
            self._clear_endings()

    def step(self, actions: np.ndarray) -> None:
        """Apply the learner's actions, (N,) integers, and play up to the learner's next decisions.

        Raise IllegalActionError if an action is illegal; no game was stepped.
        """
        step_together([self], [actions])

    def final_observations(self, games: np.ndarray) -> np.ndarray:
        """Return the observations of the learner's seat at the end of the last finished games.

        `games` are (M,) indices; the result is a new array, (M, D) float32.
        """
        game = self.game
        games = self.table.indices(games)
        observations = game.layout.empty(len(games))
        views = game.layout.records(observations)
        # Kernels could crash on a position that another thread is writing.
        with self.table.sole_use:
            arrays = self._arrays
            states, seats = arrays.final_states.take(games), arrays.final_seats[games]
        game.engine.observe(game.params, states, seats, views)
        return observations

    def _check_settled(self) -> None:
        if self._is_under_way:
            raise RuntimeError(
                "the last step or reset was interrupted before all opponents had decided; "
                "call reset to start new games"
            )

    @contextmanager
    def _under_way(self) -> Iterator[None]:
        """Mark the table as unsettled until the `with` block ends without an exception."""
        self._is_under_way = True
        yield
        self._is_under_way = False

    def _clear_endings(self) -> None:
        self._arrays.finished[:] = False
        self._arrays.rewards[:] = 0.0

    def _waiting(self, games: np.ndarray) -> Decisions:
        players = self.table.arrays.players[games]
        holders = self._arrays.opponents_of[games, players]
        waiting = holders != _LEARNER
        return Decisions(self.table, games[waiting], holders[waiting], self._rng)

    def _step(self, actions: np.ndarray, games: np.ndarray) -> None:
        """Apply legal actions, and then the decisions that the compiled loop makes."""
        if self._delegated.any():
            self._play_scripted(games, actions)
        else:
            self.table.run(self.game.engine.step, games, actions)

    def _end_games(self, games: np.ndarray) -> None:
        """Record the results of those `games` that have ended, and start the newly dealt games."""
        table = self.table
        ended = games[table.finished[games]]
        if not len(ended):
            return
        # Only the first end in a step is recorded. The learner made no decision in later games.
        first = ended[~self.finished[ended]]
        result = Result(table.scores[first], table.ranks[first], table.outcomes[first])
        paid = self._objective.pay(result)
        self._record_end(first, table.final_states.take(first), result)
        self._arrays.rewards[first] = paid[np.arange(len(first)), self.final_seats[first]]
        self._begin_next(ended)

    def _record_end(self, games: np.ndarray, states: np.ndarray, result: Result) -> None:
        arrays = self._arrays
        arrays.finished[games] = True
        arrays.final_states.put(games, states)
        arrays.scores[games], arrays.ranks[games], arrays.outcomes[games] = result
        arrays.final_seats[games] = arrays.seats[games]
        arrays.final_opponents[games] = arrays.opponents_of[games]

    def _begin_next(self, games: np.ndarray) -> None:
        self._arrays.seats[games] = (self.seats[games] + 1) % self.game.num_players
        self._begin(games)

    def _begin(self, games: np.ndarray) -> None:
        """Assign the seats of newly dealt games, and apply the compiled loop's first decisions."""
        arrays, num_players = self._arrays, self.game.num_players
        if self._seat != "random":
            arrays.seats[games] = self._seat
        if self._cumulated_shares is None:
            turn_order = (np.arange(num_players) - arrays.seats[games][:, None]) % num_players
            arrays.opponents_of[games] = (turn_order - 1) % len(self.opponents)
        else:
            # `searchsorted` takes a quarter of the time of `Generator.choice`.
            uniform = self._rng.random((len(games), 1))
            arrays.opponents_of[games] = np.searchsorted(self._cumulated_shares, uniform, "right")
        arrays.opponents_of[games, arrays.seats[games]] = _LEARNER
        if self._delegated.any():
            self._play_scripted(games, np.full(len(games), NO_ACTION))
            self._end_games(games)

    def _play_scripted(self, games: np.ndarray, actions: np.ndarray) -> None:
        """Apply `actions`, except `NO_ACTION`, and then the decisions of the compiled loop."""
        self.table.run(
            scripted_play(self.game.kernels),
            games,
            actions,
            self._delegated[self._arrays.opponents_of[games]],
            self.game.greedy_temperature,
            self._rng.integers(2**64, size=len(games), dtype=np.uint64),
        )


def step_together(
    tables: Sequence[LearnerTable],
    actions: Sequence[np.ndarray],
    games: Sequence[np.ndarray] | None = None,
) -> None:
    """Step several tables that have the same opponents; see `LearnerTable.step`.

    Each opponent is called once for all tables, because calling a network costs much more than
    adding a game to a call. If an argument is wrong, no table is stepped.

    `actions` are the learner's at each table. `games` are the indices of the games to step at each
    table, each at most once; None steps all games.
    """
    with ExitStack() as stack:
        for table in tables:
            stack.enter_context(table.table.sole_use)
            table._check_settled()
        checked = [table.table.all_games for table in tables]
        if games is not None:
            checked = [one.table.indices(own) for one, own in zip(tables, games, strict=True)]
        legal = [
            table.table.legal(own, played)
            for table, own, played in zip(tables, actions, checked, strict=True)
        ]
        for table in tables:
            stack.enter_context(table._under_way())
        for table, own, played in zip(tables, legal, checked, strict=True):
            table._step(own, played)
            table._clear_endings()
            table._end_games(played)
        let_opponents_play(tables)


def let_opponents_play(tables: Sequence[LearnerTable]) -> None:
    """Apply decisions of opponents until it is the learner's turn in all games of the tables."""
    waiting = [(table, table._waiting(table.table.all_games)) for table in tables]
    while waiting := [(table, decisions) for table, decisions in waiting if len(decisions.games)]:
        chosen = choose_at_tables([decisions for _, decisions in waiting], tables[0]._asked)
        for (table, decisions), actions in zip(waiting, chosen, strict=True):
            table._step(table.table.legal(actions, decisions.games), decisions.games)
            table._end_games(decisions.games)
        waiting = [(table, table._waiting(decisions.games)) for table, decisions in waiting]


def _check_seat(game: Game, seat: Seat) -> None:
    if isinstance(seat, str) and seat == "random":
        return
    if not is_integer(seat) or not 0 <= seat < game.num_players:
        allowed = f"an integer from 0 to {game.num_players - 1}, or 'random'"
        raise ValueError(f"seat is {shown(seat)}, expected {allowed}")


def _delegated_by(agent: Agent) -> int:
    """Return `NOTHING`, `SOLVED`, `GREEDY` or `RANDOM`: the decisions that the loop makes."""
    if isinstance(agent, SolverAssistedAgent):
        return SOLVED
    return {GreedyAgent: GREEDY, RandomAgent: RANDOM}.get(type(agent), NOTHING)
