"""Batch: the arrays of N games, and the threads that run compiled drivers on them.

A driver is a kernel, called as ``driver(params, arrays, games, first, last, *arguments)``. It plays
the games with the indices ``games[first:last]`` and no others, so that threads can share a batch:

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
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from hofspiele.envs.core.checks import int64_array, number_that_fits, whole_number
from hofspiele.envs.core.engine import first_illegal
from hofspiele.envs.core.game import Game, IllegalActionError, check_game
from hofspiele.envs.core.read_only import own_array
from hofspiele.envs.core.threads import MOST_THREADS, map_in_threads, spans


class SoleUse:
    """A re-entrant lock, used in ``with`` blocks, that never waits for another thread.

    Raises:
        RuntimeError: on entry, if another thread holds the lock.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise RuntimeError(
                "these games are in use by another thread; each thread needs its own table"
            )

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class Arrays(NamedTuple):
    """The arrays of N games; `Table` describes the arrays that are not listed here.

    Attributes:
        seed: (1,) uint64, the seed that determines all deals.
        empty: (1,) record, a position in which nothing has been dealt yet; read-only.
        views: (N,) records of the game's `Layout`; they share the memory of `observations`.
    """

    seed: np.ndarray
    empty: np.ndarray
    states: np.ndarray
    final_states: np.ndarray
    seeds: np.ndarray
    deals: np.ndarray
    players: np.ndarray
    action_masks: np.ndarray
    observations: np.ndarray
    views: np.ndarray
    finished: np.ndarray
    scores: np.ndarray
    ranks: np.ndarray
    outcomes: np.ndarray


class Batch:
    """The arrays of N games and the threads that play them; a new batch has not been dealt yet.

    Attributes:
        arrays: the arrays that drivers read and write. Only valid values may be written to them,
            because kernels do not check what they read.
        all_games: (N,) int64, the indices of all games; it must not be changed.
        sole_use: a lock that only one thread can hold. Check arguments in the ``with`` block that
            calls `run`, so that they are still valid then.

    Args:
        game: any `Game`.
        num_games: N, at least 1.
        num_threads: number of threads that share the games, including the calling thread; at most
            `MOST_THREADS`. Drivers in plain Python hold the GIL, so they run in the calling thread.

    Raises:
        ValueError: an argument is wrong, or N games need more memory than the machine has.
    """

    def __init__(self, game: Game, num_games: int, num_threads: int):
        check_game(game)
        self.game = game
        self.num_games = number_that_fits("num_games", num_games, bytes_per_game(game))
        self.num_threads = whole_number("num_threads", num_threads, least=1, most=MOST_THREADS)
        self.arrays = _empty_arrays(game, self.num_games)
        self._make_room()

    def _make_room(self) -> None:
        self.all_games = np.arange(self.num_games)
        self.sole_use = SoleUse()

    def run(self, driver: Callable[..., None], games: np.ndarray, *arguments: Any) -> None:
        """Run `driver` on `games`; ``arrays.finished`` marks the games that ended in this call.

        Args:
            driver: a driver, as described at the top of this module.
            games: (M,) int64, indices of games, each at most once and already checked.
            arguments: further arguments of the driver, already checked. No other thread may write
                to them.
        """
        self.arrays.finished.fill(False)
        batch = (self.game.params, self.arrays, games)
        parts = min(self.num_threads, len(games)) if hasattr(driver, "kernel") else 1
        if parts < 2:
            driver(*batch, 0, len(games), *arguments)
            return
        shares = spans(len(games), parts)
        map_in_threads(lambda share: driver(*batch, *share, *arguments), shares, parts)

    def indices(self, games: np.ndarray) -> np.ndarray:
        """Check the indices `games` and return them as a new array, (M,) int64.

        Raises:
            ValueError: `games` is not a 1-D array of indices of games, or contains an index twice.
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
        """Check `actions` and return them as a new array, (M,) int64.

        Args:
            actions: (M,) integers, a legal action for each of `games`.
            games: (M,) int64, indices of games, already checked.

        Raises:
            ValueError: `actions` are not M integers.
            IllegalActionError: an action is illegal; the message names the first one.
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

    # A copy of `views` would not share the memory of `observations`, so `views` is created again.
    # The other arrays may share memory with other copies, or may be read-only; see `own_array`.
    def __getstate__(self) -> dict[str, Any]:
        kept = {name: self.__dict__[name] for name in ("game", "num_games", "num_threads")}
        return kept | {"arrays": self.arrays._asdict() | {"empty": None, "views": None}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        kept = state["arrays"].items()
        arrays = {name: own_array(array) for name, array in kept if array is not None}
        views = self.game.layout.records(arrays["observations"])
        self.arrays = Arrays(**arrays | {"empty": self.game.empty, "views": views})
        self._make_room()


def bytes_per_game(game: Game) -> int:
    """Return the number of bytes that one game of a `Batch` takes in all arrays."""
    arrays = _empty_arrays(game, 1)._asdict()
    of_batches = ("seed", "empty")
    shared = ("views",)  # `views` shares the memory of `observations`.
    return sum(a.nbytes for name, a in arrays.items() if name not in (*of_batches, *shared))


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
