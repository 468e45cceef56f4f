"""Random numbers that live in the game record: SplitMix64, a 64-bit counter-based generator.

Draw n of a game is a fixed mix of (key, n), so that the same seed and the same actions give the
same game on every machine, and a copied record continues identically. Source of the constants:
Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.

`int(np.uint64(x))` is 64-bit arithmetic for the compiler and unbounded for the interpreter; the
mask makes both agree.
"""

import numpy as np

from hofspiele.envs.core.checks import is_integer, shown
from hofspiele.envs.core.kernels import kernel

_WORD = 0xFFFFFFFFFFFFFFFF
_GOLDEN = 0x9E3779B97F4A7C15


def as_seed(seed: int | np.integer) -> np.uint64:
    """`seed` as the kernels take it; ValueError unless it is an integer in [0, 2**64)."""
    if is_integer(seed) and 0 <= seed <= _WORD:
        return np.uint64(seed)
    raise ValueError(f"seed is {shown(seed)}, expected an integer from 0 to 2**64 - 1")


@kernel
def _mix(word):
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
    return word ^ (word >> 31)


@kernel
def derive_seed(seed, index):
    """Seed number `index` (0, 1, 2 …) of the independent seeds that come of `seed` (uint64)."""
    step = ((int(np.uint64(index)) + int(np.uint64(1))) * _GOLDEN) & _WORD
    return np.uint64(_mix((_mix(int(np.uint64(seed))) + step) & _WORD))


@kernel
def _derive_seeds(seed, indices, seeds):
    for k in range(len(indices)):
        seeds[k] = derive_seed(seed, indices[k])


def derived_seeds(seed: int | np.integer, indices: np.ndarray) -> np.ndarray:
    """`derived_seed` of many `indices`, (M,) int64: (M,) uint64."""
    seeds = np.empty(len(indices), np.uint64)
    _derive_seeds(as_seed(seed), indices, seeds)
    return seeds


def derived_seed(seed: int | np.integer, index: int) -> np.uint64:
    """`derive_seed` for callers outside of kernels, where a compiled uint64 comes back as int."""
    return np.uint64(derive_seed(as_seed(seed), index))


@kernel
def seed_generator(state, seed):
    """Start the record's generator anew from `seed` (uint64)."""
    state.key = derive_seed(seed, 0)
    state.draws = np.uint64(0)


@kernel
def random_word(state):
    """32 random bits as an int64 in [0, 2**32)."""
    state.draws += np.uint64(1)
    word = _mix((int(state.key) + int(state.draws) * _GOLDEN) & _WORD)
    return np.int64(word >> 32)


@kernel
def random_uint64(state):
    """64 random bits, as the seed or word of something else."""
    high = random_word(state)
    return np.uint64(high) << np.uint64(32) | np.uint64(random_word(state))


@kernel
def random_below(state, bound):
    """Uniform integer in [0, bound), 0 < bound < 2**31, exactly (Lemire 2019, rejection)."""
    product = random_word(state) * bound
    if product & 0xFFFFFFFF < bound:
        threshold = (1 << 32) % bound
        while product & 0xFFFFFFFF < threshold:
            product = random_word(state) * bound
    return product >> 32


@kernel
def shuffle(state, cards, count):
    """Shuffle the first `count` entries of the array `cards` (Fisher-Yates)."""
    for last in range(count - 1, 0, -1):
        other = random_below(state, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
