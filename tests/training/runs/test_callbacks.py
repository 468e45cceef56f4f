import json

import numpy as np
import pytest
import torch
from rich.console import Console
from stable_baselines3.common.logger import Logger

from hofspiele.training.cli.progress import Display
from hofspiele.training.runs.callbacks import (
    DivergedError,
    Interval,
    LearningCallback,
    check_weights,
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
    return LearningCallback(parts, Display(Console(), 9, "steps"), lambda: None)


def learn(parts, rollouts, *callbacks):
    parts.model.learn(256 * rollouts, [*callbacks], reset_num_timesteps=False)


def test_an_interval_is_due_again_after_its_number_of_steps():
    interval = Interval(every=10, start=5)
    steps = [5, 14, 15, 16, 24, 30, 39, 40]
    assert [step for step in steps if interval.is_due(step)] == [15, 30, 40]


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


def test_metrics_are_written_after_each_rollout(parts, learning, tmp_path):
    learn(parts, 3, learning)
    lines = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()]
    assert [line["steps"] for line in lines] == [256, 512, 768]
    assert {"games/mean_outcome", "games/outcome_seat_1", "games/win_share_greedy"} <= lines[
        0
    ].keys()
    assert "train/entropy_loss" not in lines[1]
    assert lines[2]["train/entropy_loss"] < 0


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 2e6])
def test_diverged_weights_are_reported(value):
    network = torch.nn.Linear(2, 2)
    check_weights(network, "5 steps", "this or that")
    with torch.no_grad():
        network.bias[1] = value
    with pytest.raises(DivergedError, match="diverged after 5 steps: this or that is too large"):
        check_weights(network, "5 steps", "this or that")
