import numpy as np
import pytest

from envs.agents import GreedyAgent, RandomAgent
from training.evaluation import estimate_mean, estimate_share, evaluate, evaluation_table


def test_share_of_independent_games_has_the_wilson_interval():
    # 60 of 100 single games: Wilson gives 50.2 % to 69.1 %; the error is estimated from the sample
    shares = np.repeat([1.0, 0.0], [60, 40])[:, None]
    estimate = estimate_share(shares)
    assert estimate.mean == pytest.approx(0.6)
    assert estimate.low == pytest.approx(0.502, abs=0.002)
    assert estimate.high == pytest.approx(0.691, abs=0.002)


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


def test_mean_interval_covers_the_truth_about_95_times_in_100():
    rng = np.random.default_rng(2)
    covered = 0
    for _ in range(400):
        estimate = estimate_mean(rng.normal(3.0, 1.0, (50, 1)) + rng.normal(0, 0.1, (50, 3)))
        covered += estimate.low < 3.0 < estimate.high
    assert 0.91 < covered / 400 < 0.98


def test_evaluate_reports_the_first_of_the_line_up(three_players):
    evaluation, match = evaluate(three_players, GreedyAgent(), [RandomAgent()], 40, seed=1)
    assert evaluation.games == 120
    assert evaluation.opponents == ["random", "random"]
    assert evaluation.fair_share == pytest.approx(1 / 3)
    assert evaluation.win_share.mean == pytest.approx(match.win_shares[:, :, 0].mean())
    assert evaluation.win_share.low > 0.8
    assert evaluation.score.mean > evaluation.opponents_score.mean
    assert evaluation_table([evaluation]).row_count == 1


def test_wrong_number_of_opponents(three_players):
    with pytest.raises(ValueError, match="3 opponents given, expected 1 or 2"):
        evaluate(three_players, GreedyAgent(), [RandomAgent()] * 3, 1, seed=1)
