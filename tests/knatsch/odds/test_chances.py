"""Chances to beat a result, against fractions by hand, the solver, and play."""

from fractions import Fraction

import numpy as np
import pytest

from hofspiele.envs.core.kernels import kernel
from hofspiele.envs.knatsch.dice import (
    EMPTY_SET,
    FIRST_FULL,
    KEEP_ALL,
    MOST_THROWS,
    NO_SET,
    NUM_CARD_SETS,
    NUM_RESULTS,
    NUM_SETS,
    dice_set_of,
    result_of,
    throw_dice,
)
from hofspiele.envs.knatsch.odds.chances import (
    all_chances,
    chance_of,
    keep_chances,
    rounded,
    start_chance,
)
from hofspiele.envs.knatsch.odds.solver import solve
from tests.knatsch.optimal_keeps import surest_keep
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
from tests.plain_python import in_plain_python

# The number of throws left after the first one, which is made without a choice.
THROWS_LEFT = range(1, MOST_THROWS)
TRIPLE = (3, 4, 2)

# The result to beat, and dice cards.
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

# --- against fractions -------------------------------------------------------------------------


@pytest.mark.parametrize(("beat", "cards"), ATTEMPTS)
def test_chances_are_those_of_all_throws_counted_by_hand(beat, cards):
    rows = worths(lambda dice: Fraction(reading(dice, cards) > beat), MOST_THROWS)
    bits, number = card_bits(*cards), result_of(*beat)
    for left in THROWS_LEFT:
        for kept_set, dice in enumerate(SETS):
            chance = chance_of(PARAMS, bits, number, left, kept_set)
            assert chance == pytest.approx(float(rows[left][dice]), abs=1e-7)
    for throws in THROWS:
        chance = start_chance(PARAMS, bits, number, throws)
        assert chance == pytest.approx(float(rows[throws][()]), abs=1e-7)
    assert 0 < rows[1][()] < rows[2][()] < rows[3][()] < rows[4][()] < 1


def test_the_last_die_against_the_king_by_hand():
    """With four 5 and a dead die 2 to 5 will do; a 1 may be thrown again, a 6 may not."""
    king = result_of(4, 5, 1)
    kept_set = dice_set_of([5, 5, 5, 5, 6])
    assert chance_of(PARAMS, 0, king, 1, kept_set) == pytest.approx(4 / 6)
    assert chance_of(PARAMS, 0, king, 2, kept_set) == pytest.approx(4 / 6 + 1 / 6 * 4 / 6)


@pytest.mark.parametrize("num_throws", THROWS)
def test_only_six_dead_dice_are_nothing(num_throws):
    """Dead dice can't be thrown again, so more throws do not help."""
    nothing = result_of(0, 0, 0)
    assert start_chance(PARAMS, 0, nothing, num_throws) == pytest.approx(1 - 6**-6, abs=1e-7)


# --- against the solver ------------------------------------------------------------------------


@kernel
def differences(params, cards, beat, after):
    """Return how many chances differ from those of the solver; `after` is a buffer."""
    payoff = np.zeros(NUM_RESULTS)
    payoff[beat + 1 :] = 1.0
    solve(params, cards, payoff, MOST_THROWS, after, np.empty(NUM_SETS))
    found = 0
    for left in range(1, MOST_THROWS):
        chances = keep_chances(params, cards, beat, left)
        for kept_set in range(FIRST_FULL):
            found += chances[kept_set] != np.float32(after[left, kept_set] + 1.0) - 1.0
    for throws in range(1, MOST_THROWS + 1):
        chance = np.float32(after[throws, EMPTY_SET] + 1.0) - 1.0
        found += start_chance(params, cards, beat, throws) != chance
    return found


def test_all_chances_are_those_of_the_solver_to_the_last_bit():
    """In plain Python only a few are compared."""
    card_sets, beats = range(NUM_CARD_SETS), range(NUM_RESULTS)
    if not COMPILED:
        card_sets, beats = (0, 31), (result_of(*TRIPLE), result_of(5, 5, 4))
    after = np.empty((MOST_THROWS + 1, NUM_SETS))
    for cards in card_sets:
        for beat in beats:
            assert differences(PARAMS, cards, beat, after) == 0


def test_chances_of_keeps_are_those_of_each():
    beat = result_of(*TRIPLE)
    for cards in (0, card_bits(2, 4)):
        for left in THROWS_LEFT:
            chances = keep_chances(PARAMS, cards, beat, left)
            each = [chance_of(PARAMS, cards, beat, left, kept) for kept in range(FIRST_FULL)]
            assert chances.tolist() == each


def test_chances_and_what_is_left_to_1_are_exact():
    chances = np.random.default_rng(1).random(1000)
    steps = rounded(chances) * 2.0**23
    assert (steps == steps.round()).all()
    assert np.abs(rounded(chances) - chances).max() <= 2.0**-24


# --- what must hold everywhere -----------------------------------------------------------------


def test_shared_chances_are_read_only():
    for array in all_chances():
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize("cards", [0, card_bits(3), card_bits(1, 5), NUM_CARD_SETS - 1])
def test_more_throws_and_lower_results_are_better(cards):
    beats = np.unique(PARAMS.strength[cards, FIRST_FULL:])
    chances = PARAMS.chance[PARAMS.attempt[cards, beats]]
    starts = PARAMS.start_chance[cards][:, beats].T
    assert len(beats) > 30
    assert chances.min() == starts.min() == 0
    assert chances.max() == 1
    assert (np.diff(chances, axis=1) >= 0).all()
    assert (np.diff(chances, axis=0) <= 0).all()
    # Exceptions are the lowest result (only dead dice fail, for good) and the highest one.
    assert (np.diff(starts[1:-1], axis=1) > 0).all()
    assert (np.diff(starts, axis=0) < 0).all()


def test_a_result_below_all_full_sets_is_certainly_beaten():
    assert chance_of(PARAMS, card_bits(3), result_of(0, 0, 0), 2, EMPTY_SET) == 1.0


def test_any_result_beats_none():
    assert chance_of(PARAMS, 0, -1, 3, EMPTY_SET) == 1.0
    assert chance_of(PARAMS, 0, -1, 0, dice_set_of([6] * 6)) == 1.0
    assert start_chance(PARAMS, 0, -1, 1) == 1.0


def test_a_dice_card_never_harms():
    beat = result_of(*TRIPLE)
    for cards in range(NUM_CARD_SETS):
        for face in range(1, 6):
            without = cards & ~card_bits(face)
            for left in THROWS:
                more, fewer = (start_chance(PARAMS, own, beat, left) for own in (cards, without))
                assert more > fewer if without != cards else more == fewer


def test_a_keep_can_be_no_better_than_the_best():
    rng = np.random.default_rng(3)
    beat = result_of(*TRIPLE)
    for full in rng.integers(FIRST_FULL, NUM_SETS, 60):
        for left in THROWS_LEFT:
            chances = {
                mask: chance_of(PARAMS, 0, beat, left, int(kept))
                for mask, kept in enumerate(PARAMS.kept[full - FIRST_FULL])
                if kept != NO_SET
            }
            best = surest_keep(PARAMS, 0, beat, left, int(full))
            assert chances[best] == max(chances.values())
            assert best == max(mask for mask in chances if chances[mask] == chances[best])


def test_a_winning_set_is_kept_whole():
    beat = result_of(*TRIPLE)
    better = np.flatnonzero(PARAMS.strength[0] > beat)
    better = better[better >= FIRST_FULL]
    assert len(better) > 20
    for full in better:
        assert chance_of(PARAMS, 0, beat, 2, int(full)) == 1.0
        assert surest_keep(PARAMS, 0, beat, 2, int(full)) == KEEP_ALL


def test_without_throws_left_the_dice_decide():
    beat = result_of(*TRIPLE)
    assert chance_of(PARAMS, 0, beat, 0, dice_set_of([4, 4, 4, 3])) == 1.0
    assert chance_of(PARAMS, 0, beat, 0, dice_set_of([4, 4, 4, 2])) == 0.0
    assert chance_of(PARAMS, card_bits(3), beat, 0, dice_set_of([4, 4, 4, 2])) == 1.0


def test_dead_dice_are_kept_however_much_a_throw_could_bring():
    dead = dice_set_of([6] * 6)
    assert start_chance(PARAMS, 0, result_of(0, 0, 0), 1) > 0.99
    assert surest_keep(PARAMS, 0, result_of(0, 0, 0), 2, dead) == KEEP_ALL
    assert surest_keep(PARAMS, 0, result_of(0, 0, 0), 1, dead) == KEEP_ALL


# --- against play ------------------------------------------------------------------------------


@kernel
def play_for_chance(params, state, cards, beat, num_throws, games):
    """Return how many of `games` attempts beat the result with the surest keeps."""
    beaten = 0
    for _ in range(games):
        full = throw_dice(params, state, EMPTY_SET)
        for left in range(num_throws - 1, 0, -1):
            mask = surest_keep(params, cards, beat, left, full)
            full = throw_dice(params, state, params.kept[full - FIRST_FULL, mask])
        beaten += params.strength[cards, full] > beat
    return beaten


GAMES = 200_000 if COMPILED else 2_000


@pytest.mark.parametrize("num_throws", THROWS)
@pytest.mark.parametrize(("beat", "cards"), ATTEMPTS[:5])
def test_attempts_succeed_as_often_as_they_should(beat, cards, num_throws):
    number, bits = result_of(*beat), card_bits(*cards)
    beaten = play_for_chance(PARAMS, generator(5), bits, number, num_throws, GAMES)
    chance = start_chance(PARAMS, bits, number, num_throws)
    assert abs(beaten - GAMES * chance) < 4 * (GAMES * chance * (1 - chance)) ** 0.5


def attempts_and_chances():
    """Return a few attempts: dice, the surest keep, and its chance."""
    state = generator(1)
    found = []
    for cards, beat in ((0, result_of(*TRIPLE)), (card_bits(1, 4), result_of(4, 5, 1))):
        for left in (3, 2, 1):
            full = int(throw_dice(PARAMS, state, dice_set_of([1, 4])))
            mask = int(surest_keep(PARAMS, cards, beat, left, full))
            kept = int(PARAMS.kept[full - FIRST_FULL, mask])
            found.append([full, mask, float(chance_of(PARAMS, cards, beat, left, kept))])
    return found


def test_plain_python_gives_the_same_numbers():
    expected = attempts_and_chances()
    assert in_plain_python(attempts_and_chances) == expected
    assert len({tuple(attempt) for attempt in expected}) == 6
    assert all(0 < chance < 1 for _, _, chance in expected)
