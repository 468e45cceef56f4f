import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hofspiele.envs.core.rng import (
    as_seed,
    derived_seed,
    derived_seeds,
    random_below,
    random_word,
    seed_generator,
    shuffle,
)
from hofspiele.envs.core.state import state_dtype
from tests.play import seeds

# SplitMix64 as in the paper, with the unbounded integers of Python.
WORD = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


def mix(word):
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & WORD
    return word ^ (word >> 31)


def generator(seed):
    state = np.zeros(1, state_dtype([]))[0]
    seed_generator(state, np.uint64(seed))
    return state


def test_the_mixer_is_splitmix64():
    # These are the first outputs of the reference implementation for state 0 (Vigna, splitmix64.c).
    assert [mix(n * GOLDEN & WORD) for n in (1, 2)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4]


@given(seed=seeds)
def test_words_are_the_high_halves_of_splitmix64(seed):
    state = generator(seed)
    key = int(state["key"])
    words = [random_word(state) for _ in range(5)]
    assert words == [mix((key + n * GOLDEN) & WORD) >> 32 for n in range(1, 6)]
    assert state["draws"] == 5


@given(seed=seeds, index=st.integers(0, 2**62))
def test_derived_seeds_are_those_of_splitmix64(seed, index):
    expected = mix((mix(seed) + (index + 1) * GOLDEN) & WORD)
    assert derived_seed(seed, index) == expected
    assert isinstance(derived_seed(seed, index), np.uint64)
    assert derived_seeds(seed, np.array([7, index]))[1] == expected
    seeds = np.array([7, seed], np.uint64)
    assert derived_seeds(seeds, np.array([7, index]))[1] == expected


@given(seed=seeds, bound=st.integers(1, 2**31 - 1))
def test_numbers_are_below_their_bound(seed, bound):
    state = generator(seed)
    assert all(0 <= random_below(state, bound) < bound for _ in range(20))


def test_words_that_would_cause_a_bias_are_drawn_again():
    # Of 2**32 words, 2**32 % bound are rejected: nearly a quarter for this bound.
    state = generator(1)
    for _ in range(1000):
        random_below(state, 3 * 2**29 + 1)
    assert 1200 < state["draws"] < 1500


def test_numbers_below_a_bound_are_uniform():
    state = generator(0)
    counts = np.bincount([random_below(state, 6) for _ in range(6000)], minlength=6)
    assert ((counts - 1000) ** 2 / 1000).sum() < 20.5  # chi², 5 degrees of freedom, p = 0.001


def test_all_orders_are_equally_likely():
    state = generator(0)
    counts = dict.fromkeys(["012", "021", "102", "120", "201", "210"], 0)
    for _ in range(6000):
        cards = np.arange(4)
        shuffle(state, cards, 3)
        assert cards[3] == 3
        counts["".join(map(str, cards[:3]))] += 1
    assert ((np.array(list(counts.values())) - 1000) ** 2 / 1000).sum() < 20.5


def test_known_values_never_change():
    # Other values would change all recorded games.
    state = generator(2023)
    assert int(state["key"]) == int(derived_seed(2023, 0))
    assert [random_below(state, 100) for _ in range(8)] == [77, 87, 38, 78, 63, 20, 85, 64]


@pytest.mark.parametrize("seed", [0, 2**64 - 1, np.uint64(7), np.int32(7)])
def test_valid_seeds_are_accepted(seed):
    assert int(as_seed(seed)) == int(seed)
