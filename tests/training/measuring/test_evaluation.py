import numpy as np
import pytest

from hofspiele.envs.agents import GreedyAgent, RandomAgent
from hofspiele.training.measuring.evaluation import (
    agents_table,
    estimate_mean,
    estimate_share,
    evaluate,
    opponents_table,
    ranks_table,
)
from hofspiele.training.measuring.plots import plot_evaluation


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
    assert evaluation.line_up == ["greedy", "random", "random"]
    assert evaluation.fair_share == pytest.approx(1 / 3)
    greedy, others = evaluation.agents
    assert (greedy.agent, greedy.seats, others.agent, others.seats) == ("greedy", 1, "random", 2)
    assert greedy.win_share.mean == pytest.approx(match.win_shares[:, :, 0].mean())
    assert greedy.win_share.low > 0.8
    assert greedy.score.mean > others.score.mean
    assert opponents_table([evaluation]).row_count == 1
    assert agents_table(evaluation).row_count == ranks_table(evaluation).row_count == 2


def test_results_of_all_seats_balance(game):
    agents = [GreedyAgent(), *(RandomAgent() for _ in range(game.num_players - 1))]
    evaluation, match = evaluate(game, agents[0], agents[1:], 10, seed=1)
    for name, total in (("win_share", 1), ("outcome", 0), ("margin", 0)):
        means = [result.seats * getattr(result, name).mean for result in evaluation.agents]
        assert sum(means) == pytest.approx(total, abs=1e-9)
    greedy = evaluation.agents[0]
    others = match.scores[:, :, 1:].mean()
    assert greedy.margin.mean == pytest.approx(greedy.score.mean - others)
    for result in evaluation.agents:
        assert len(result.ranks) == game.num_players
        assert sum(share.mean for share in result.ranks) == pytest.approx(1)


def test_intervals_of_the_rank_distribution_cover_it(three_players):
    evaluation, match = evaluate(three_players, RandomAgent(), [GreedyAgent()], 20, seed=1)
    for rank, share in enumerate(evaluation.agents[0].ranks, 1):
        assert share.mean == pytest.approx((match.ranks[:, :, 0] == rank).mean())
        assert 0 <= share.low <= share.mean <= share.high <= 1


def test_an_agent_against_its_like_has_one_row_and_the_fair_share(three_players):
    evaluation, _ = evaluate(three_players, GreedyAgent(), [GreedyAgent()], 4, seed=1)
    (greedy,) = evaluation.agents
    assert greedy.win_share.mean == pytest.approx(evaluation.fair_share)
    assert greedy.margin.mean == pytest.approx(0, abs=1e-9)


def test_more_confidence_widens_intervals():
    values = np.random.default_rng(1).random((50, 2))
    for estimate in (estimate_mean, estimate_share):
        narrow, wide = estimate(values), estimate(values, 0.99)
        assert wide.low < narrow.low < narrow.mean == wide.mean < narrow.high < wide.high


def test_one_deal_is_too_few_for_an_interval(three_players):
    with pytest.raises(ValueError, match=r"1 deals given, expected at least 2 \(6 games\)"):
        evaluate(three_players, GreedyAgent(), [RandomAgent()], 1, seed=1)


def test_plot(three_players, tmp_path):
    evaluation, _ = evaluate(three_players, GreedyAgent(), [RandomAgent()], 4, seed=1)
    plot_evaluation(evaluation, tmp_path / "plot.png", "a title")
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


def test_wrong_number_of_opponents(three_players):
    with pytest.raises(ValueError, match="3 opponents given, expected 1 or 2"):
        evaluate(three_players, GreedyAgent(), [RandomAgent()] * 3, 1, seed=1)
