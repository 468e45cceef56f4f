"""Chances of beating a result under optimal play, by dice cards, result, throws and kept set.

Dice cards and the result to beat determine which full sets win; this group of full sets is called
an *attempt* here. There are few attempts, so all are solved when the first game is made.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.read_only import read_only
from hofspiele.envs.knatsch.dice import (
    EMPTY_SET,
    FIRST_FULL,
    MOST_THROWS,
    NUM_CARD_SETS,
    NUM_RESULTS,
    dice_lookups,
)
from hofspiele.envs.knatsch.odds.solver import solve_many


class Chances(NamedTuple):
    """The read-only tables of chances.

    At most MOST_THROWS - 1 throws are left when dice are kept, because the first throw has already
    been made.
    """

    # (attempts, MOST_THROWS - 1, FIRST_FULL) float32, by attempt, throws left less one, kept set.
    chance: np.ndarray
    attempt: np.ndarray  # (NUM_CARD_SETS, NUM_RESULTS) int16, by dice cards and result to beat
    # (NUM_CARD_SETS, MOST_THROWS, NUM_RESULTS) float32, the chance before the first throw; indexed
    # by dice cards, throws less one, and result to beat.
    start_chance: np.ndarray


@lru_cache(maxsize=1)
def all_chances() -> Chances:
    """Return all chances, 6.4 MB of tables that depend only on the dice."""
    wins, attempt = _attempts()
    chance = np.empty((len(wins), MOST_THROWS - 1, FIRST_FULL), np.float32)
    start_chance = np.empty((len(wins), MOST_THROWS), np.float32)
    for earlier, worths in enumerate(solve_many(wins.T.astype(np.float64), MOST_THROWS)):
        chances = rounded(worths)
        start_chance[:, earlier] = chances[EMPTY_SET]
        if earlier < MOST_THROWS - 1:
            chance[:, earlier] = chances.T
    chances_by_cards = start_chance[attempt].transpose(0, 2, 1).copy()
    return Chances(*map(read_only, (chance, attempt.astype(np.int16), chances_by_cards)))


def _attempts() -> tuple[np.ndarray, np.ndarray]:
    """Return which full sets win each attempt, (attempts, full sets), and `Chances.attempt`."""
    strength = dice_lookups().strength[:, FIRST_FULL:]
    wins = strength[:, np.newaxis] > np.arange(NUM_RESULTS)[:, np.newaxis]
    rows = np.packbits(wins, axis=-1).reshape(NUM_CARD_SETS * NUM_RESULTS, -1)
    distinct, attempt = np.unique(rows, axis=0, return_inverse=True)
    full_sets = np.unpackbits(distinct, axis=-1, count=strength.shape[1])
    return full_sets, attempt.reshape(NUM_CARD_SETS, NUM_RESULTS)


def rounded(chances: np.ndarray) -> np.ndarray:
    """Return chances rounded to float32 multiples of 2 ** -23, so that `1 - chance` is exact."""
    return (chances + 1.0).astype(np.float32) - np.float32(1.0)


# --- in play -----------------------------------------------------------------------------------


@kernel
def chance_of(params, cards, beat, throws, kept_set):
    """Return the chance of a better result than `beat` after keeping a set, with `throws` left.

    `throws` is at most 3. `beat` is -1 if any result is enough. Without throws left, or with a full
    set, the result of `kept_set` itself counts.
    """
    if beat < 0:
        return 1.0
    if throws == 0 or kept_set >= FIRST_FULL:
        return 1.0 if params.strength[cards, kept_set] > beat else 0.0
    return float(params.chance[params.attempt[cards, beat], throws - 1, kept_set])


@kernel
def start_chance(params, cards, beat, throws):
    """Return the chance of a better result than `beat` in a complete attempt of `throws` throws."""
    return 1.0 if beat < 0 else float(params.start_chance[cards, throws - 1, beat])
