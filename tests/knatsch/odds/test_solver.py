"""The worth of keeping dice, compared with fractions computed by hand."""

from fractions import Fraction

import numpy as np
import pytest

from hofspiele.envs.knatsch.dice import FIRST_FULL, MOST_THROWS, NUM_RESULTS, NUM_SETS, result_of
from hofspiele.envs.knatsch.odds.solver import solve, solve_many
from tests.knatsch.reference_dice import PARAMS, SETS, THROWS, card_bits, reading, worths


def solved(cards, payoff, num_throws):
    """Return the array that `solve` fills."""
    after = np.full(NUM_SETS, np.nan)
    solve(PARAMS, cards, payoff, num_throws, after, np.full(NUM_SETS, np.nan))
    return after


@pytest.mark.parametrize("cards", [(), (2, 5)])
def test_the_solver_maximises_any_payoff(cards):
    """Payoffs need not grow with the result."""
    points = np.random.default_rng(7).integers(-50, 51, NUM_RESULTS)
    rows = worths(lambda dice: Fraction(int(points[result_of(*reading(dice, cards))])), MOST_THROWS)
    for left in THROWS:
        expected = [float(rows[left][dice]) for dice in SETS]
        after = solved(card_bits(*cards), points.astype(float), left)
        assert after == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_many_payoffs_at_once_give_the_same_results_bit_for_bit():
    rng = np.random.default_rng(11)
    payoffs = rng.normal(size=(5, NUM_RESULTS))
    cards = [0, card_bits(1), card_bits(2, 5), card_bits(3, 4), 31]
    strength = PARAMS.strength[:, FIRST_FULL:]
    of_sets = np.stack([row[strength[own]] for row, own in zip(payoffs, cards, strict=True)], 1)
    many = [row.copy() for row in solve_many(of_sets, MOST_THROWS)]
    assert len(many) == MOST_THROWS
    for number, (own, payoff) in enumerate(zip(cards, payoffs, strict=True)):
        for left in THROWS:
            expected = solved(own, payoff, left)[:FIRST_FULL]
            assert (many[left - 1][:, number] == expected).all()
