import contextlib
from dataclasses import replace

import optuna
import pytest
from optuna.trial import TrialState
from rich.console import Console

from hofspiele.training.cli.files import RunError
from hofspiele.training.runs.callbacks import DivergedError
from hofspiele.training.settings.tune import Tune
from hofspiele.training.tuning import trials
from hofspiele.training.tuning.trials import carry_out


def study_of(recipe, report_every):
    """Return the settings of a study without a search space."""
    return Tune(**{**vars(recipe), "name": "tune", "report_every": report_every})


def result_of(error, monkeypatch):
    """Return the study's only trial, whose run raises `error`."""

    def fail(*_):
        raise error

    monkeypatch.setattr(trials, "new_run", fail)
    study = optuna.create_study(direction="maximize")
    with contextlib.suppress(RunError, KeyboardInterrupt):
        carry_out(study, study.ask(), Tune(), Console(quiet=True))
    return study.trials[0]


def test_a_diverged_run_has_the_value_0(monkeypatch):
    trial = result_of(DivergedError("diverged"), monkeypatch)
    assert (trial.state, trial.value) == (TrialState.COMPLETE, 0.0)


@pytest.mark.parametrize("error", [RunError("the disk is full"), KeyboardInterrupt()])
def test_a_trial_that_does_not_end_has_failed(monkeypatch, error):
    assert result_of(error, monkeypatch).state is TrialState.FAIL


class Pruner(optuna.pruners.BasePruner):
    """Stops each trial at its second measurement."""

    def prune(self, study, trial):
        return len(trial.intermediate_values) == 2


def test_a_trial_that_the_pruner_stops_is_measured_and_ends_early(settings_of, tmp_path):
    recipe = settings_of("num_players=2", "steps=2048", "evaluation.opponents=[random]")
    settings = study_of(recipe, 512)
    study = optuna.create_study(direction="maximize", pruner=Pruner())
    carry_out(study, study.ask(), settings, Console(quiet=True))
    (trial,) = study.trials
    assert trial.state is TrialState.PRUNED
    assert [*trial.intermediate_values] == [1, 2]
    assert all(0 <= share <= 1 for share in trial.intermediate_values.values())
    assert not (tmp_path / "tune-trial-000" / "agent.pt").exists()
    assert (tmp_path / "tune-trial-000" / "config.yaml").exists()


def test_measurements_do_not_change_what_is_learnt(settings_of, tmp_path):
    agents = []
    for every in (None, 256):
        recipe = settings_of("num_players=2", "steps=768", "evaluation.opponents=[random]")
        settings = replace(study_of(recipe, every), results=str(tmp_path / str(every)))
        study = optuna.create_study(direction="maximize", pruner=optuna.pruners.NopPruner())
        carry_out(study, study.ask(), settings, Console(quiet=True))
        agents.append((tmp_path / str(every) / "tune-trial-000" / "evaluation.json").read_bytes())
    assert agents[0] == agents[1]
