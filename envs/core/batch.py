"""The arrays of a `Table` of N games, on which compiled drivers run.

A driver is a kernel, called as ``driver(params, arrays, games, first, last, *arguments)``. It plays
the games with the indices ``games[first:last]`` and no others, so that threads can share a table:

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
from typing import NamedTuple

import numpy as np

from hofspiele.envs.core.game import Game


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


def bytes_per_game(game: Game) -> int:
    """Return the number of bytes that one game of a `Table` takes in all arrays."""
    arrays = empty_arrays(game, 1)._asdict()
    of_tables = ("seed", "empty")
    shared = ("views",)  # `views` shares the memory of `observations`.
    return sum(a.nbytes for name, a in arrays.items() if name not in (*of_tables, *shared))


def empty_arrays(game: Game, num_games: int) -> Arrays:
    """Return the arrays of a table in which nothing has been dealt yet."""
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
