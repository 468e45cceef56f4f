import io
from types import SimpleNamespace

import numpy as np
import pytest
from rich.console import Console

from hofspiele.training.cli.console import Display
from hofspiele.training.runs.callbacks import LearningCallback
from hofspiele.training.selfplay.vec_env import EndedGames


@pytest.fixture
def reporter():
    agents = [SimpleNamespace(name=name) for name in ("greedy", "random")]
    league = SimpleNamespace(agents=agents, record_result=lambda *_: None)
    display = Display(Console(file=io.StringIO()), "steps")
    return LearningCallback(SimpleNamespace(league=league), display, lambda: None)


def ended(opponents, seats, outcomes, wins):
    return EndedGames(*map(np.array, (opponents, seats, outcomes, wins)))


@pytest.fixture
def recent(reporter):
    reporter.record(ended([0, 0, 1], [0, 1, 0], [1.0, -0.5, 0.25], [1.0, 0.0, 0.5]))
    return reporter


def test_means_are_by_opponent_by_seat_and_of_all_games(recent):
    assert recent.metrics() == {
        "games/win_share_greedy": 0.5,
        "games/win_share_random": 0.5,
        "games/mean_outcome": 0.25,
        "games/outcome_seat_0": 0.625,
        "games/outcome_seat_1": -0.5,
    }
    assert recent.summary() == "mean outcome +0.25, win share against greedy 50 %, random 50 %"


def test_old_games_are_forgotten(recent):
    number = 1000
    recent.record(ended([0] * number, [0] * number, [-1.0] * number, [0.0] * number))
    metrics = recent.metrics()
    assert metrics["games/win_share_greedy"] == 0.0
    assert metrics["games/outcome_seat_0"] == -1.0
    assert metrics["games/win_share_random"] == 0.5
