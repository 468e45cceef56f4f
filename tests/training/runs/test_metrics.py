import pytest

from hofspiele.training.runs.metrics import RecentGames, summary, update_metrics


@pytest.fixture
def recent():
    recent = RecentGames()
    recent.record("greedy", 0, 1.0, 1.0)
    recent.record("greedy", 1, -0.5, 0.0)
    recent.record("random", 0, 0.25, 0.5)
    return recent


def test_means_are_by_opponent_by_seat_and_of_all_games(recent):
    assert recent.metrics() == {
        "win_share_greedy": 0.5,
        "win_share_random": 0.5,
        "mean_outcome": 0.25,
        "outcome_seat_0": 0.625,
        "outcome_seat_1": -0.5,
    }


def test_without_games_there_are_no_metrics():
    assert RecentGames().metrics() == {}
    assert summary({"entropy": 0.5}) == "no game has ended yet"


def test_old_games_are_forgotten(recent):
    for _ in range(1000):
        recent.record("greedy", 0, -1.0, 0.0)
    metrics = recent.metrics()
    assert metrics["win_share_greedy"] == 0.0
    assert metrics["outcome_seat_0"] == -1.0
    assert metrics["win_share_random"] == 0.5


def test_metrics_of_an_update_exist_only_after_an_update():
    assert update_metrics({"games/mean_outcome": 0.5}) == {}
    logged = {"train/entropy_loss": -1.5, "train/explained_variance": 0.25, "train/loss": 3.0}
    assert update_metrics(logged) == {"entropy": 1.5, "explained_variance": 0.25}
