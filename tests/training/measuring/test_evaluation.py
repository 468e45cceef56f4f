import pytest

from hofspiele.envs.agents import GreedyAgent, RandomAgent
from hofspiele.training.measuring.evaluation import evaluate


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
    for rank, share in enumerate(greedy.ranks, 1):
        assert share.mean == pytest.approx((match.ranks[:, :, 0] == rank).mean())
        assert 0 <= share.low <= share.mean <= share.high <= 1


def test_an_agent_against_itself_has_one_row_and_the_fair_share(three_players):
    evaluation, _ = evaluate(three_players, GreedyAgent(), [GreedyAgent()], 4, seed=1)
    (greedy,) = evaluation.agents
    assert greedy.win_share.mean == pytest.approx(evaluation.fair_share)
    assert greedy.margin.mean == pytest.approx(0, abs=1e-9)


def test_progress_counts_the_games_that_have_ended(three_players):
    reports = []
    evaluate(three_players, GreedyAgent(), [RandomAgent()], 200, seed=1, report=reports.append)
    assert reports == sorted(reports)
    assert reports[-1] == 600


@pytest.mark.parametrize(
    ("opponents", "message"),
    [
        (1, "games is 3, expected more than 3: each deal takes 3 games"),
        (3, "3 opponents given, expected 1 or 2"),
    ],
)
def test_impossible_measurements_are_refused(three_players, opponents, message):
    with pytest.raises(ValueError, match=message):
        evaluate(three_players, GreedyAgent(), [RandomAgent()] * opponents, 1, seed=1)
