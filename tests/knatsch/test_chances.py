"""What throws are worth, against fractions by hand, against play, and from two threads."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from threading import Barrier

import numpy as np
import pytest

from hofspiele.envs.core.kernels import kernel
from hofspiele.envs.knatsch.chances import chance_of, solve, start_chance
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
    faces_of,
    parts_of,
    result_of,
    throw_dice,
)
from hofspiele.envs.knatsch.start_chances import solve_start_chances
from tests.knatsch.dice_by_hand import (
    card_bits,
    generator,
    new_tables,
    reading,
    worths,
)
from tests.knatsch.keeps import best_keep, surest_keep

TABLES = new_tables()
SETS = [tuple(faces_of(number)) for number in range(NUM_SETS)]
THROWS = range(1, MOST_THROWS + 1)
TRIPLE = (3, 4, 2)

# to beat, dice cards
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


def solve_all(cards, payoff, num_throws=MOST_THROWS):
    """The rows that `solve` fills, and no more of them."""
    after = np.full((MOST_THROWS + 1, NUM_SETS), np.nan)
    solve(TABLES, cards, payoff, num_throws, after, np.full(NUM_SETS, np.nan))
    return after


# --- against fractions -------------------------------------------------------------------------


@pytest.mark.parametrize(("beat", "cards"), ATTEMPTS)
def test_chances_are_those_of_all_throws_counted_by_hand(beat, cards):
    rows = worths(lambda dice: Fraction(reading(dice, cards) > beat), MOST_THROWS)
    for left in THROWS:
        for number, dice in enumerate(SETS):
            chance = chance_of(TABLES, card_bits(*cards), result_of(*beat), left, number)
            assert chance == pytest.approx(float(rows[left][dice]), abs=1e-7)
    assert 0 < rows[1][()] < rows[2][()] < rows[3][()] < rows[4][()] < 1


@pytest.mark.parametrize("cards", [(), (2, 5)])
def test_any_payoff_is_played_for(cards):
    """Also one for which the better result is not always worth more."""
    points = np.random.default_rng(7).integers(-50, 51, NUM_RESULTS)
    rows = worths(lambda dice: Fraction(int(points[result_of(*reading(dice, cards))])), MOST_THROWS)
    after = solve_all(card_bits(*cards), points.astype(float))
    for left in THROWS:
        expected = [float(rows[left][dice]) for dice in SETS]
        assert after[left] == pytest.approx(expected, rel=1e-12, abs=1e-12)
    assert after[0, FIRST_FULL:].tolist() == after[1, FIRST_FULL:].tolist()


@pytest.mark.parametrize("num_throws", [1, 2, 3])
def test_fewer_throws_are_solved_alike(num_throws):
    payoff = np.linspace(0.0, 1.0, NUM_RESULTS) ** 2
    after = solve_all(0, payoff, num_throws)
    whole = solve_all(0, payoff)
    assert (after[1 : num_throws + 1] == whole[1 : num_throws + 1]).all()
    assert np.isnan(after[num_throws + 1 :]).all()


def test_a_payoff_that_is_certain_is_never_missed():
    assert (solve_all(0, np.ones(NUM_RESULTS))[1:] == 1.0).all()
    assert chance_of(TABLES, card_bits(3), result_of(0, 0, 0), 2, EMPTY_SET) == 1.0


def test_the_last_die_against_the_king_by_hand():
    """With four 5 and a dead die 2 to 5 will do; a 1 may be thrown again, a 6 may not."""
    king = result_of(4, 5, 1)
    kept_set = dice_set_of([5, 5, 5, 5, 6])
    assert chance_of(TABLES, 0, king, 1, kept_set) == pytest.approx(4 / 6)
    assert chance_of(TABLES, 0, king, 2, kept_set) == pytest.approx(4 / 6 + 1 / 6 * 4 / 6)


@pytest.mark.parametrize("num_throws", THROWS)
def test_only_six_dead_dice_are_nothing(num_throws):
    """They can't be thrown again, so more throws do not help."""
    nothing = result_of(0, 0, 0)
    assert start_chance(TABLES, 0, nothing, num_throws) == pytest.approx(1 - 6**-6, abs=1e-7)


# --- what must hold everywhere -----------------------------------------------------------------


def all_chances(cards):
    """Chances of whole rows: (results that can be, throws, sets)."""
    beats = np.unique(TABLES.strength[FIRST_FULL:, cards])
    for beat in beats:
        chance_of(TABLES, cards, int(beat), 1, EMPTY_SET)
    chances = TABLES.chance[cards, beats]
    assert len(beats) > 30
    assert (chances > 0).all()
    return chances - 1


@pytest.mark.parametrize("cards", [0, card_bits(3), card_bits(1, 5), NUM_CARD_SETS - 1])
def test_more_throws_and_lower_results_are_better(cards):
    chances = all_chances(cards)
    assert chances.min() == 0
    assert chances.max() == 1
    assert (np.diff(chances, axis=1) >= 0).all()
    assert (np.diff(chances, axis=0) <= 0).all()
    # but for the lowest result (only dead dice fail, for good) and the highest
    assert (np.diff(chances[1:-1, :, EMPTY_SET], axis=1) > 0).all()
    assert (np.diff(chances[:, :, EMPTY_SET], axis=0) < 0).all()


def test_a_dice_card_never_harms():
    beat = result_of(*TRIPLE)
    for cards in range(NUM_CARD_SETS):
        for face in range(1, 6):
            without = cards & ~card_bits(face)
            for left in THROWS:
                more, fewer = (start_chance(TABLES, own, beat, left) for own in (cards, without))
                assert more > fewer if without != cards else more == fewer


def test_a_keep_can_be_no_better_than_the_best():
    rng = np.random.default_rng(3)
    beat = result_of(*TRIPLE)
    for full in rng.integers(FIRST_FULL, NUM_SETS, 60):
        for left in THROWS:
            chances = {
                mask: chance_of(TABLES, 0, beat, left, int(kept))
                for mask, kept in enumerate(TABLES.kept[full - FIRST_FULL])
                if kept != NO_SET
            }
            best = surest_keep(TABLES, 0, beat, left, int(full))
            assert chances[best] == max(chances.values())
            assert best == max(mask for mask in chances if chances[mask] == chances[best])


def test_what_beats_the_result_is_kept_whole():
    beat = result_of(*TRIPLE)
    better = np.flatnonzero(TABLES.strength[:, 0] > beat)
    better = better[better >= FIRST_FULL]
    assert len(better) > 20
    for full in better:
        assert chance_of(TABLES, 0, beat, 2, int(full)) == 1.0
        assert surest_keep(TABLES, 0, beat, 2, int(full)) == KEEP_ALL


def test_without_throws_left_dice_count_as_they_lie():
    beat = result_of(*TRIPLE)
    assert chance_of(TABLES, 0, beat, 0, dice_set_of([4, 4, 4, 3])) == 1.0
    assert chance_of(TABLES, 0, beat, 0, dice_set_of([4, 4, 4, 2])) == 0.0
    assert chance_of(TABLES, card_bits(3), beat, 0, dice_set_of([4, 4, 4, 2])) == 1.0


def test_any_result_beats_none():
    params = new_tables()
    assert chance_of(params, 0, -1, 3, EMPTY_SET) == 1.0
    assert chance_of(params, 0, -1, 0, dice_set_of([6] * 6)) == 1.0
    assert not params.chance.any()


def test_dead_dice_are_kept_however_much_a_throw_could_bring():
    dead = dice_set_of([6] * 6)
    assert start_chance(TABLES, 0, result_of(0, 0, 0), 1) > 0.99
    assert surest_keep(TABLES, 0, result_of(0, 0, 0), 2, dead) == KEEP_ALL
    assert surest_keep(TABLES, 0, result_of(0, 0, 0), 1, dead) == KEEP_ALL


def test_only_masks_that_are_allowed_are_best():
    """Also if no result at all pays most."""
    payoff = np.zeros(NUM_RESULTS)
    payoff[0] = 1.0
    after = solve_all(0, payoff)
    for full in range(FIRST_FULL, NUM_SETS):
        mask = best_keep(TABLES, after[2], full)
        assert TABLES.kept[full - FIRST_FULL, mask] != NO_SET


# --- against play ------------------------------------------------------------------------------


@kernel
def play_for_chance(params, state, cards, beat, num_throws, games):
    """How many of so many attempts beat the result with the surest keeps."""
    beaten = 0
    for _ in range(games):
        full = throw_dice(params, state, EMPTY_SET)
        for left in range(num_throws - 1, 0, -1):
            mask = surest_keep(params, cards, beat, left, full)
            full = throw_dice(params, state, params.kept[full - FIRST_FULL, mask])
        beaten += params.strength[full, cards] > beat
    return beaten


@kernel
def play_for_payoff(params, state, cards, payoff, after, num_throws, games):
    """The sums of payoffs and of their squares of so many attempts with the best keeps."""
    total, squares = 0.0, 0.0
    for _ in range(games):
        full = throw_dice(params, state, EMPTY_SET)
        for left in range(num_throws - 1, 0, -1):
            mask = best_keep(params, after[left], full)
            full = throw_dice(params, state, params.kept[full - FIRST_FULL, mask])
        worth = payoff[params.strength[full, cards]]
        total += worth
        squares += worth * worth
    return total, squares


GAMES = 2_000 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 200_000


@pytest.mark.parametrize("num_throws", THROWS)
@pytest.mark.parametrize(("beat", "cards"), ATTEMPTS[:5])
def test_attempts_succeed_as_often_as_they_should(beat, cards, num_throws):
    number, bits = result_of(*beat), card_bits(*cards)
    beaten = play_for_chance(TABLES, generator(5), bits, number, num_throws, GAMES)
    chance = start_chance(TABLES, bits, number, num_throws)
    assert abs(beaten - GAMES * chance) < 4 * (GAMES * chance * (1 - chance)) ** 0.5


@pytest.mark.parametrize("num_throws", [2, 3, 4])
def test_attempts_pay_what_they_should(num_throws):
    """Points for equal dice; a triple of 1 pays most, so it has to be aimed at."""
    payoff = np.array([float(parts_of(number)[0]) for number in range(NUM_RESULTS)])
    payoff[result_of(3, 1, 0) : result_of(3, 2, 0)] = 10.0
    after = solve_all(0, payoff)
    total, squares = play_for_payoff(TABLES, generator(6), 0, payoff, after, num_throws, GAMES)
    deviation = (squares / GAMES - (total / GAMES) ** 2) ** 0.5
    assert abs(total / GAMES - after[num_throws, EMPTY_SET]) < 4 * deviation / GAMES**0.5
    assert after[num_throws, EMPTY_SET] > after[num_throws - 1, EMPTY_SET] + 0.1


# --- the memo ----------------------------------------------------------------------------------


def test_the_memo_is_filled_on_the_first_need_for_one_result_and_then_read():
    params = new_tables()
    cards, beat = card_bits(2), result_of(*TRIPLE)
    first = chance_of(params, cards, beat, 3, EMPTY_SET)
    filled = np.argwhere(params.chance.any(axis=(2, 3)))
    assert filled.tolist() == [[cards, beat]]
    assert (params.chance[cards, beat] >= 1).all()
    params.chance[cards, beat, 2, EMPTY_SET] = 1.25
    assert first != 0.25 == chance_of(params, cards, beat, 3, EMPTY_SET)


def test_the_table_of_whole_attempts_is_what_the_solver_finds():
    """All of it where kernels are compiled, else what takes no longer than seconds."""
    if os.environ.get("NUMBA_DISABLE_JIT") == "1":
        for cards, beat in ((0, result_of(*TRIPLE)), (31, result_of(5, 5, 4))):
            found = [chance_of(TABLES, cards, beat, left, EMPTY_SET) for left in (1, 2, 3, 4)]
            assert TABLES.start_chance[cards, :, beat].tolist() == pytest.approx(found, abs=1e-6)
    else:
        np.testing.assert_array_equal(solve_start_chances(), TABLES.start_chance)


def test_the_memo_says_the_same_at_first_and_afterwards():
    params = new_tables()
    attempts = [(cards, beat) for cards in (0, 9) for beat in (72, 123, 170)]
    chances = [start_chance(params, cards, beat, 3) for cards, beat in attempts]
    again = [start_chance(params, cards, beat, 3) for cards, beat in attempts]
    assert chances == again == [start_chance(TABLES, *attempt, 3) for attempt in attempts]
    assert len(set(chances)) == len(attempts)


@kernel
def read_chances(params, first, out):
    """All chances of the results from `first` on with no and all dice cards, some in each row."""
    place = 0
    for beat in range(first, 250):
        for cards in (0, 31):
            for left in range(1, 5):
                for kept_set in range(0, 462, 77):
                    out[place] = chance_of(params, cards, beat, left, kept_set)
                    place += 1


def test_two_threads_may_fill_the_memo_at_once():
    first = 240 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 0
    size = (250 - first) * 2 * 4 * 6
    expected = np.full(size, np.nan)
    read_chances(TABLES, first, expected)
    assert len(np.unique(expected)) > 10

    def read(params, out, barrier):
        barrier.wait()
        read_chances(params, first, out)

    with ThreadPoolExecutor(2) as pool:
        for _ in range(5):
            params, barrier = new_tables(), Barrier(2)
            outs = np.full((2, size), np.nan)
            for job in [pool.submit(read, params, out, barrier) for out in outs]:
                job.result()
            assert (outs == expected).all()


def attempts_and_chances():
    """A few attempts: dice, the surest keep, and its chance."""
    params, state = new_tables(), generator(1)
    found = []
    for cards, beat in ((0, result_of(*TRIPLE)), (card_bits(1, 4), result_of(4, 5, 1))):
        for left in (3, 2, 1):
            full = int(throw_dice(params, state, dice_set_of([1, 4])))
            mask = int(surest_keep(params, cards, beat, left, full))
            kept = int(params.kept[full - FIRST_FULL, mask])
            found.append([full, mask, float(chance_of(params, cards, beat, left, kept))])
    return found


def test_plain_python_gives_the_same_numbers():
    program = (
        "import json; from tests.knatsch.test_chances import attempts_and_chances as found;"
        "print(json.dumps(found()))"
    )
    output = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    expected = attempts_and_chances()
    assert json.loads(output) == expected
    assert len({tuple(attempt) for attempt in expected}) == 6
    assert all(0 < chance < 1 for _, _, chance in expected)
