import pytest
from omegaconf import OmegaConf
from optuna.trial import create_trial
from rich.console import Console

from hofspiele.training.cli.command import RunError
from hofspiele.training.runs.callbacks import DivergedError
from hofspiele.training.tuning import trials
from hofspiele.training.tuning.trials import run_trials


def results_of_a_run_that_raises(error, monkeypatch):
    class Failing:
        def complete(self):
            raise error

    monkeypatch.setattr(trials, "new_run", lambda *_: Failing())
    config = OmegaConf.create({"results": "results", "name": None})
    return [*run_trials([create_trial(value=0.5)], config, Console(), None)]


def test_only_a_diverged_run_has_the_value_0(monkeypatch):
    ((_, value),) = results_of_a_run_that_raises(DivergedError("run away"), monkeypatch)
    assert value == 0.0
    with pytest.raises(RunError, match="the disk is full"):
        results_of_a_run_that_raises(RunError("the disk is full"), monkeypatch)
