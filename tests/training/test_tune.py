import contextlib
import json
import signal
from dataclasses import replace
from types import SimpleNamespace

import optuna
import pytest
from optuna.trial import TrialState, create_trial
from rich.console import Console

from hofspiele.training.cli.files import RunError
from hofspiele.training.runs.callbacks import DivergedError
from hofspiele.training.settings.variants import Tune
from hofspiele.training.tuning import trials as module
from hofspiele.training.tuning.stored_study import open_study
from hofspiele.training.tuning.trials import trials_table, tune
from tests.training.commands import SMALL, error_of, interrupted_here, output_of

QUICK = [*SMALL, "num_players=2", "steps=256", "imitation.agent=null", "evaluation.games=12"]
SPACE = {
    "algorithm.clip_range": {"low": 0.1, "high": 10.0, "log": True},
    "algorithm.n_epochs": [1, 2, 3],
}


@pytest.fixture
def study_of(settings_of):
    """Return a function that makes settings of a study."""

    def make(*values, **more):
        recipe = settings_of("num_players=2", "evaluation.opponents=[random]", *values)
        return Tune(**{**vars(recipe), "name": "tune", **more})

    return make


@pytest.fixture
def instant_runs(monkeypatch):
    """Replace all runs; the win share of a trial is a tenth of its number of epochs."""
    run = lambda recipe, _: SimpleNamespace(complete=lambda _: recipe)  # noqa: E731
    monkeypatch.setattr(module, "new_run", run)
    monkeypatch.setattr(module, "mean_win_share", lambda recipe: recipe.algorithm.n_epochs / 10)


def trial_of(value, **params):
    ranges = {name: optuna.distributions.FloatDistribution(0, 1) for name in params}
    return create_trial(value=value, params=params, distributions=ranges)


def test_the_table_begins_with_the_best():
    study = optuna.create_study(direction="maximize")
    study.add_trials([trial_of(0.4, a=0.0, b=0.25), trial_of(0.9, a=0.5, b=1.0)])
    table = trials_table(study)
    rows = [("win share", "90.0 %", "40.0 %"), ("a", "0.5", "0"), ("b", "1", "0.25")]
    assert table.rows == rows


@pytest.mark.usefixtures("instant_runs")
def test_a_resumed_study_continues_as_if_it_had_not_been_interrupted(study_of, tmp_path):
    settings = study_of(space=SPACE, trials=14)
    whole = [trial.params for trial in tune(settings).get_trials()]
    assert whole[0] == {"algorithm.clip_range": 0.2, "algorithm.n_epochs": 3}
    assert len({params["algorithm.clip_range"] for params in whole}) == 14
    for trials in (1, 5, 14):
        study = tune(replace(settings, trials=trials, results=str(tmp_path / "resumed")))
    assert [trial.params for trial in study.get_trials()] == whole
    assert study.best_value == 0.3


@pytest.mark.usefixtures("instant_runs")
def test_trials_that_have_failed_or_were_killed_do_not_count(study_of):
    settings = study_of(space=SPACE, trials=2)
    study = open_study(settings)
    study.tell(study.ask(), state=TrialState.FAIL)
    study.ask()  # The trial of a killed process stays running.
    ended = [TrialState.FAIL, TrialState.RUNNING, TrialState.COMPLETE, TrialState.COMPLETE]
    assert [trial.state for trial in tune(settings).get_trials()] == ended


def outcome(error, study_of, monkeypatch):
    """Return the study's only trial, whose run raises `error`."""

    def fail(*_):
        raise error

    monkeypatch.setattr(module, "new_run", fail)
    settings = study_of(trials=1)
    with contextlib.suppress(RunError, KeyboardInterrupt):
        tune(settings)
    return open_study(settings).get_trials()[0]


def test_a_diverged_run_has_the_value_0(study_of, monkeypatch):
    trial = outcome(DivergedError("diverged"), study_of, monkeypatch)
    assert (trial.state, trial.value) == (TrialState.COMPLETE, 0.0)


@pytest.mark.parametrize("error", [RunError("the disk is full"), KeyboardInterrupt()])
def test_a_trial_that_does_not_end_has_failed(study_of, monkeypatch, error):
    assert outcome(error, study_of, monkeypatch).state is TrialState.FAIL


def test_a_trial_that_the_pruner_stops_is_measured_and_ends_early(study_of, tmp_path, monkeypatch):
    second = lambda _pruner, _study, trial: len(trial.intermediate_values) == 2  # noqa: E731
    monkeypatch.setattr(optuna.pruners.MedianPruner, "prune", second)
    (trial,) = tune(study_of("steps=2048", report_every=512, trials=1)).get_trials()
    assert trial.state is TrialState.PRUNED
    assert [*trial.intermediate_values] == [1, 2]
    assert all(0 <= share <= 1 for share in trial.intermediate_values.values())
    assert not (tmp_path / "tune-trial-000" / "agent.safetensors").exists()
    assert (tmp_path / "tune-trial-000" / "config.yaml").exists()


def test_measurements_do_not_change_what_is_learnt(study_of, tmp_path):
    agents = []
    for every in (None, 256):
        folder = tmp_path / str(every)
        tune(study_of("steps=768", report_every=every, trials=1, results=str(folder)))
        agents.append((folder / "tune-trial-000" / "evaluation.json").read_bytes())
    assert agents[0] == agents[1]


def test_an_interrupted_study_resumes_with_other_trials(tmp_path):
    arguments = [*QUICK, f"results={tmp_path}", "steps=2048"]
    curve = tmp_path / "tune-trial-000" / "curve.jsonl"
    output = interrupted_here(curve.exists, signal.SIGTERM, "tune", *arguments, "trials=1")
    assert "tune-trial-000: algorithm.learning_rate.start = 0.001\n" in output
    assert "resume with:\n  the same command" in output
    first = output_of("tune", *arguments, "trials=1")
    assert "tune-trial-001: algorithm.learning_rate.start = 0.001\n" in first
    assert "best values: algorithm.learning_rate.start=0.001 " in first
    assert [path.parent.name for path in tmp_path.glob("*/agent.safetensors")] == ["tune-trial-001"]
    evaluations = json.loads((tmp_path / "tune-trial-001" / "evaluation.json").read_text())
    assert evaluations[0]["games"] == 12
    second = output_of("tune", *arguments, "trials=2")
    assert "tune-trial-002: algorithm.learning_rate.start = " in second
    assert "best of 2 trials" in second
    assert "tune-trial-001" not in second


def test_an_ended_study_is_not_shown_for_another_game(tmp_path):
    arguments = [*QUICK, f"results={tmp_path}", "trials=1"]
    output_of("tune", *arguments)
    message = 'game.name is "knatsch", but study tune was started with game.name "kou_ka_roi"; '
    assert message in error_of("tune", *arguments, "game=knatsch")


def test_two_studies_can_share_a_folder(tmp_path):
    for name in ("one", "two"):
        output = output_of("tune", *QUICK, f"results={tmp_path}", "trials=1", f"name={name}")
        assert output.count("best of 1 trial") == 1
        assert (tmp_path / f"{name}-trial-000" / "agent.safetensors").is_file()


@pytest.mark.usefixtures("instant_runs")
def test_a_study_from_others_does_not_change_settings_outside_of_the_space(
    study_of, tmp_path, capsys
):
    storage = optuna.storages.JournalStorage(
        optuna.storages.journal.JournalFileBackend(str(tmp_path / "trials.log"))
    )
    study = optuna.create_study(study_name="tune", direction="maximize", storage=storage)
    params = {"trust": True, "imitation.agent": "code.zip"}
    choices = {
        name: optuna.distributions.CategoricalDistribution([value])
        for name, value in params.items()
    }
    foreign = {"params": params, "distributions": choices}
    study.add_trial(create_trial(state=TrialState.WAITING, **foreign))
    settings = study_of(space=SPACE, trials=1)
    found = tune(settings, Console())
    output = capsys.readouterr().out
    assert "tune-trial-000 is marked as failed: 'trust' is not in the space\n" in output
    assert "trust = " not in output
    assert study.trials[0].state is TrialState.FAIL
    # The recipe's own values come first.
    assert found.best_params == {"algorithm.clip_range": 0.2, "algorithm.n_epochs": 3}
    study.add_trial(create_trial(value=0.99, **foreign))
    assert tune(settings, Console()).best_value == 0.3
    assert "trial 2 is ignored: 'trust' is not in the space\n" in capsys.readouterr().out
