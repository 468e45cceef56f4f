import numpy as np
import pytest

from hofspiele.training.measuring.estimates import Estimate, estimate_mean, estimate_share, mean_of


def test_share_of_independent_games_has_the_wilson_interval():
    # 60 of 100 single games: Wilson gives 50.2 % to 69.1 %; the error is estimated from the sample
    shares = np.repeat([1.0, 0.0], [60, 40])[:, None]
    estimate = estimate_share(shares)
    assert estimate.mean == pytest.approx(0.6)
    assert estimate.low == pytest.approx(0.502, abs=0.002)
    assert estimate.high == pytest.approx(0.691, abs=0.002)


def test_mean_of_few_deals_has_the_interval_of_the_t_distribution():
    # The mean is 2, the standard error 1 / sqrt(3); 4.303 is the quantile for 2 degrees of freedom.
    estimate = estimate_mean(np.array([[1.0], [2.0], [3.0]]))
    assert estimate.high - 2 == pytest.approx(4.303 / 3**0.5, abs=0.001)
    assert 2 - estimate.low == pytest.approx(estimate.high - 2)


def test_games_on_one_deal_count_as_one_if_they_always_end_alike():
    by_deal = np.repeat([1.0, 0.0], [60, 40])[:, None]
    clustered = estimate_share(np.repeat(by_deal, 3, axis=1))
    assert clustered.low == pytest.approx(estimate_share(by_deal).low)


def test_rotation_that_cancels_the_luck_of_the_deal_narrows_the_interval():
    rng = np.random.default_rng(1)
    skill = (rng.random((200, 1)) < 0.5).astype(float)
    cancelled = estimate_share(np.hstack([skill, 1 - skill * 0.9]))
    independent = estimate_share((rng.random((200, 2)) < 0.5).astype(float))
    assert cancelled.high - cancelled.low < 0.5 * (independent.high - independent.low)


@pytest.mark.parametrize(("value", "outside"), [(1.0, "high"), (0.0, "low")])
def test_share_without_variation_keeps_an_interval_inside_0_to_1(value, outside):
    estimate = estimate_share(np.full((50, 3), value))
    assert 0 <= estimate.low <= estimate.mean <= estimate.high + 1e-12 <= 1 + 1e-9
    assert getattr(estimate, outside) == pytest.approx(value)
    assert 0.02 < estimate.high - estimate.low < 0.03


def test_one_deal_says_nothing_about_others():
    estimate = estimate_share(np.array([[1.0, 0.0, 1.0, 1.0]]))
    assert (estimate.mean, estimate.low, estimate.high) == (0.75, 0.0, 1.0)


def test_more_confidence_widens_intervals():
    values = np.random.default_rng(1).random((50, 2))
    for estimate in (estimate_mean, estimate_share):
        narrow, wide = estimate(values), estimate(values, 0.99)
        assert wide.low < narrow.low < narrow.mean == wide.mean < narrow.high < wide.high


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
def test_intervals_of_shares_contain_the_truth_95_times_in_100(num_deals):
    rng = np.random.default_rng(1)
    held = {share: [] for share in ("fair", 0.8, 0.9)}
    for num_players in (2, 3, 4, 6):
        for luck, tied in ((0.0, True), (1.0, False), (1.0, True)):
            games = Games(num_players, luck, tied, rng)
            for share, found in held.items():
                skill, truth = (0, 1 / num_players) if share == "fair" else games.skill_for(share)
                shares = games.win_shares(games.points(200 * num_deals), skill)
                for sample in shares.reshape(200, num_deals, num_players):
                    estimate = estimate_share(sample)
                    found.append(estimate.low <= truth <= estimate.high)
    assert 0.94 <= np.mean(list(held.values())) <= 0.96
    assert all(0.935 <= np.mean(found) <= 0.965 for found in held.values())


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


@pytest.mark.parametrize("num_deals", [4, 16])
def test_intervals_of_means_of_shares_contain_the_truth_95_times_in_100(num_deals):
    rng = np.random.default_rng(3)
    held = []
    for share in ("fair", 0.8):
        samples, truths = [], []
        for num_players in (2, 3, 4, 6):
            games = Games(num_players, 1.0, True, rng)
            skill, truth = (0, 1 / num_players) if share == "fair" else games.skill_for(share)
            shares = games.win_shares(games.points(300 * num_deals), skill)
            samples.append(shares.reshape(300, num_deals, num_players))
            truths.append(truth)
        for sample in zip(*samples, strict=True):
            estimate = mean_of([estimate_share(shares) for shares in sample])
            held.append(estimate.low <= np.mean(truths) <= estimate.high)
    assert 0.94 <= np.mean(held) <= 0.98
