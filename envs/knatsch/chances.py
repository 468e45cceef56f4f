"""What throws are worth with the best play, exactly.

Keeping a set of dice with t throws left is worth the mean over all throws of the missing dice of
the best that can be kept then with t - 1 throws left; what is kept whole is worth its payoff.
The mean is taken die by die (a set is worth the mean of the six sets with one more die), the best
by the same trick: the best part of a set is the set or the best part of a set with one die less.
"""

import numpy as np

from hofspiele.envs.core.kernels import kernel
from hofspiele.envs.knatsch.dice import (
    DEAD,
    EMPTY_SET,
    FIRST_FULL,
    MOST_THROWS,
    NO_SET,
    NUM_FACES,
    NUM_RESULTS,
    NUM_SETS,
)

_SIXTH = 1 / 6


@kernel
def solve(params, cards, payoff, throws, after, best):
    """Fill `after[t, set]` for t = 1 … `throws`: the worth of keeping a set with t throws left.

    `cards` are the dice cards of who throws, `payoff[result]` is what they get in the end.
    A full set is worth its payoff whatever t is. Shapes: `payoff` (NUM_RESULTS,), `after` at least
    (throws + 1, NUM_SETS), `best` (NUM_SETS,) is for work; all float64.
    """
    strength = params.strength
    for full in range(FIRST_FULL, NUM_SETS):
        best[full] = payoff[strength[full, cards]]
    after[: throws + 1, FIRST_FULL:] = best[FIRST_FULL:]
    for left in range(1, throws + 1):
        if left > 1:
            find_best_parts(params.less, after[left - 1], best)
        find_means(params.add, best, after[left])


@kernel
def find_best_parts(less, after, best):
    """The best that can be kept of each set, sixes always among it."""
    for dice_set in range(NUM_SETS):
        most = after[dice_set]
        for face in range(DEAD - 1):
            part = less[dice_set, face]
            if part != NO_SET:
                most = max(most, best[part])
        best[dice_set] = most


@kernel
def find_means(add, best, after):
    """The worth of throwing what is missing of a set, by the `best` of full sets."""
    for kept_set in range(FIRST_FULL - 1, EMPTY_SET - 1, -1):
        total = 0.0
        for face in range(NUM_FACES):
            more = add[kept_set, face]
            total += best[more] if more >= FIRST_FULL else after[more]
        after[kept_set] = total * _SIXTH


# --- the chance to beat a result ---------------------------------------------------------------


@kernel
def chance_of(params, cards, beat, throws, kept_set):
    """The chance to beat a result strictly that keeps `kept_set` with `throws` left (at most 4).

    `beat` is -1 where any result will do. A full set, or any without throws, counts as it lies.
    """
    if beat < 0:
        return 1.0
    if throws == 0 or kept_set >= FIRST_FULL:
        return 1.0 if params.strength[kept_set, cards] > beat else 0.0
    if params.chance[cards, beat, throws - 1, kept_set] == 0.0:
        solve_chances(params, cards, beat)
    return float(params.chance[cards, beat, throws - 1, kept_set]) - 1.0


@kernel
def start_chance(params, cards, beat, throws):
    """The chance that a whole attempt with `throws` throws beats a result strictly.

    It is read from a table (see start_chances.py).
    """
    return 1.0 if beat < 0 else float(params.start_chance[cards, throws - 1, beat])


@kernel
def solve_chances(params, cards, beat):
    """Fill the memo for dice cards and a result to beat.

    It holds chance + 1, so that 0 means not solved. Threads may do so at the same time: all write
    the same numbers, and each of them is either not there yet or right.
    """
    payoff = np.zeros(NUM_RESULTS)
    payoff[beat + 1 :] = 1.0
    after = np.empty((MOST_THROWS + 1, NUM_SETS))
    best = np.empty(NUM_SETS)
    solve(params, cards, payoff, MOST_THROWS, after, best)
    params.chance[cards, beat] = after[1:, :FIRST_FULL] + 1.0
