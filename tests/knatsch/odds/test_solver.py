"""The worth of keeping dice, against fractions by hand and against play."""

from fractions import Fraction

import numpy as np
import pytest

from hofspiele.envs.core.kernels import kernel
from hofspiele.envs.knatsch.dice import (
    EMPTY_SET,
    FIRST_FULL,
    MOST_THROWS,
    NO_SET,
    NUM_RESULTS,
    NUM_SETS,
    parts_of,
    result_of,
    throw_dice,
)
from hofspiele.envs.knatsch.odds.solver import solve, solve_many
from tests.knatsch.optimal_keeps import best_keep
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


def solve_all(cards, payoff, num_throws=MOST_THROWS):
    """Return the rows that `solve` fills."""
    after = np.full((MOST_THROWS + 1, NUM_SETS), np.nan)
    solve(PARAMS, cards, payoff, num_throws, after, np.full(NUM_SETS, np.nan))
    return after


@pytest.mark.parametrize("cards", [(), (2, 5)])
def test_any_payoff_is_played_for(cards):
    """A better result need not be worth more."""
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


def test_the_best_mask_is_allowed():
    """This holds even if no result at all pays most."""
    payoff = np.zeros(NUM_RESULTS)
    payoff[0] = 1.0
    after = solve_all(0, payoff)
    for full in range(FIRST_FULL, NUM_SETS):
        mask = best_keep(PARAMS, after[2], full)
        assert PARAMS.kept[full - FIRST_FULL, mask] != NO_SET


def test_many_payoffs_at_once_are_solved_alike_to_the_last_bit():
    rng = np.random.default_rng(11)
    payoffs = rng.normal(size=(5, NUM_RESULTS))
    cards = [0, card_bits(1), card_bits(2, 5), card_bits(3, 4), 31]
    strength = PARAMS.strength[:, FIRST_FULL:]
    of_sets = np.stack([row[strength[own]] for row, own in zip(payoffs, cards, strict=True)], 1)
    many = [row.copy() for row in solve_many(of_sets, MOST_THROWS)]
    assert len(many) == MOST_THROWS
    for number, (own, payoff) in enumerate(zip(cards, payoffs, strict=True)):
        after = solve_all(own, payoff)
        for left in THROWS:
            assert (many[left - 1][:, number] == after[left, :FIRST_FULL]).all()


# --- against play ------------------------------------------------------------------------------


@kernel
def play_for_payoff(params, state, cards, payoff, after, num_throws, games):
    """Return the sums of payoffs and of their squares over `games` attempts with the best keeps."""
    total, squares = 0.0, 0.0
    for _ in range(games):
        full = throw_dice(params, state, EMPTY_SET)
        for left in range(num_throws - 1, 0, -1):
            mask = best_keep(params, after[left], full)
            full = throw_dice(params, state, params.kept[full - FIRST_FULL, mask])
        worth = payoff[params.strength[cards, full]]
        total += worth
        squares += worth * worth
    return total, squares


GAMES = 200_000 if COMPILED else 2_000


@pytest.mark.parametrize("num_throws", [2, 3, 4])
def test_attempts_pay_what_they_should(num_throws):
    """Equal dice score points; a triple of 1 pays most, so it is the aim."""
    payoff = np.array([float(parts_of(number)[0]) for number in range(NUM_RESULTS)])
    payoff[result_of(3, 1, 0) : result_of(3, 2, 0)] = 10.0
    after = solve_all(0, payoff)
    total, squares = play_for_payoff(PARAMS, generator(6), 0, payoff, after, num_throws, GAMES)
    deviation = (squares / GAMES - (total / GAMES) ** 2) ** 0.5
    assert abs(total / GAMES - after[num_throws, EMPTY_SET]) < 4 * deviation / GAMES**0.5
    assert after[num_throws, EMPTY_SET] > after[num_throws - 1, EMPTY_SET] + 0.1
