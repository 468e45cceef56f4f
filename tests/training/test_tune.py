import json
import signal

import optuna

from hofspiele.training.tune import trials_table
from tests.training.commands import SMALL, error_of, interrupted_here, output_of

QUICK = [*SMALL, "num_players=2", "steps=256", "imitation.agent=null", "evaluation.games=12"]


def trial_of(value, **params):
    ranges = {name: optuna.distributions.FloatDistribution(0, 1) for name in params}
    return optuna.trial.create_trial(value=value, params=params, distributions=ranges)


def test_the_table_begins_with_the_best():
    table = trials_table([trial_of(0.9, a=0.5, b=1.0), trial_of(0.4, a=0.0, b=0.25)])
    assert [list(column.cells) for column in table.columns] == [
        ["win share", "a", "b"],
        ["90.0 %", "0.5", "1"],
        ["40.0 %", "0", "0.25"],
    ]


def test_an_interrupted_study_resumes_with_other_trials(tmp_path):
    arguments = [*QUICK, f"results={tmp_path}", "steps=2048"]
    curve = tmp_path / "tune-trial-000" / "curve.jsonl"
    output = interrupted_here(curve.exists, signal.SIGTERM, "tune", *arguments, "trials=1")
    assert "tune-trial-000: algorithm.learning_rate.start = 0.001\n" in output
    assert "resume with:\n  the same command" in output
    first = output_of("tune", *arguments, "trials=1")
    assert "tune-trial-001: algorithm.learning_rate.start = 0.001\n" in first
    assert "best values: algorithm.learning_rate.start=0.001 " in first
    assert [path.parent.name for path in tmp_path.glob("*/agent.pt")] == ["tune-trial-001"]
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
        assert (tmp_path / f"{name}-trial-000" / "agent.pt").is_file()


def test_a_study_from_others_does_not_change_settings_outside_of_the_space(tmp_path):
    storage = optuna.storages.JournalStorage(
        optuna.storages.journal.JournalFileBackend(str(tmp_path / "trials.log"))
    )
    study = optuna.create_study(study_name="tune", direction="maximize", storage=storage)
    params = {"trust": True, "imitation.agent": "code.zip"}
    choices = {
        name: optuna.distributions.CategoricalDistribution([value])
        for name, value in params.items()
    }
    waiting, failed = optuna.trial.TrialState.WAITING, optuna.trial.TrialState.FAIL
    study.add_trial(optuna.trial.create_trial(state=waiting, params=params, distributions=choices))
    output = output_of("tune", *QUICK, f"results={tmp_path}", "trials=1")
    assert "trial 0 is marked as failed: 'trust' is not in the space\n" in output
    assert "trust = " not in output
    assert "best of 1 trial" in output
    assert study.trials[0].state is failed
    study.add_trial(optuna.trial.create_trial(value=0.99, params=params, distributions=choices))
    output = output_of("tune", *QUICK, f"results={tmp_path}", "trials=1")
    assert "trial 2 is ignored: 'trust' is not in the space\n" in output
    assert "99.0 %" not in output
