import contextlib
import json
import signal
from dataclasses import replace
from types import SimpleNamespace

import optuna
import pytest
from optuna.trial import TrialState, create_trial
from rich.console import Console

from hofspiele.training.files.read_write import RunError
from hofspiele.training.runs.callbacks import DivergedError
from hofspiele.training.selfplay.ppo import SelfPlayPPO
from hofspiele.training.settings.variants import Tune
from hofspiele.training.tuning import trials as module
from hofspiele.training.tuning.stored_study import open_study
from hofspiele.training.tuning.trials import trials_table, tune
from tests.training.commands import SMALL, error_of, output_of, run

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
    rows = trials_table(study).rows  # The table begins with the best.
    shares = [float(share.removesuffix(" %")) for share in rows[0][1:]]
    assert shares == sorted(shares, reverse=True)
    assert rows[2][:2] == ("algorithm.n_epochs", "3")


@pytest.mark.usefixtures("instant_runs")
def test_trials_that_have_failed_or_were_killed_do_not_count(study_of):
    settings = study_of(space=SPACE, trials=2)
    study = open_study(settings)
    study.tell(study.ask(), state=TrialState.FAIL)
    study.ask()  # The trial of a killed process stays running.
    ended = [TrialState.FAIL, TrialState.RUNNING, TrialState.COMPLETE, TrialState.COMPLETE]
    assert [trial.state for trial in tune(settings).get_trials()] == ended


@pytest.mark.parametrize(
    ("error", "state", "value"),
    [
        (DivergedError("diverged"), TrialState.COMPLETE, 0.0),
        (RunError("the disk is full"), TrialState.FAIL, None),
        (KeyboardInterrupt(), TrialState.FAIL, None),
    ],
)
def test_a_trial_that_does_not_end_has_failed_or_the_value_0(
    study_of, monkeypatch, error, state, value
):
    def fail(*_):
        raise error

    monkeypatch.setattr(module, "new_run", fail)
    settings = study_of(trials=1)
    with contextlib.suppress(RunError, KeyboardInterrupt):
        tune(settings)
    (trial,) = open_study(settings).get_trials()
    assert (trial.state, trial.value) == (state, value)


def test_a_trial_that_the_pruner_stops_is_measured_and_ends_early(study_of, tmp_path, monkeypatch):
    second = lambda _pruner, _study, trial: len(trial.intermediate_values) == 2  # noqa: E731
    monkeypatch.setattr(optuna.pruners.MedianPruner, "prune", second)
    (trial,) = tune(study_of("steps=1024", report_every=256, trials=1)).get_trials()
    assert trial.state is TrialState.PRUNED
    assert [*trial.intermediate_values] == [1, 2]
    assert all(0 <= share <= 1 for share in trial.intermediate_values.values())
    assert not (tmp_path / "tune-trial-000" / "agent.safetensors").exists()
    assert (tmp_path / "tune-trial-000" / "config.yaml").exists()


def test_measurements_do_not_change_what_is_learnt(study_of, tmp_path):
    agents = []
    for every in (None, 256):
        folder = tmp_path / str(every)
        tune(study_of(report_every=every, trials=1, results=str(folder)))
        agents.append((folder / "tune-trial-000" / "evaluation.json").read_bytes())
    assert agents[0] == agents[1]


def test_an_interrupted_study_resumes_with_other_trials(tmp_path, monkeypatch):
    arguments = ["tune", *QUICK, f"results={tmp_path}"]
    with monkeypatch.context() as patched:
        patched.setattr(SelfPlayPPO, "train", lambda _: signal.raise_signal(signal.SIGTERM))
        done = run(*arguments, "trials=1")
    assert done.returncode == 130
    assert "tune-trial-000: algorithm.learning_rate.start = 0.001\n" in done.stdout
    assert "resume with:\n  the same command" in done.stdout
    first = output_of(*arguments, "trials=1")
    assert "tune-trial-001: algorithm.learning_rate.start = 0.001\n" in first
    assert "best values: algorithm.learning_rate.start=0.001 " in first
    assert [path.parent.name for path in tmp_path.glob("*/agent.safetensors")] == ["tune-trial-001"]
    evaluations = json.loads((tmp_path / "tune-trial-001" / "evaluation.json").read_text())
    assert evaluations[0]["games"] == 12
    second = output_of(*arguments, "trials=2")
    assert "tune-trial-002: algorithm.learning_rate.start = " in second
    assert "best of 2 trials" in second
    assert "tune-trial-001" not in second
    message = 'game.name is "knatsch", but study tune was started with game.name "kou_ka_roi"; '
    assert message in error_of(*arguments, "trials=2", "game=knatsch")
    other = output_of(*arguments, "trials=1", "name=other")
    assert other.count("best of 1 trial") == 1


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
