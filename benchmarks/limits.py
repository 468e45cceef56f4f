"""What the machine itself could do: the bounds that our rates are compared with."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from benchmarks.our_batches import DECISIONS, play_rounds
from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.kernels import kernel

# Numbers that the loop computes between two readings of the clock.
_NUMBERS = 2_000_000

COMPUTING = "a loop that only computes"


def write_outputs(game: Game, num_games: int) -> Callable[[float], int]:
    """Write the observation, mask and record of a decision from copies, and nothing else."""
    table = Table(game, num_games)
    sources = table.observations.copy(), table.action_masks.copy(), table.states.copy()
    outputs = [(source.copy(), source) for source in sources]

    def play_round(_word: np.uint64) -> int:
        for output, source in outputs:
            np.copyto(output, source)
        return num_games

    return play_rounds(play_round, DECISIONS // num_games)


def compute(num_threads: int) -> Callable[[float], int]:
    """Compute random numbers in registers, split among threads as a table's games are."""
    executor = ThreadPoolExecutor(num_threads)
    share = _NUMBERS // num_threads

    def play_round(word: np.uint64) -> int:
        list(executor.map(_last_of, [word] * num_threads, [share] * num_threads))
        return share * num_threads

    return play_rounds(play_round, 1)


@kernel
def _last_of(word, count):
    """Return the last of `count` numbers of an xorshift generator (Marsaglia, 2003)."""
    for _ in range(count):
        word ^= word << np.uint64(13)
        word ^= word >> np.uint64(7)
        word ^= word << np.uint64(17)
    return word
