"""Random numbers from the state record: SplitMix64, a 64-bit counter-based generator.

Draw n of a game is a hash of (key, n). So the same seed and actions lead to the same game on every
machine, and a copied record continues identically. Source of the constants: Steele, Lea and
Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.

`int(np.uint64(x))` is a 64-bit integer in compiled code, but an unlimited one in the interpreter.
The mask `_WORD` makes the results equal.
"""

import numpy as np

from hofspiele.envs.core.checks import whole_number
from hofspiele.envs.core.compile.kernels import kernel

_WORD = 0xFFFFFFFFFFFFFFFF
_GOLDEN = 0x9E3779B97F4A7C15


def as_seed(seed: int | np.integer) -> np.uint64:
    """Return `seed` as uint64; raise ValueError unless it is an integer in [0, 2**64)."""
    return np.uint64(whole_number("seed", seed, 0, _WORD))


@kernel
def _mix(word):
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
    return word ^ (word >> 31)


@kernel
def derive_seed(seed, index):
    """Return the seed at `index` (0, 1, 2 …) in the sequence derived from `seed`: uint64."""
    step = ((int(np.uint64(index)) + int(np.uint64(1))) * _GOLDEN) & _WORD
    return np.uint64(_mix((_mix(int(np.uint64(seed))) + step) & _WORD))


@kernel
def _derive_seeds(seeds, indices, derived):
    for k in range(len(indices)):
        derived[k] = derive_seed(seeds[k], indices[k])


def derived_seeds(seeds: int | np.integer | np.ndarray, indices: np.ndarray) -> np.ndarray:
    """Return the seeds derived from `seeds` at `indices`, (M,) int64, as (M,) uint64.

    `seeds` are (M,) uint64, or one seed for all indices.
    """
    derived = np.empty(len(indices), np.uint64)
    _derive_seeds(np.full(len(indices), seeds, np.uint64), indices, derived)
    return derived


def derived_seed(seed: int | np.integer, index: int) -> np.uint64:
    """Return `derive_seed(seed, index)` as np.uint64; the compiled kernel returns an int."""
    return np.uint64(derive_seed(as_seed(seed), index))


@kernel
def seed_generator(state, seed):
    """Reset the record's generator to `seed`, uint64."""
    state.key = derive_seed(seed, 0)
    state.draws = np.uint64(0)


@kernel
def random_word(state):
    """Draw 32 random bits and return them as an int64 in [0, 2**32)."""
    state.draws += np.uint64(1)
    word = _mix((int(state.key) + int(state.draws) * _GOLDEN) & _WORD)
    return np.int64(word >> 32)


@kernel
def random_uint64(state):
    """Draw 64 random bits and return them as uint64."""
    high = random_word(state)
    return np.uint64(high) << np.uint64(32) | np.uint64(random_word(state))


@kernel
def random_below(state, bound):
    """Draw an integer in [0, bound), exactly uniform, for 0 < bound < 2**31.

    Source: Lemire, "Fast random integer generation in an interval", 2019, with rejection.
    """
    product = random_word(state) * bound
    if product & 0xFFFFFFFF < bound:
        threshold = (1 << 32) % bound
        while product & 0xFFFFFFFF < threshold:
            product = random_word(state) * bound
    return product >> 32


@kernel
def shuffle(state, cards, count):
    """Shuffle the first `count` entries of the array `cards` in place (Fisher-Yates)."""
    for last in range(count - 1, 0, -1):
        other = random_below(state, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
