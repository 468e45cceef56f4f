"""Upper bounds for our rates on this machine: loops that only compute, or only write."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from benchmarks.measure import Contender
from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.kernels import kernel

# Approximate number of decisions whose outputs are written between two readings of the clock.
_DECISIONS = 50_000
# Number of random numbers that the loop computes between two readings of the clock.
_NUMBERS = 20_000_000


def _computing_on(num_threads: int) -> str:
    return f"a loop that only computes, num_threads={num_threads}"


COMPUTING, COMPUTING_ON_TWO = _computing_on(1), _computing_on(2)


def computing(thread_counts: Sequence[int] = (1, 2)) -> list[Contender]:
    """Return a loop that computes random numbers, split between these numbers of threads."""
    executor = ThreadPoolExecutor(max(thread_counts))
    return [Contender(_computing_on(n), partial(_compute, executor, n)) for n in thread_counts]


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
    # Numpy copies records field by field, and bytes all at once.
    sources = table.observations.copy(), table.action_masks.copy(), table.states.view(np.uint8)
    outputs = [(source.copy(), source) for source in sources]
    rounds = _DECISIONS // num_games

    def play() -> int:
        for _ in range(rounds):
            for output, source in outputs:
                np.copyto(output, source)
        return rounds * num_games

    return play
