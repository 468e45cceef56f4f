"""The dice: encodings of sets of dice and of results, and throws.

A *set* of dice consists of 0 to 6 dice with faces 1 to 6. The 924 sets are ordered by the number of
dice, then by the faces: the empty set has index 0, and the 462 full sets come last.

A *result* is an integer, and a better result is a larger integer (KN-3):
``(equal * 6 + face) * 6 + extra`` for `equal` equal dice of `face`, where `extra` is the highest
other face (0 if there is none). The result is 0 if all dice are dead and the player has no
dice cards.

A player's *dice cards* are a bit set: bit f - 1 is set if the player owns die f.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.read_only import read_only
from hofspiele.envs.core.rng import random_below

NUM_DICE = 6
NUM_FACES = 6
DEAD = 6  # The face that counts for nothing and is never thrown again.

NUM_SETS = 924
FIRST_FULL = 462
EMPTY_SET = 0
NO_SET = -1

NUM_KEEPS = 64
KEEP_ALL = 63
NO_KEEP = -1
MOST_THROWS = 4

DICE_CARDS = 5
NUM_CARD_SETS = 32
NUM_RESULTS = 8 * 36  # At most seven dice are equal: six on the table and a dice card.


class DiceLookups(NamedTuple):
    """Lookup tables about sets of dice, indexed by set.

    All are int16, except `add` and `parts`, which are uint16: kernels read millions of their
    entries, and unsigned indices are faster.
    """

    dice_count: np.ndarray  # (924,) number of dice in the set
    # (462, 6) for each set that is not full and each f, the set with a die of face f + 1 added.
    add: np.ndarray
    # (2310, 2) pairs of a set and the same set without one die that is not dead. They are ordered
    # by the number of dice, then by the removed face, so that no pair depends on the pair right
    # before it.
    parts: np.ndarray
    counts: np.ndarray  # (462, 6) for full sets (index: set - FIRST_FULL), dice of face f + 1
    # (462, 64) for full sets, the set that a keep mask keeps, or NO_SET if the mask is not allowed;
    # bit i of the mask keeps die i of the set in ascending order.
    kept: np.ndarray
    # (462, 64) for full sets, the allowed masks that throw dice again, then NO_KEEPs.
    rethrows: np.ndarray
    strength: np.ndarray  # (32, 924) the result by dice cards and set
    is_result: np.ndarray  # (288,) 1 for each result that six dice can make with some dice cards


_FACES = range(1, NUM_FACES + 1)
_SETS = [
    dice for count in range(NUM_DICE + 1) for dice in combinations_with_replacement(_FACES, count)
]
_NUMBERS = {dice: number for number, dice in enumerate(_SETS)}
# The number of dice of each face in each set, (924, 6).
_COUNTS = np.array([[dice.count(face) for face in _FACES] for dice in _SETS])


def dice_set_of(faces: Iterable[int]) -> int:
    """Return the index of the set of at most six dice with these faces, in any order."""
    return _NUMBERS[tuple(sorted(faces))]


def faces_of(dice_set: int) -> list[int]:
    """Return the faces of a set of dice in ascending order."""
    return list(_SETS[dice_set])


# --- lookups -----------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def dice_lookups() -> DiceLookups:
    """Return all lookup tables; their arrays are read-only."""
    one_die = np.eye(NUM_FACES, dtype=int)
    kept = _kept_sets(np.array(_SETS[FIRST_FULL:]))
    strength = _strengths(_COUNTS)
    lookups = DiceLookups(
        dice_count=_COUNTS.sum(axis=1),
        add=_sets_with(_COUNTS[:FIRST_FULL, np.newaxis] + one_die).astype(np.uint16),
        parts=_parts(_sets_with(_COUNTS[:, np.newaxis] - one_die[: DEAD - 1])).astype(np.uint16),
        counts=_COUNTS[FIRST_FULL:],
        kept=kept,
        rethrows=_rethrow_masks(kept),
        strength=strength,
        is_result=np.isin(np.arange(NUM_RESULTS), strength[:, FIRST_FULL:]),
    )
    small = (each if each.dtype == np.uint16 else each.astype(np.int16) for each in lookups)
    return DiceLookups(*map(read_only, small))


def _sets_with(counts: np.ndarray) -> np.ndarray:
    """Return the set for each vector of dice counts (last axis: faces); NO_SET if there is none."""
    base = NUM_DICE + 3  # Counts from -1 to 7 become the digits of an index in this base.
    places = base ** np.arange(NUM_FACES)
    known = np.full(base**NUM_FACES, NO_SET)
    known[(_COUNTS + 1) @ places] = np.arange(NUM_SETS)
    return known[(counts + 1) @ places]


def _parts(less: np.ndarray) -> np.ndarray:
    """Return `DiceLookups.parts`; `less[set, f]` is the set without one die of face f + 1."""
    sets, faces = np.nonzero(less != NO_SET)
    pairs = np.column_stack([sets, less[sets, faces]])
    return pairs[np.lexsort((faces, _COUNTS[sets].sum(axis=1)))]


def _kept_sets(faces: np.ndarray) -> np.ndarray:
    """Return `DiceLookups.kept`; masks keep the first of equal dice, so each choice is unique."""
    keeps = np.arange(NUM_KEEPS)[:, np.newaxis] >> np.arange(NUM_DICE) & 1 == 1
    thrown = ~keeps
    dice = faces[:, np.newaxis]
    dead_thrown = (dice == DEAD) & thrown
    equal_kept_later = (dice[..., :-1] == dice[..., 1:]) & thrown[:, :-1] & keeps[:, 1:]
    allowed = ~dead_thrown.any(axis=-1) & ~equal_kept_later.any(axis=-1)
    counts = [((dice == face) & keeps).sum(axis=-1) for face in _FACES]
    return np.where(allowed, _sets_with(np.stack(counts, axis=-1)), NO_SET)


def _rethrow_masks(kept: np.ndarray) -> np.ndarray:
    found = np.full_like(kept, NO_KEEP)
    for allowed, masks in zip(kept[:, :KEEP_ALL] != NO_SET, found, strict=True):
        masks[: allowed.sum()] = np.flatnonzero(allowed)
    return found


def _strengths(counts: np.ndarray) -> np.ndarray:
    """Return the results by dice cards and set; `counts` is the number of dice by set and face.

    KN-4: dice are read in the best way: most equal dice, then highest face, then highest extra die.
    """
    live = np.arange(1, DEAD)
    cards = np.arange(NUM_CARD_SETS)[:, np.newaxis] >> (live - 1) & 1
    counts = counts[:, : DEAD - 1] + cards[:, np.newaxis]
    equal = counts.max(axis=-1)
    face = np.where(counts == equal[..., np.newaxis], live, 0).max(axis=-1)
    others = (counts > 0) & (live != face[..., np.newaxis])
    extra = np.where(others, live, 0).max(axis=-1)
    return np.where(equal > 0, _result(equal, face, extra), 0)


# --- results -----------------------------------------------------------------------------------


def _result(equal, face, extra):
    """Return the result of `equal` dice of `face` with an extra die (0 without one)."""
    return (equal * 6 + face) * 6 + extra


result_of = kernel(_result)  # `_strengths` applies the plain function to arrays.


@kernel
def parts_of(result):
    """Return the number of equal dice, their face and the extra die of a result."""
    return result // 36, result // 6 % 6, result % 6


# --- throwing ----------------------------------------------------------------------------------


@kernel
def throw_dice(params, state, kept_set):
    """Throw all dice except those of `kept_set`; return the full set on the table."""
    dice_set = kept_set
    for _ in range(NUM_DICE - params.dice_count[kept_set]):
        dice_set = params.add[dice_set, random_below(state, NUM_FACES)]
    return dice_set
