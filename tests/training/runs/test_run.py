import signal

import pytest
from hydra import compose, initialize
from omegaconf import OmegaConf
from rich.console import Console
from sb3_contrib import MaskablePPO

from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.runs.run import TrainingRun
from tests.training.commands import SMALL


@pytest.fixture
def run_of(tmp_path):
    """A run of 512 steps, two rollouts of 256, with these values."""

    def make(*values):
        with initialize("../../../configs", version_base="1.3"):
            config = compose("train", [*SMALL, "steps=512", f"results={tmp_path}", *values])
        OmegaConf.resolve(config)
        return TrainingRun(config, RunFolder.create(config), Console())

    return make


def test_entropy_and_margin_count_for_less_from_rollout_to_rollout(run_of, monkeypatch):
    run = run_of("margin_reward=0.04", "algorithm.ent_coef.end=0.002")
    seen = []
    train = MaskablePPO.train

    def note_and_train(model):
        seen.append((model.ent_coef, model.get_env().margin_reward))
        train(model)

    monkeypatch.setattr(MaskablePPO, "train", note_and_train)
    run.learn()
    assert seen == [pytest.approx((0.01, 0.04)), pytest.approx((0.006, 0.02))]


@pytest.mark.parametrize("update", [1, 2])
def test_an_interruption_waits_until_the_policy_has_learnt(run_of, monkeypatch, update):
    """The first step of an optimizer, cut off, leaves a state that can't be gone on with."""
    run = run_of()
    updates, optimizer = [], run.model.policy.optimizer
    step, train = optimizer.step, MaskablePPO.train

    def interrupted_step(*arguments):
        if len(updates) == update:
            signal.raise_signal(signal.SIGINT)
        return step(*arguments)

    def note_and_train(model):
        updates.append(model.num_timesteps)
        train(model)

    monkeypatch.setattr(optimizer, "step", interrupted_step)
    monkeypatch.setattr(MaskablePPO, "train", note_and_train)
    with pytest.raises(KeyboardInterrupt):
        run.learn()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert run.model.num_timesteps == updates[-1] == 256 * update
    assert all(len(state) == 3 for state in optimizer.state.values())
    assert str(256 * update) in run.checkpoints.newest().name
