"""A slow second implementation of the dice rules, as reference for the kernels."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import numba
import numpy as np

from hofspiele.envs.core.rng import seed_generator
from hofspiele.envs.core.state import record_of, state_dtype
from hofspiele.envs.knatsch.dice import MOST_THROWS, NUM_SETS, dice_lookups, faces_of
from hofspiele.envs.knatsch.odds.chances import all_chances

Dice = tuple[int, ...]
Number = Fraction | float
Result = tuple[int, int, int]

NOTHING = (0, 0, 0)
COMPILED = not numba.config.DISABLE_JIT


PARAMS = record_of(dice_lookups()._asdict() | all_chances()._asdict())[0]
SETS = [tuple(faces_of(number)) for number in range(NUM_SETS)]
THROWS = range(1, MOST_THROWS + 1)


def generator(seed: int) -> np.record:
    """Return a record that contains only a random generator."""
    state = np.zeros(1, state_dtype([]))[0]
    seed_generator(state, np.uint64(seed))
    return state


def card_bits(*faces: int) -> int:
    """Return dice cards as a bit set."""
    return sum(1 << (face - 1) for face in faces)


@cache
def reading(dice: Dice, cards: Dice = ()) -> Result:
    """Return the best result that dice and the faces of dice cards can be read as."""
    counts = Counter([face for face in dice if face != 6] + list(cards))
    readings = [
        (equal, face, max([other for other in counts if other != face], default=0))
        for face in counts
        for equal in range(1, counts[face] + 1)
    ]
    return max(readings, default=NOTHING)


@cache
def throws(missing: int) -> Counter[Dice]:
    """Return each possible throw of `missing` dice, with its number of cases of 6 ** `missing`."""
    return Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=missing))


@cache
def completed(kept: Dice) -> Counter[Dice]:
    """Return each set of six dice that a throw can complete `kept` to, with its number of cases."""
    complete: Counter[Dice] = Counter()
    for thrown, cases in throws(6 - len(kept)).items():
        complete[tuple(sorted(kept + thrown))] += cases
    return complete


@cache
def parts(dice: Dice) -> list[Dice]:
    """Return all sets of dice that may be kept: every 6 and any of the others."""
    dead = tuple(face for face in dice if face == 6)
    live = dice[: len(dice) - len(dead)]
    return sorted({kept + dead for size in range(7) for kept in combinations(live, size)})


def worths(payoff: Callable[[Dice], Number], num_throws: int) -> list[dict[Dice, Number]]:
    """Return, for each number of throws left, the worth of every set of dice that is kept.

    The worths are exact if the payoffs are fractions; floats are ten times as fast.
    """
    full = sorted(throws(6))
    rows = [{dice: payoff(dice) for dice in full}]
    for _ in range(num_throws):
        best = {
            dice: max(rows[-1][part] for part in parts(dice) if part in rows[-1]) for dice in full
        }
        row = dict(rows[0])
        for kept in {part for dice in full for part in parts(dice)} - row.keys():
            cases = completed(kept)
            total = sum(cases[dice] * best[dice] for dice in cases)
            row[kept] = total / cases.total()
        rows.append(row)
    return rows
