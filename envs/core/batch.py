"""Batch: the arrays of N games, and compiled drivers that play them.

A driver is a kernel, called as ``driver(params, arrays, games, first, last, *arguments)``. It plays
the games at ``games[first:last]`` and touches nothing of others, so that threads can share a batch:

===============  ===============================================================================
argument         what it is
===============  ===============================================================================
``params``       (1,) record: the game's components
``arrays``       `Arrays` of all N games
``games``        (M,) int64: indices of the games to be played, each at most once
``first, last``  int: which part of ``games`` this call plays
``arguments``    the driver's own; an array has one entry or row for each of the M entries of
                 ``games``
===============  ===============================================================================

After its last decision in a game a driver calls the engine's ``settle(params, arrays, i)``, which
deals anew if the game has ended and shows who decides next what they may know.
"""

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from hofspiele.envs.core.checks import (
    int64_array,
    number_that_fits,
    whole_number,
)
from hofspiele.envs.core.engine import first_illegal
from hofspiele.envs.core.game import Game, IllegalActionError, check_game

# more than any machine has cores
MOST_THREADS = 1024


class SoleUse:
    """A block that is open to one thread at a time, which may enter it again within it.

    Raises:
        RuntimeError: on entry, while another thread is inside.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise RuntimeError(
                "these games are in use by another thread; give each thread games of its own"
            )

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class Arrays(NamedTuple):
    """All that drivers read and write of N games (P players, A actions, D numbers seen).

    Attributes:
        seed: (1,) uint64, all deals follow from it.
        empty: (1,) record, a position in which nothing has been dealt yet; read-only.
        states: (N,) records, the games now.
        final_states: (N,) records, the last position of the last game that ended in this place.
        seeds: (N,) uint64, of the present deals.
        deals: (N,) int64, how many games have been dealt in this place before.
        players: (N,) int64, who decides.
        action_masks: (N, A) bool, their legal actions.
        observations: (N, D) float32, what they may know.
        views: (N,) records, the same memory as `observations` by the pieces of the layout.
        finished: (N,) bool, whether the game ended in the last run of a driver.
        scores: (N, P) float64, final points of the last game that ended in this place.
        ranks: (N, P) int16, its ranks.
        outcomes: (N, P) float64, its utilities.
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
    """N games, and the threads on which drivers play them; nothing is dealt yet.

    Attributes:
        arrays: what drivers read and write. Kernels trust it: only drivers may write to it.
        all_games: (N,) int64, the indices of all games; nobody may write to it.
        sole_use: a block in which no other thread can use these games. `run`, and what is checked
            before it, belong into one such block.

    Args:
        game: any `Game`.
        num_games: N, at least 1.
        num_threads: among which the games are split, the caller's own one of them, at most
            `MOST_THREADS`; drivers hold no GIL.

    Raises:
        ValueError: an argument is none of these, or the machine has less memory than N games take.
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
        self._pool: ThreadPoolExecutor | None = None
        self._process = os.getpid()

    def run(self, driver: Callable[..., None], games: np.ndarray, *arguments: Any) -> None:
        """Let `driver` play `games`; `finished` then says which of all games have ended in it.

        Args:
            driver: see above.
            games: (M,) int64, known to be indices of games, each at most once.
            arguments: the driver's own, known to be right. No other thread may write to them.
        """
        self.arrays.finished[:] = False
        batch = (self.game.params, self.arrays, games)
        if self.num_threads == 1:
            driver(*batch, 0, len(games), *arguments)
            return
        # threads do not come along into a forked process, which would wait for them for ever
        if self._pool is None or self._process != os.getpid():
            self._pool = ThreadPoolExecutor(self.num_threads - 1)
            self._process = os.getpid()
        edges = [len(games) * k // self.num_threads for k in range(self.num_threads + 1)]
        own, *others = pairwise(edges)
        jobs = [self._pool.submit(driver, *batch, *span, *arguments) for span in others]
        driver(*batch, *own, *arguments)
        for job in jobs:
            job.result()

    def indices(self, games: np.ndarray) -> np.ndarray:
        """Return `games` as drivers take them, in a new array.

        Raises:
            ValueError: they are not one row of indices of games, each at most once.
        """
        indices = int64_array("games", games)
        if indices.ndim != 1:
            raise ValueError(f"games have shape {indices.shape}, expected one row of indices")
        wrong = indices[(indices < 0) | (indices >= self.num_games)]
        if wrong.size:
            raise ValueError(f"game {wrong[0]} is not on this table of {self.num_games} games")
        named = np.zeros(self.num_games, np.bool_)
        named[indices] = True
        if np.count_nonzero(named) < len(indices):
            twice = np.flatnonzero(np.bincount(indices) > 1)[0]
            raise ValueError(f"game {twice} is named twice, expected each at most once")
        return indices

    def legal(self, actions: np.ndarray, games: np.ndarray) -> np.ndarray:
        """Return `actions` as drivers take them, in a new array.

        Args:
            actions: a legal one for each of `games`, integers.
            games: (M,) int64, known to be indices of games.

        Raises:
            ValueError: they are not integers, or there are more or fewer of them than of `games`.
            IllegalActionError: names the first that is illegal.
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

    # views share memory with observations, which copies would not: they are made anew
    def __getstate__(self) -> dict[str, Any]:
        kept = {name: self.__dict__[name] for name in ("game", "num_games", "num_threads")}
        return kept | {"arrays": self.arrays._asdict() | {"empty": None, "views": None}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        arrays = state["arrays"]
        views = self.game.layout.records(arrays["observations"])
        self.arrays = Arrays(**arrays | {"empty": self.game.empty, "views": views})
        self._make_room()


def bytes_per_game(game: Game) -> int:
    """What one more game of a `Batch` takes: each of its arrays has a row for it."""
    arrays = _empty_arrays(game, 1)._asdict()
    of_batches = ("seed", "empty")
    shared = ("views",)  # the same memory as observations
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
