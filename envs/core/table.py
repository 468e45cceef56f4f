"""Table: N games of one kind, stepped together in one compiled loop, with auto-reset.

The loop is a driver; other modules have drivers of their own. A driver is a kernel, called as
``driver(params, arrays, games, first, last, *arguments)``. It plays the games with the indices
``games[first:last]`` and no others, so that threads can share a table:

===============  ===============================================================================
argument         meaning
===============  ===============================================================================
``params``       (1,) record: the game's components
``arrays``       `Arrays` of all N games
``games``        (M,) int64: indices of the games to play, each at most once
``first, last``  int: the part of ``games`` that this call plays
``arguments``    further arguments of the driver; an array has one entry or row for each of the M
                 entries of ``games``
===============  ===============================================================================

After its last decision in a game, a driver calls the engine's ``settle(params, arrays, i)``, which
deals the next game if this one has ended, and writes observation and mask of the deciding seat.
If the kernel ``update_view`` has returned True, the game continues and the observation is up to
date. The driver may then write the deciding seat and its mask itself instead of calling ``settle``.
"""

import threading
from collections import namedtuple
from collections.abc import Callable, Iterable
from importlib import import_module
from itertools import islice
from typing import Any

import numpy as np

from hofspiele.envs.core.checks import (
    check_choice,
    int64_array,
    number_that_fits,
    shown,
    whole_number,
)
from hofspiele.envs.core.engine import first_illegal
from hofspiele.envs.core.game import Game, IllegalActionError, check_game
from hofspiele.envs.core.read_only import ExposesArrays, own_array
from hofspiele.envs.core.rewards import Result, RewardFunction, reward_of
from hofspiele.envs.core.rng import as_seed, derived_seeds
from hofspiele.envs.core.text import html
from hofspiele.envs.core.threads import MOST_THREADS, map_in_threads, spans

# Maximum number of games that a notebook shows.
_ROWS = 8


class SoleUse:
    """A lock for ``with`` blocks that raises RuntimeError instead of waiting for another thread."""

    def __init__(self) -> None:
        self._lock = threading.RLock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise RuntimeError(
                "these games are in use by another thread; each thread needs its own table"
            )

    def __exit__(self, *_: object) -> None:
        self._lock.release()


# The arrays of N games, for drivers: those that `Table` describes, and three others. `seed` is (1,)
# uint64 and determines all deals; `empty` is a read-only array of one record in which nothing has
# been dealt; `views` are (N,) records of the `Layout` with the memory of `observations`.
Arrays = namedtuple(
    "Arrays",
    "seed empty states final_states seeds deals players action_masks observations views finished "
    "scores ranks outcomes",
)


class Table(ExposesArrays):
    """N games stepped together; when a game ends, the same step deals the next one in its place.

    All arrays have one entry or row for each of the N games (P players, A actions, D numbers in an
    observation). They are allocated once and **overwritten by every call** of `reset`,
    `step` and `deal_next`: copy what you want to keep. They are read-only, because the next step
    relies on them: copy what you want to change. ``torch.from_numpy`` warns about such arrays;
    ``torch.tensor(table.observations)`` copies them.

    Only one thread at a time can use a table: a call raises RuntimeError if another thread
    is in a call. Reading is not protected: while another thread steps the table, arrays may be
    half written.

    Other compiled drivers (see the top of this module) also need these attributes:

    - ``arrays``: all arrays except ``rewards``, and others, writable. Only valid values may be
      written to them, because kernels do not check what they read.
    - ``all_games``: (N,) int64, the indices of all games; it must not be changed.
    - ``sole_use``: a lock that only one thread can hold. Check arguments in the ``with`` block that
      calls `run`, so that they are still valid then.

    Args:
        game: any `Game`.
        num_games: N, at least 1, and no more than fit into the machine's memory.
        seed: determines all deals; the number of threads does not change them.
        num_threads: number of threads that share the games, the calling thread included; at most
            `MOST_THREADS`. The compiled loop releases the GIL. Several threads are faster with at
            least a hundred games.
        reward: the name of a reward, or a function of scores and ranks, which is called for all
            games that end in a step together; see `hofspiele.envs.core.rewards.reward_of`.
        device: "cpu", or "cuda" for a `CudaTable`, whose arrays are in the memory of a GPU.

    Raises:
        ValueError: in all methods, an argument is wrong; the message names it, and the table is
            unchanged. In `step`, the reward function failed after the games were stepped.
        RuntimeError: in all methods, another thread is using the table; the call has no effect.
    """

    observations: np.ndarray  #: (N, D) float32, observations of the deciding players, in [-1, 1]
    action_masks: np.ndarray  #: (N, A) bool, the legal actions of these players
    players: np.ndarray  #: (N,) int64, the deciding seats
    finished: np.ndarray  #: (N,) bool, whether the game ended in the last call
    rewards: np.ndarray  #: (N, P) float64, what the last game that ended at this index paid
    outcomes: np.ndarray  #: (N, P) float64, utilities of that game; see `Game.outcome`
    scores: np.ndarray  #: (N, P) float64, final points of that game
    ranks: np.ndarray  #: (N, P) int16, its final ranks, 1 = best, ties share the better rank
    final_states: np.ndarray  #: (N,) records, its last position
    states: np.ndarray  #: (N,) records, the current positions, hidden information included
    deals: np.ndarray  #: (N,) int64, number of earlier games at this index since `reset`
    seeds: np.ndarray  #: (N,) uint64, seed of the current deal: ``game.new(seed)`` repeats it

    def __new__(cls, *_args: Any, device: str = "cpu", **_kwargs: Any) -> "Table":
        check_choice("device", device, ("cpu", "cuda"))
        if device == "cuda":
            # This imports numba-cuda, which is not part of the base install.
            cls = import_module("hofspiele.envs.gpu.cuda_table").CudaTable
        return super().__new__(cls)

    def __init__(
        self,
        game: Game,
        num_games: int,
        seed: int = 0,
        num_threads: int = 1,
        *,
        reward: str | RewardFunction = "outcome",
        device: str = "cpu",
    ):
        check_game(game)
        self.game = game
        self.num_games = number_that_fits("num_games", num_games, bytes_per_game(game))
        self.num_threads = whole_number("num_threads", num_threads, least=1, most=MOST_THREADS)
        self.arrays = _empty_arrays(game, self.num_games)
        self._objective = reward_of(reward, game)
        is_outcome = self._objective.name == "outcome"
        self._rewards = None if is_outcome else np.zeros_like(self.arrays.outcomes)
        self._make_room()
        self._expose_arrays()
        self.reset(int(as_seed(seed)))

    def _make_room(self) -> None:
        self.all_games = np.arange(self.num_games)
        self.sole_use = SoleUse()

    def _exposed_arrays(self) -> dict[str, np.ndarray]:
        arrays = self.arrays._asdict()
        arrays["rewards"] = arrays["outcomes"] if self._rewards is None else self._rewards
        return {name: arrays[name] for name in arrays if name in Table.__annotations__}

    # A copy of `views` would not share the memory of `observations`, so `views` is created again.
    # The other arrays may share memory with other copies, or may be read-only; see `own_array`.
    def __getstate__(self) -> dict[str, Any]:
        arrays = self.arrays._asdict() | {"empty": None, "views": None}
        return super().__getstate__() | {"arrays": arrays, "all_games": None, "sole_use": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        game, rewards, kept = state["game"], state["_rewards"], state["arrays"].items()
        arrays = {name: own_array(array) for name, array in kept if array is not None}
        views = game.layout.records(arrays["observations"])
        copied = {
            "arrays": Arrays(**arrays | {"empty": game.empty, "views": views}),
            "_rewards": None if rewards is None else own_array(rewards),
        }
        super().__setstate__(state | copied)
        self._make_room()

    @property
    def seed(self) -> np.uint64:
        """The seed of the whole table."""
        return self.arrays.seed[0]

    def reset(
        self, seed: int | None = None, deal_seeds: Iterable[int | np.integer] | None = None
    ) -> None:
        """Deal all games.

        Args:
            seed: a new seed for the whole table; None keeps the current seed, so that `reset()`
                repeats the same games.
            deal_seeds: (N,) seeds, one for each deal; by default derived from the table's seed.
        """
        table_seed = self.seed if seed is None else as_seed(seed)
        if deal_seeds is None:
            seeds = derived_seeds(table_seed, self.all_games)
        else:
            seeds = self._checked(deal_seeds)
        with self.sole_use:
            self.arrays.seed[0] = table_seed
            self.arrays.seeds[:] = seeds
            self.arrays.deals[:] = 0
            self.run(self.game.engine.start, self.all_games)

    def _checked(self, deal_seeds: Iterable[int | np.integer]) -> np.ndarray:
        if not isinstance(deal_seeds, Iterable):
            raise ValueError(f"deal_seeds is {shown(deal_seeds)}, expected {self.num_games} seeds")
        # Generators may be endless, so at most one surplus seed is read.
        seeds = [as_seed(seed) for seed in islice(deal_seeds, self.num_games + 1)]
        if len(seeds) != self.num_games:
            length = len(seeds) if len(seeds) < self.num_games else f"more than {self.num_games}"
            raise ValueError(f"deal_seeds has length {length}, expected {self.num_games}")
        return np.array(seeds, np.uint64)

    def step(self, actions: np.ndarray, games: np.ndarray | None = None) -> None:
        """Apply one decision in every game, or only in `games`; where a game ends, deal the next.

        Args:
            actions: (N,) integers, or one for each entry of `games`; they are copied.
            games: indices of the games to step, each at most once; the others do not change.

        Raises:
            IllegalActionError: an action is illegal in its game; no game was stepped.
        """
        games = self.all_games if games is None else self.indices(games)
        with self.sole_use:
            self.run(self.game.engine.step, games, self.legal(actions, games))
            if self._rewards is not None and self.finished.any():
                ended = np.flatnonzero(self.finished)
                result = Result(self.scores[ended], self.ranks[ended], self.outcomes[ended])
                self._rewards[ended] = self._objective.pay(result)

    def deal_next(self, games: np.ndarray) -> None:
        """Abandon the games at the indices `games` as unfinished, and deal the next ones."""
        games = self.indices(games)
        with self.sole_use:
            self.run(self.game.engine.deal_next, games)

    def run(self, driver: Callable[..., None], games: np.ndarray, *arguments: Any) -> None:
        """Run `driver` on `games`; ``arrays.finished`` marks the games that ended in this call.

        `games` and `arguments` are those described at the top of this module, already checked, and
        no other thread may write to them. Drivers in plain Python hold the GIL, so they run in the
        calling thread.
        """
        self.arrays.finished.fill(False)
        given = (self.game.params, self.arrays, games)
        parts = min(self.num_threads, len(games)) if hasattr(driver, "kernel") else 1
        if parts < 2:
            driver(*given, 0, len(games), *arguments)
            return
        shares = spans(len(games), parts)
        map_in_threads(lambda share: driver(*given, *share, *arguments), shares, parts)

    def new_array(self, shape: tuple[int, ...], dtype: Any) -> np.ndarray:
        """Return an array for drivers to fill; its numbers are arbitrary."""
        return np.empty(shape, dtype)

    def indices(self, games: np.ndarray) -> np.ndarray:
        """Return the indices `games` as a new array, (M,) int64.

        Raise ValueError unless they are a 1-D array of indices of games without repeats.
        """
        indices = int64_array("games", games)
        if indices.ndim != 1:
            raise ValueError(f"games have shape {indices.shape}, expected one dimension")
        wrong = indices[(indices < 0) | (indices >= self.num_games)]
        if wrong.size:
            raise ValueError(
                f"games contain {wrong[0]}, expected indices from 0 to {self.num_games - 1}"
            )
        named = np.zeros(self.num_games, np.bool_)
        named[indices] = True
        if np.count_nonzero(named) < len(indices):
            twice = np.flatnonzero(np.bincount(indices) > 1)[0]
            raise ValueError(f"games contain {twice} twice, expected each index at most once")
        return indices

    def legal(self, actions: np.ndarray, games: np.ndarray) -> np.ndarray:
        """Check `actions`, one for each of the checked indices `games`, (M,) int64.

        Return a new array, (M,) int64. Raise ValueError if the actions are not M integers, and
        IllegalActionError if one is illegal; the message names the first one.
        """
        actions = int64_array("actions", actions)
        if actions.shape != games.shape:
            raise ValueError(f"actions have shape {actions.shape}, expected {games.shape}")
        masks = self.arrays.action_masks
        wrong = first_illegal(masks, games, actions)
        if wrong >= 0:
            reason = self.game.describe_illegal(int(actions[wrong]), masks[games[wrong]])
            raise IllegalActionError(f"game {games[wrong]} of the table: {reason}")
        return actions

    def __repr__(self) -> str:
        return f"Table({self.game!r}, num_games={self.num_games}, seed={self.seed})"

    def _repr_html_(self) -> str:
        """Return the first games and their last outcomes as an HTML table."""
        columns = ("game", "past deals", "decides", "legal actions", "points now", "last outcome")
        rows = [
            (
                number,
                self.deals[number],
                f"player {self.players[number]}",
                self.action_masks[number].sum(),
                _listed(self.game.scores(self.states[number])),
                # Ranks are 0 until a game has ended.
                _listed(self.outcomes[number]) if self.ranks[number].any() else "",
            )
            for number in range(min(self.num_games, _ROWS))
        ]
        table = html.table(repr(self), columns, rows)
        if self.num_games > _ROWS:
            table += html.line(f"the first {_ROWS} of {self.num_games} games")
        return table


def _listed(numbers: np.ndarray) -> str:
    return ", ".join(f"{number:.3g}" for number in numbers)


def bytes_per_game(game: Game) -> int:
    """Return the number of bytes that one game of a `Table` takes in all arrays."""
    arrays = _empty_arrays(game, 1)._asdict()
    of_tables = ("seed", "empty")
    shared = ("views",)  # `views` shares the memory of `observations`.
    return sum(a.nbytes for name, a in arrays.items() if name not in (*of_tables, *shared))


def _empty_arrays(game: Game, num_games: int) -> Arrays:
    observations = game.layout.empty(num_games)
    of_players = (num_games, game.num_players)
    return Arrays(
        seed=np.zeros(1, np.uint64),
        empty=game.empty,
        states=np.zeros(num_games, game.state_dtype),
        final_states=np.zeros(num_games, game.state_dtype),
        seeds=np.zeros(num_games, np.uint64),
        deals=np.zeros(num_games, np.int64),
        players=np.zeros(num_games, np.int64),
        action_masks=np.zeros((num_games, game.num_actions), np.bool_),
        observations=observations,
        views=game.layout.records(observations),
        finished=np.zeros(num_games, np.bool_),
        scores=np.zeros(of_players),
        ranks=np.zeros(of_players, np.int16),
        outcomes=np.zeros(of_players),
    )
