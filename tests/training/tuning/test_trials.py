import pytest
from omegaconf import OmegaConf
from rich.console import Console

from hofspiele.training.cli.command import RunError
from hofspiele.training.runs.callbacks import DivergedError
from hofspiele.training.tuning import trials
from hofspiele.training.tuning.trials import run_trial


def test_only_a_run_that_diverges_is_worth_nothing(tmp_path, monkeypatch):
    class Failing:
        def __init__(self, error):
            self.error = error

        def warm_start(self):
            raise self.error

    config = OmegaConf.create({"name": "trial-000"})
    monkeypatch.setattr(trials, "new_run", lambda *_: Failing(DivergedError("run away")))
    assert run_trial(config, Console()) == 0.0
    monkeypatch.setattr(trials, "new_run", lambda *_: Failing(RunError("the disk is full")))
    with pytest.raises(RunError, match="the disk is full"):
        run_trial(config, Console())
