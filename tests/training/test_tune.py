import errno
import json
import signal

import optuna
import pytest
from omegaconf import OmegaConf
from rich.console import Console

from hofspiele.training import tune
from hofspiele.training.cli.command import RunError
from hofspiele.training.cli.files import WriteError
from hofspiele.training.runs.callbacks import DivergedError
from hofspiele.training.tune import check_space, entries, recipe_in, suggest, trials_table
from tests.training.commands import SMALL, interrupted, run

QUICK = [*SMALL, "num_players=2", "steps=256", "imitation.agent=null", "evaluation.deals=4"]


def test_values_come_from_the_space():
    space = OmegaConf.create({"a.b": {"low": 1e-4, "high": 1e-2, "log": True}, "c": [1, 2]})
    study = optuna.create_study(sampler=optuna.samplers.RandomSampler(seed=1))
    found = [suggest(study.ask(), space) for _ in range(40)]
    assert all(1e-4 <= values["a.b"] <= 1e-2 for values in found)
    assert sum(values["a.b"] < 1e-3 for values in found) > 8  # on a plain scale: four of 40
    assert {values["c"] for values in found} == {1, 2}


def test_names_may_be_nested_as_the_command_line_adds_them():
    config = OmegaConf.create(
        {
            "a": {"b": 1, "c": 2, "d": None},
            "space": {"a.b": [1, 2], "a.c": [2, 3], "a": {"b": [5], "d": {"low": 0, "high": 1}}},
        }
    )
    assert entries(config.space) == {"a.b": [5], "a.c": [2, 3], "a.d": {"low": 0, "high": 1}}
    check_space(config)
    assert recipe_in(config) == {"a.c": 2}
    values = suggest(optuna.create_study().ask(), config.space)
    assert values["a.b"] == 5
    assert 0 <= values["a.d"] <= 1


def test_only_a_run_that_diverges_is_worth_nothing(tmp_path, monkeypatch):
    class Failing:
        def __init__(self, error):
            self.error = error

        def warm_start(self):
            raise self.error

    config = OmegaConf.create({"name": None, "a": 1, "space": {"a": [1]}})
    trial = optuna.create_study().ask()
    monkeypatch.setattr(tune, "new_run", lambda *_: Failing(DivergedError("run away")))
    assert tune.run_trial(trial, config, Console()) == 0.0
    monkeypatch.setattr(tune, "new_run", lambda *_: Failing(RunError("the disk is full")))
    with pytest.raises(RunError, match="the disk is full"):
        tune.run_trial(trial, config, Console())


def test_one_process_at_a_time_works_in_a_study(tmp_path):
    config = study_config(tmp_path)
    with tune.open_study(config):
        second = tune.open_study(config)
        with pytest.raises(ValueError, match="another process works there"):
            second.__enter__()
    with tune.open_study(config) as study:
        assert len(study.get_trials()) == 1


def study_config(folder):
    return OmegaConf.create({"results": str(folder), "seed": 1, "a": 1, "space": {"a": [1]}})


def test_what_a_killed_study_left_does_not_stop_the_next(tmp_path):
    config, log = study_config(tmp_path), tmp_path / "trials.log"
    with tune.open_study(config):
        pass
    whole = log.read_bytes()
    log.write_bytes(whole + whole[:20])
    (tmp_path / "trials.log.lock").symlink_to(log)
    for _ in range(2):
        with tune.open_study(config) as study:
            trial = study.ask()
    half = tmp_path / tune._run_name(trial.number) / "checkpoints" / ".steps-000000000256.tmp"
    half.mkdir(parents=True)
    with tune.open_study(config) as study:
        assert len(study.get_trials()) == 3
    assert not half.exists()
    assert log.read_bytes().startswith(whole)


@pytest.mark.parametrize("content", ["hello\n", "{}\n", '{"op_code": 99}\n'])
def test_a_log_of_something_else_is_told(tmp_path, content):
    (tmp_path / "trials.log").write_text(content)
    study = tune.open_study(study_config(tmp_path))
    with pytest.raises(ValueError, match=r"trials\.log is damaged: .*choose another results=…"):
        study.__enter__()
    assert (tmp_path / "trials.log").read_text() == content


def test_a_full_disk_is_told_with_what_could_not_be_written(tmp_path):
    study = tune.open_study(study_config(tmp_path))
    study.__enter__()
    with pytest.raises(WriteError, match=r"trials\.log can't be written: No space left on device"):
        study.__exit__(OSError, OSError(errno.ENOSPC, "No space left on device"), None)


@pytest.mark.parametrize(
    "entry",
    [
        3, [], {"low": 1}, {"low": 1, "high": 2, "step": 1}, {"low": 2, "high": 1},
        {"low": "a", "high": "b"}, {"low": 0, "high": 1, "log": True},
        {"low": 1, "high": 2, "log": 7},
    ],
)  # fmt: skip
def test_other_entries_are_refused(entry):
    config = OmegaConf.create({"a": 1, "space": {"a": entry}})
    with pytest.raises(ValueError, match=r"space: .a. is"):
        check_space(config)


def test_the_recipe_s_own_values_are_those_that_the_space_has():
    config = OmegaConf.create(
        {
            "a": {"b": 0.5, "c": 3, "d": None},
            "e": 7,
            "space": {
                "a.b": {"low": 0.1, "high": 1.0, "log": True},
                "a.c": [1, 2, 3],
                "a.d": {"low": 0.0, "high": 1.0},
                "e": {"low": 0.0, "high": 1.0},
                "f": [1],
            },
        }
    )
    assert recipe_in(config) == {"a.b": 0.5, "a.c": 3}


def trial_of(value, **params):
    ranges = {name: optuna.distributions.FloatDistribution(0, 1) for name in params}
    return optuna.trial.create_trial(value=value, params=params, distributions=ranges)


def test_values_that_not_all_trials_have_are_shown():
    table = trials_table([trial_of(0.9, a=0.5), trial_of(0.4, b=0.25)])
    assert [list(column.cells) for column in table.columns] == [
        ["win share", "a", "b"],
        ["90.0%", "0.5", "–"],
        ["40.0%", "–", "0.25"],
    ]


def test_the_table_begins_with_the_best():
    table = trials_table([trial_of(value, a=0.5) for value in (0.9, 0.4)])
    assert [list(column.cells) for column in table.columns] == [
        ["win share", "a"],
        ["90.0%", "0.5"],
        ["40.0%", "0.5"],
    ]


def test_trials_are_kept_and_gone_on_with(tmp_path):
    first = run("tune", *QUICK, f"results={tmp_path}", "trials=1")
    assert first.returncode == 0, first.stderr
    assert "trial-000: algorithm.learning_rate.start = 0.001\n" in first.stdout
    assert "the best values: algorithm.learning_rate.start=0.001 " in first.stdout
    more = "+space.algorithm.clip_range=[0.3]"
    second = run("tune", *QUICK, f"results={tmp_path}", "trials=2", more)
    assert second.returncode == 0, second.stderr
    assert "trial-001: algorithm.clip_range = 0.3\n" in second.stdout
    assert "best of 2 trials" in second.stdout
    assert "trial-000" not in second.stdout
    evaluations = json.loads((tmp_path / "trial-001" / "evaluation.json").read_text())
    assert evaluations[0]["games"] == 8


def test_an_interrupted_trial_is_begun_anew(tmp_path):
    arguments = [*QUICK, f"results={tmp_path}", "trials=1"]
    curve = tmp_path / "trial-000" / "curve.jsonl"
    output = interrupted(curve.exists, signal.SIGINT, "tune", *arguments, "steps=2_000_000")
    assert "the same command goes on" in output
    done = run("tune", *arguments)
    assert done.returncode == 0, done.stderr
    assert "trial-001: algorithm.learning_rate.start = 0.001\n" in done.stdout
    assert (tmp_path / "trial-001" / "agent.pt").exists()


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("+space.algorithm.speed=[1]", "there is no value algorithm.speed"),
        ("~space", "space can't be left out"),
        ("+space.algorithm.n_epochs={low:1,high:3}", "n_epochs may become 1.0: algorithm.n_epochs"),
        (
            "+space.algorithm.clip_range=[0.2,0]",
            "may become 0: algorithm.clip_range is 0, expected",
        ),
        ("trials=0", "trials is 0, expected an integer from 1"),
        ("steps=0", "steps is 0, expected an integer from 1"),
        ("evaluation.opponents=[clever]", "no agent is called 'clever'"),
    ],
)
def test_a_mistake_ends_before_a_study_begins(tmp_path, argument, message):
    done = run("tune", *QUICK, f"results={tmp_path / 'study'}", argument)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "study").exists()
