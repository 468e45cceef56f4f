import pytest
from hydra import compose, initialize
from omegaconf import OmegaConf
from rich.console import Console
from sb3_contrib import MaskablePPO

from tests.training.calls import SMALL
from training.run_folder import RunFolder
from training.training_run import TrainingRun


@pytest.fixture
def run_of(tmp_path):
    """A run of 512 steps, two rollouts of 256, with these values."""

    def make(*values):
        with initialize("../../configs", version_base="1.3"):
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
