import numpy as np
import pytest
from rich.console import Console
from stable_baselines3.common.logger import Logger

from hofspiele.training.cli.console import Display
from hofspiele.training.runs.callbacks import (
    LearningCallback,
)
from hofspiele.training.runs.learner import Learner
from hofspiele.training.runs.metrics import CurveFile


@pytest.fixture
def settings(settings_of):
    return settings_of("num_players=2", "checkpoint_every=500", "snapshot_every=500")


@pytest.fixture
def parts(settings):
    return Learner(settings, "run")


@pytest.fixture
def learning(parts, settings, tmp_path):
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
