import pytest
from omegaconf import OmegaConf
from optuna.trial import create_trial
from rich.console import Console

from hofspiele.training.cli.command import RunError
from hofspiele.training.runs.callbacks import DivergedError
from hofspiele.training.tuning import trials
from hofspiele.training.tuning.trials import run_trials


def worth(error, monkeypatch):
    class Failing:
        def complete(self):
            raise error

    monkeypatch.setattr(trials, "new_run", lambda *_: Failing())
    config = OmegaConf.create({"results": "results", "name": None})
    return [*run_trials([create_trial(value=0.5)], config, Console(), None)]


def test_only_a_run_that_diverges_is_worth_nothing(monkeypatch):
    assert [value for _, value in worth(DivergedError("run away"), monkeypatch)] == [0.0]
    with pytest.raises(RunError, match="the disk is full"):
        worth(RunError("the disk is full"), monkeypatch)
