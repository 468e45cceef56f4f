"""Confidence intervals, compared with means that are known."""

import numpy as np
import pytest

from hofspiele.envs.core.estimates import Estimate, exact, mean_of_values, share_of_games


def covered(draw, least, most, mean, repetitions=3000):
    """Return the share of intervals that contain `mean`, for values from ``draw(rng)``."""
    rng = np.random.default_rng(1)
    found = [mean_of_values(draw(rng), least, most) for _ in range(repetitions)]
    return np.mean([estimate.low <= mean <= estimate.high for estimate in found])


@pytest.mark.parametrize("chance", [0.5, 0.25, 0.05, 0.01])
@pytest.mark.parametrize("games", [50, 400])
def test_intervals_of_shares_contain_the_true_share(chance, games):
    coverage = covered(lambda rng: (rng.random(games) < chance).astype(float), 0, 1, chance)
    assert 0.93 < coverage <= 1


@pytest.mark.parametrize("discordant", [0.6, 0.1, 0.01])
def test_intervals_of_differences_contain_the_true_difference(discordant):
    """Of the games with different results, the first action wins three quarters."""

    def draw(rng):
        return np.where(rng.random(400) < discordant, np.where(rng.random(400) < 0.75, 1, -1), 0)

    assert 0.93 < covered(draw, -1, 1, discordant / 2) <= 1


def test_equal_values_have_an_interval():
    assert mean_of_values(np.zeros(400), 0, 1) == Estimate(
        0.0, 0.0, pytest.approx(0.0073, abs=1e-4)
    )
    same = mean_of_values(np.zeros(400), -1, 1)
    assert same.low == -same.high == pytest.approx(-0.0069, abs=1e-4)


def test_shares_have_the_interval_of_their_games():
    for wins in (0, 3, 50, 100):
        games = np.repeat([1.0, 0.0], [wins, 100 - wins])
        one, other = mean_of_values(games, 0, 1), share_of_games(wins / 100, 100)
        assert (one.mean, one.low, one.high) == pytest.approx((other.mean, other.low, other.high))


def test_exact_values_have_no_interval():
    assert exact(0.25) == Estimate(0.25, 0.25, 0.25)
