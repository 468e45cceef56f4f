"""Confidence intervals, compared with means that are known."""

import itertools

import numpy as np
import pytest

from hofspiele.envs.reports import estimates
from hofspiele.envs.reports.estimates import (
    Estimate,
    estimate_mean,
    estimate_share,
    mean_of,
    mean_of_values,
    share_of_games,
)


@pytest.mark.parametrize("least", [0, -1])
@pytest.mark.parametrize(("games", "chance"), [(50, 0.5), (50, 0.1), (400, 0.5), (400, 0.01)])
def test_intervals_contain_the_true_mean(least, games, chance):
    """Shares lie between 0 and 1, and differences of shares between -1 and 1."""
    rng = np.random.default_rng(1)
    mean, held = chance * (0.75 + 0.25 * least), []
    for _ in range(3000):
        values = np.where(rng.random(games) < 0.75, 1.0, least) * (rng.random(games) < chance)
        estimate = mean_of_values(values, least, 1)
        held.append(estimate.low <= mean <= estimate.high)
    assert 0.93 < np.mean(held) <= 1


def test_shares_have_the_interval_of_their_games():
    for wins in (0, 3, 50, 100):
        games = np.repeat([1.0, 0.0], [wins, 100 - wins])
        one, other = mean_of_values(games, 0, 1), share_of_games(wins / 100, 100)
        assert (one.mean, one.low, one.high) == pytest.approx((other.mean, other.low, other.high))


def test_share_of_independent_games_has_the_wilson_interval():
    # 60 of 100 single games: Wilson gives 50.2 % to 69.1 %; the error is estimated from the sample
    shares = np.repeat([1.0, 0.0], [60, 40])[:, None]
    estimate = estimate_share(shares)
    assert estimate.mean == pytest.approx(0.6)
    assert estimate.low == pytest.approx(0.502, abs=0.002)
    assert estimate.high == pytest.approx(0.691, abs=0.002)


@pytest.mark.parametrize(
    ("degrees", "at_95", "at_99"),
    [
        (1, 12.7062, 63.6567),
        (2, 4.3027, 9.9248),
        (3, 3.1824, 5.8409),
        (9, 2.2622, 3.2498),
        (30, 2.0423, 2.7500),
        (2_000_000, 1.9600, 2.5758),  # The normal distribution.
    ],
)
def test_quantiles_of_students_t_are_those_of_tables(degrees, at_95, at_99):
    found = [estimates._quantile(confidence, degrees) for confidence in (0.95, 0.99)]
    assert found == pytest.approx([at_95, at_99], rel=2e-5 if degrees < 100 else 2.1e-4)


def test_games_on_one_deal_count_as_one_if_they_always_end_alike():
    by_deal = np.repeat([1.0, 0.0], [60, 40])[:, None]
    clustered = estimate_share(np.repeat(by_deal, 3, axis=1))
    assert clustered.low == pytest.approx(estimate_share(by_deal).low)


@pytest.mark.parametrize(("value", "outside"), [(1.0, "high"), (0.0, "low")])
def test_share_without_variation_keeps_an_interval_inside_0_to_1(value, outside):
    estimate = estimate_share(np.full((50, 3), value))
    assert 0 <= estimate.low <= estimate.mean <= estimate.high + 1e-12 <= 1 + 1e-9
    assert getattr(estimate, outside) == pytest.approx(value)
    assert 0.02 < estimate.high - estimate.low < 0.03


class Games:
    """Deals of a game of luck and skill, each played from every seat.

    Points are the sum of luck, which a seat keeps in all games of a deal, and noise, which differs
    between games. Most points win. The first agent gets `skill` additional points.
    """

    def __init__(self, num_players, luck, tied, rng):
        self.num_players, self.luck, self.tied, self.rng = num_players, luck, tied, rng

    def points(self, num_deals):
        """Return the points of equally strong agents: (deals, rotations, agents)."""
        size = self.num_players
        luck = self.rng.normal(0, self.luck, (num_deals, size))
        seats = (np.arange(size)[:, None] + np.arange(size)) % size
        return luck[:, seats] + self.rng.normal(0, 1, (num_deals, size, size))

    def win_shares(self, points, skill):
        """Return the win shares of the first agent: (deals, rotations)."""
        points = points + skill * (np.arange(self.num_players) == 0)
        if self.tied:
            points = np.round(2 * points)
        won = points == points.max(-1, keepdims=True)
        return (won / won.sum(-1, keepdims=True))[..., 0]

    def skill_for(self, share):
        """Return the skill that wins at least `share`, and the share that it wins in new games."""
        points = self.points(4000)
        skills = np.linspace(0, 6, 121)
        low, high = 0, len(skills) - 1
        while low < high:
            middle = (low + high) // 2
            if self.win_shares(points, skills[middle]).mean() < share:
                low = middle + 1
            else:
                high = middle
        return skills[low], self.win_shares(self.points(20_000), skills[low]).mean()


@pytest.mark.parametrize("num_deals", [5, 10, 20])
def test_intervals_of_shares_and_their_means_contain_the_truth_95_times_in_100(num_deals):
    rng = np.random.default_rng(1)
    kinds = [*itertools.product([(0.0, True), (1.0, False), (1.0, True)], ["fair", 0.8, 0.9])]
    estimates_of, truths = ({kind: [] for kind in kinds} for _ in range(2))
    for num_players, ((luck, tied), share) in itertools.product((2, 3, 4, 6), kinds):
        games = Games(num_players, luck, tied, rng)
        skill, truth = (0, 1 / num_players) if share == "fair" else games.skill_for(share)
        shares = games.win_shares(games.points(200 * num_deals), skill)
        samples = shares.reshape(200, num_deals, num_players)
        estimates_of[(luck, tied), share].append([*map(estimate_share, samples)])
        truths[(luck, tied), share].append(truth)
    held = {"fair": [], 0.8: [], 0.9: []}
    of_means = []
    for kind in kinds:
        for found, truth in zip(estimates_of[kind], truths[kind], strict=True):
            held[kind[1]] += [one.low <= truth <= one.high for one in found]
        means = map(mean_of, zip(*estimates_of[kind], strict=True))
        of_means += [mean.low <= np.mean(truths[kind]) <= mean.high for mean in means]
    assert 0.94 <= np.mean([*held.values()]) <= 0.96
    assert all(0.935 <= np.mean(found) <= 0.965 for found in held.values())
    assert 0.94 <= np.mean(of_means) <= 0.98


@pytest.mark.parametrize("num_deals", [3, 5, 10, 20])
def test_intervals_of_means_contain_the_truth_95_times_in_100(num_deals):
    rng = np.random.default_rng(2)
    held = []
    for num_players in (2, 4, 6):
        points = Games(num_players, 2.0, False, rng).points(1000 * num_deals)
        margins = points[..., 0] - points[..., 1:].mean(-1)
        for sample in margins.reshape(1000, num_deals, num_players):
            estimate = estimate_mean(sample + 3.0)
            held.append(estimate.low <= 3.0 <= estimate.high)
    assert 0.94 <= np.mean(held) <= 0.96


def test_mean_of_estimates_is_more_certain_than_each():
    narrow = mean_of([Estimate(0.5, 0.4, 0.6)] * 4)
    assert (narrow.mean, narrow.low, narrow.high) == pytest.approx((0.5, 0.45, 0.55))
    skewed = mean_of([Estimate(0.9, 0.6, 1.0), Estimate(0.5, 0.1, 0.5)])
    assert (skewed.mean, skewed.low, skewed.high) == pytest.approx((0.7, 0.45, 0.75))
    assert mean_of([Estimate(0.9, 0.6, 1.0)]) == Estimate(0.9, 0.6, 1.0)
