"""Chances of beating a result, compared with all throws counted by hand and the solver."""

import numpy as np
import pytest

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.knatsch.dice import (
    EMPTY_SET,
    FIRST_FULL,
    MOST_THROWS,
    NUM_CARD_SETS,
    NUM_RESULTS,
    NUM_SETS,
    dice_set_of,
    result_of,
    throw_dice,
)
from hofspiele.envs.knatsch.odds.chances import chance_of, start_chance
from hofspiele.envs.knatsch.odds.solver import solve
from tests.knatsch.reference_dice import (
    COMPILED,
    PARAMS,
    SETS,
    THROWS,
    card_bits,
    generator,
    reading,
    worths,
)
from tests.knatsch.scenario import game_of
from tests.processes import in_plain_python

# Possible numbers of throws left after the first throw, which is made without a choice.
THROWS_LEFT = range(1, MOST_THROWS)
TRIPLE = (3, 4, 2)

# Pairs of a result to beat and dice cards.
ATTEMPTS = [
    (TRIPLE, ()),
    ((3, 3, 1), (3,)),
    ((4, 5, 1), ()),
    ((4, 5, 1), (1, 5)),
    ((2, 5, 4), (2, 4)),
    ((1, 1, 0), ()),
    ((1, 4, 3), (4,)),
    ((6, 5, 0), (1, 2, 3, 4, 5)),
]

# --- against all throws ------------------------------------------------------------------------


@pytest.mark.parametrize(("beat", "cards"), ATTEMPTS)
def test_chances_agree_with_all_throws_counted_by_hand(beat, cards):
    rows = worths(lambda dice: float(reading(dice, cards) > beat), MOST_THROWS)
    bits, number = card_bits(*cards), result_of(*beat)
    for left in THROWS_LEFT:
        for kept_set, dice in enumerate(SETS):
            chance = chance_of(PARAMS, bits, number, left, kept_set)
            assert chance == pytest.approx(rows[left][dice], abs=1e-7)
    for throws in THROWS:
        chance = start_chance(PARAMS, bits, number, throws)
        assert chance == pytest.approx(rows[throws][()], abs=1e-7)
    assert 0 < rows[1][()] < rows[2][()] < rows[3][()] < rows[4][()] < 1


# --- against the solver ------------------------------------------------------------------------


@kernel
def differences(params, cards, beat, after):
    """Return how many chances differ from those of the solver; `after` is a buffer."""
    payoff = np.zeros(NUM_RESULTS)
    payoff[beat + 1 :] = 1.0
    best = np.empty(NUM_SETS)
    found = 0
    for left in range(1, MOST_THROWS + 1):
        solve(params, cards, payoff, left, after, best)
        if left < MOST_THROWS:
            for kept_set in range(FIRST_FULL):
                chance = chance_of(params, cards, beat, left, kept_set)
                found += chance != np.float32(after[kept_set] + 1.0) - 1.0
        chance = np.float32(after[EMPTY_SET] + 1.0) - 1.0
        found += start_chance(params, cards, beat, left) != chance
    return found


def test_all_chances_equal_those_of_the_solver_bit_for_bit():
    """In plain Python, only a few chances are compared."""
    card_sets, beats = range(NUM_CARD_SETS), range(NUM_RESULTS)
    if not COMPILED:
        card_sets, beats = (0, 31), (result_of(*TRIPLE), result_of(5, 5, 4))
    after = np.empty(NUM_SETS)
    for cards in card_sets:
        for beat in beats:
            assert differences(PARAMS, cards, beat, after) == 0


def test_thresholds_are_the_best_results_that_players_are_likely_to_beat():
    params = game_of(4).params[0]
    for cards in range(NUM_CARD_SETS):
        for throws in (3, 4):
            chances = [start_chance(params, cards, beat, throws) for beat in range(NUM_RESULTS)]
            for players in range(1, 6):
                likely = [1 - (1 - chance) ** players > 0.5 for chance in chances]
                best = int(params.likely_beaten[cards, throws - 3, players - 1])
                assert likely[best]
                assert not any(likely[best + 1 :])


# --- in plain Python ----------------------------------------------------------------------------


def throws_and_chances():
    """Return a few throws with 1 and 4 kept, and the chances to beat a result with these kept."""
    state, kept = generator(1), dice_set_of([1, 4])
    found = []
    for cards, beat in ((0, result_of(*TRIPLE)), (card_bits(1, 4), result_of(4, 5, 1))):
        for left in (3, 2, 1):
            chance = float(chance_of(PARAMS, cards, beat, left, kept))
            found.append([int(throw_dice(PARAMS, state, kept)), chance])
    return found


def test_plain_python_gives_the_same_numbers():
    expected = throws_and_chances()
    assert in_plain_python(throws_and_chances) == expected
    assert len({tuple(found) for found in expected}) == 6
    assert all(0 < chance < 1 for _, chance in expected)
