"""The exact worth of throws with the best play.

The worth of keeping a set of dice with t throws left is the mean, over all throws of the missing
dice, of the best keep with t - 1 throws left. A full set is worth its payoff. The mean is computed
one die at a time: a set is worth the mean of the six sets with one more die. The best keep is
found in the same way: it is the set itself or the best keep of a set with one die fewer.
"""

from collections.abc import Iterator

import numpy as np

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.loops import copy_numbers
from hofspiele.envs.knatsch.dice import EMPTY_SET, FIRST_FULL, NUM_FACES, dice_lookups

_SIXTH = 1 / 6


@kernel
def solve(params, cards, payoff, throws, after, best):
    """Fill `after` with the worth of keeping each set of dice with `throws` throws left.

    The worth of a full set is its payoff. `cards` are the player's dice cards as a bit set;
    `payoff`, (NUM_RESULTS,) float64, is the worth of each final result; `throws` is 1 to
    MOST_THROWS; `after` and the buffer `best` are (NUM_SETS,) float64.
    """
    whole = after[FIRST_FULL:]
    results = params.strength[cards, FIRST_FULL:]
    for k in range(len(whole)):
        whole[k] = payoff[results[k]]
    copy_numbers(best[FIRST_FULL:], whole)
    for left in range(1, throws + 1):
        if left > 1:
            copy_numbers(best, after)
            for pair in range(len(params.parts)):
                dice_set, part = params.parts[pair, 0], params.parts[pair, 1]
                best[dice_set] = max(best[dice_set], best[part])
        for kept_set in range(FIRST_FULL - 1, EMPTY_SET - 1, -1):
            total = 0.0
            for face in range(NUM_FACES):
                total += best[params.add[kept_set, face]]
            best[kept_set] = total * _SIXTH
        copy_numbers(after, best[:FIRST_FULL])


# --- many payoffs at once ----------------------------------------------------------------------


def solve_many(payoffs: np.ndarray, throws: int) -> Iterator[np.ndarray]:
    """Yield the results of `solve` for 1 … `throws` throws and many payoffs, without compiled code.

    `payoffs`, (full sets, payoffs) float64, are the worths of each final full set. Each result is
    (FIRST_FULL, payoffs) float64: the worth of keeping each set that is not full. The next
    iteration overwrites the array.
    """
    lookups = dice_lookups()
    parts, add = lookups.parts.tolist(), lookups.add.tolist()
    after = np.concatenate([np.zeros((FIRST_FULL, payoffs.shape[1])), payoffs])
    best = after.copy()
    for left in range(1, throws + 1):
        if left > 1:
            best[:] = after
            for dice_set, part in parts:
                np.maximum(best[dice_set], best[part], out=best[dice_set])
        for kept_set in range(FIRST_FULL - 1, EMPTY_SET - 1, -1):
            total = best[kept_set]
            total[:] = 0.0
            for dice_set in add[kept_set]:
                total += best[dice_set]
            total *= _SIXTH
        after[:FIRST_FULL] = best[:FIRST_FULL]
        yield after[:FIRST_FULL]
