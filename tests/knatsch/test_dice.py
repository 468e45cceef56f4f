"""Sets of dice, keep masks, results and throws, compared with a reference implementation."""

from collections import Counter
from itertools import combinations_with_replacement

import numpy as np
import pytest

from hofspiele.envs.knatsch.dice import (
    EMPTY_SET,
    FIRST_FULL,
    KEEP_ALL,
    MOST_THROWS,
    NO_SET,
    NUM_CARD_SETS,
    NUM_KEEPS,
    NUM_RESULTS,
    NUM_SETS,
    dice_set_of,
    faces_of,
    parts_of,
    result_of,
    throw_dice,
)
from tests.knatsch.reference_dice import PARAMS, SETS, card_bits, generator, parts, reading

FULL = SETS[FIRST_FULL:]


# --- sets --------------------------------------------------------------------------------------


def test_all_sets_are_numbered_by_their_number_of_dice():
    expected = [
        dice for size in range(7) for dice in combinations_with_replacement(range(1, 7), size)
    ]
    assert expected == SETS
    assert [len(dice) for dice in SETS].index(6) == FIRST_FULL == NUM_SETS // 2
    assert SETS[EMPTY_SET] == ()
    assert PARAMS.dice_count.tolist() == [len(dice) for dice in SETS]
    assert PARAMS.counts.tolist() == [[dice.count(face) for face in range(1, 7)] for dice in FULL]


def test_parts_are_all_sets_without_one_die_that_is_not_dead():
    pairs = [(SETS[dice_set], SETS[part]) for dice_set, part in PARAMS.parts]
    assert len(set(pairs)) == len(pairs)
    assert set(pairs) == {
        (dice, tuple((Counter(dice) - Counter([face])).elements()))
        for dice in SETS
        for face in {*dice} - {6}
    }


# --- keep masks --------------------------------------------------------------------------------


def test_each_choice_of_dice_to_keep_has_exactly_one_mask():
    for index, dice in enumerate(FULL):
        kept = [SETS[number] for number in PARAMS.kept[index] if number != NO_SET]
        assert sorted(kept) == parts(dice)


def test_a_mask_keeps_its_dice_the_leftmost_of_equal_ones():
    for index, dice in enumerate(FULL):
        for mask in range(NUM_KEEPS):
            number = PARAMS.kept[index, mask]
            if number != NO_SET:
                places = [die for die in range(6) if mask >> die & 1]
                assert SETS[number] == tuple(dice[die] for die in places)
                for face in set(dice):
                    first = dice.index(face)
                    of_face = [die for die in places if dice[die] == face]
                    assert of_face == list(range(first, first + len(of_face)))


def test_dead_dice_leave_nothing_to_decide():
    allowed = np.flatnonzero(PARAMS.kept[dice_set_of([6] * 6) - FIRST_FULL] != NO_SET)
    assert allowed.tolist() == [KEEP_ALL]
    assert (PARAMS.kept[:, KEEP_ALL] == np.arange(FIRST_FULL, NUM_SETS)).all()


# --- results -----------------------------------------------------------------------------------


def test_results_of_all_sets_match_the_reference():
    for cards in range(NUM_CARD_SETS):
        faces = tuple(face for face in range(1, 6) if card_bits(face) & cards)
        expected = [result_of(*reading(dice, faces)) for dice in SETS]
        assert PARAMS.strength[cards].tolist() == expected


def test_results_are_numbers_in_the_order_of_the_rules():
    found = {reading(dice, cards) for dice in FULL for cards in [(), (1,), (5,), (1, 2, 3, 4, 5)]}
    numbers = [result_of(*parts) for parts in sorted(found)]
    assert len(numbers) > 120
    assert numbers == sorted(set(numbers))
    assert 0 == numbers[0] < numbers[-1] < NUM_RESULTS
    assert [tuple(parts_of(number)) for number in numbers] == sorted(found)
    assert PARAMS.strength.max() == result_of(7, 5, 4) < NUM_RESULTS


# --- throwing ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kept", [(), (6,), (3, 3), (1, 5, 6), (2, 2, 2, 6), (1, 1, 1, 1, 4)])
def test_a_throw_leaves_kept_dice(kept):
    state = generator(1)
    seen = Counter()
    for _ in range(300):
        dice = Counter(SETS[throw_dice(PARAMS, state, dice_set_of(kept))])
        assert dice.total() == 6
        assert not Counter(kept) - dice
        seen.update(dice - Counter(kept))
    assert set(seen) == {1, 2, 3, 4, 5, 6}
    assert seen.total() == 300 * (6 - len(kept))


def test_keeping_all_dice_throws_none():
    state = generator(1)
    full = dice_set_of([1, 2, 3, 4, 5, 6])
    assert throw_dice(PARAMS, state, full) == full
    assert state["draws"] == 0


def test_all_throws_are_equally_likely():
    state = generator(0)
    pairs = Counter()
    for _ in range(6000):
        dice = Counter(SETS[throw_dice(PARAMS, state, dice_set_of([1, 2, 3, 4]))])
        pairs[tuple(sorted((dice - Counter([1, 2, 3, 4])).elements()))] += 1
    expected = {
        pair: 6000 / (36 if pair[0] == pair[1] else 18)
        for pair in combinations_with_replacement(range(1, 7), 2)
    }
    chi2 = sum((pairs[pair] - mean) ** 2 / mean for pair, mean in expected.items())
    assert chi2 < 45.3  # 20 degrees of freedom, p = 0.001


def test_known_throws_never_change():
    """A change here changes all games that were ever recorded."""
    state = generator(2023)
    dice = [faces_of(throw_dice(PARAMS, state, EMPTY_SET)) for _ in range(MOST_THROWS)]
    assert dice == [[2, 3, 4, 5, 5, 6], [1, 1, 2, 4, 4, 6], [1, 2, 3, 4, 5, 6], [2, 3, 4, 5, 5, 5]]
