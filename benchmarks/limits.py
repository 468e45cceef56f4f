"""Upper bounds for our rates on this machine: loops that only compute, or only write."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from benchmarks.measure import Contender
from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.compile.kernels import kernel

# Approximate number of decisions whose outputs are written between two readings of the clock.
_DECISIONS = 50_000
# Number of random numbers that the loop computes between two readings of the clock.
_NUMBERS = 20_000_000

COMPUTING, COMPUTING_ON_TWO = (f"a loop that only computes, num_threads={n}" for n in (1, 2))


def computing() -> list[Contender]:
    """Return contenders that only compute random numbers, on one thread and split between two."""
    executor = ThreadPoolExecutor(2)
    return [
        Contender(COMPUTING, partial(_compute, executor, 1)),
        Contender(COMPUTING_ON_TWO, partial(_compute, executor, 2)),
    ]


def _compute(executor: ThreadPoolExecutor, num_threads: int) -> int:
    share = _NUMBERS // num_threads
    list(executor.map(_last_of, [np.uint64(1)] * num_threads, [share] * num_threads))
    return share * num_threads


@kernel
def _last_of(word, count):
    """Return the last of `count` numbers of an xorshift generator (Marsaglia, 2003)."""
    for _ in range(count):
        word ^= word << np.uint64(13)
        word ^= word >> np.uint64(7)
        word ^= word << np.uint64(17)
    return word


def write_outputs(game: Game, num_games: int) -> Callable[[], int]:
    """Return a function that copies the outputs of a table and returns the number of decisions."""
    table = Table(game, num_games)
    # NumPy copies records field by field, but bytes in one block.
    sources = table.observations.copy(), table.action_masks.copy(), table.states.view(np.uint8)
    outputs = [(source.copy(), source) for source in sources]
    rounds = _DECISIONS // num_games

    def play() -> int:
        for _ in range(rounds):
            for output, source in outputs:
                np.copyto(output, source)
        return rounds * num_games

    return play
