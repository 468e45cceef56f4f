"""What happens during learning: saving, the league, and the results of games."""

import io
from types import SimpleNamespace

import numpy as np
import pytest
from rich.console import Console
from stable_baselines3.common.logger import Logger

from hofspiele.training.cli.console import Display
from hofspiele.training.runs.callbacks import LearningCallback
from hofspiele.training.runs.learner import Learner
from hofspiele.training.runs.metrics import CurveFile
from hofspiele.training.selfplay.vec_env import EndedGames


@pytest.fixture
def parts(settings_of):
    return Learner(
        settings_of("num_players=2", "checkpoint_every=500", "snapshot_every=500"), "run"
    )


@pytest.fixture
def learning(parts, tmp_path):
    parts.model.set_logger(Logger(None, [CurveFile(tmp_path / "curve.jsonl", 0)]))
    return LearningCallback(parts, Display(Console(), "steps"), lambda: None)


def learn(parts, rollouts, *callbacks):
    parts.model.learn(256 * rollouts, [*callbacks], reset_num_timesteps=False)


def test_checkpoints_and_snapshots_come_at_their_intervals(parts, learning):
    saved = []
    learning._save = lambda: saved.append(parts.model.num_timesteps)
    learn(parts, 6, learning)
    assert saved == [512, 1024]
    pool = parts.league.pool
    assert pool.steps[pool.steps >= 0].tolist() == [512, 1024]
    assert pool.games.sum() > 0


def test_the_league_draws_the_opponents_of_future_games(parts, learning, monkeypatch):
    names = [agent.name for agent in parts.league.agents]
    only_greedy = np.array([float(name == "greedy") for name in names])
    monkeypatch.setattr(parts.league, "draw_shares", lambda: only_greedy)
    learn(parts, 6, learning)
    held_by = parts.env.learner_tables[0].opponents_of.max(1)
    assert {names[opponent] for opponent in held_by} == {"greedy"}


def ended(opponents, seats, outcomes, wins):
    return EndedGames(*map(np.array, (opponents, seats, outcomes, wins)))


def test_recent_games_have_means_by_opponent_and_by_seat():
    agents = [SimpleNamespace(name=name) for name in ("greedy", "random")]
    league = SimpleNamespace(agents=agents, record_result=lambda *_: None)
    display = Display(Console(file=io.StringIO()), "steps")
    recent = LearningCallback(SimpleNamespace(league=league), display, lambda: None)
    recent.record(ended([0, 0, 1], [0, 1, 0], [1.0, -0.5, 0.25], [1.0, 0.0, 0.5]))
    assert recent.metrics() == {
        "games/win_share_greedy": 0.5,
        "games/win_share_random": 0.5,
        "games/mean_outcome": 0.25,
        "games/outcome_seat_0": 0.625,
        "games/outcome_seat_1": -0.5,
    }
    assert recent.summary() == "mean outcome +0.25, win share against greedy 50 %, random 50 %"
    many = 1000  # Old games are forgotten.
    recent.record(ended([0] * many, [0] * many, [-1.0] * many, [0.0] * many))
    metrics = recent.metrics()
    assert metrics["games/win_share_greedy"] == 0.0
    assert metrics["games/outcome_seat_0"] == -1.0
    assert metrics["games/win_share_random"] == 0.5
