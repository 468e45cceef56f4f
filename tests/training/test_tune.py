import json
import signal

import optuna
import pytest
from omegaconf import OmegaConf

from hofspiele.training.tune import check_space, recipe_in, suggest, trials_table
from tests.training.commands import SMALL, interrupted, run

QUICK = [*SMALL, "num_players=2", "steps=256", "imitation.agent=null", "evaluation.deals=4"]


def test_values_come_from_the_space():
    space = OmegaConf.create({"a.b": {"low": 1e-4, "high": 1e-2, "log": True}, "c": [1, 2]})
    study = optuna.create_study(sampler=optuna.samplers.RandomSampler(seed=1))
    found = [suggest(study.ask(), space) for _ in range(40)]
    assert all(1e-4 <= values["a.b"] <= 1e-2 for values in found)
    assert sum(values["a.b"] < 1e-3 for values in found) > 8  # on a plain scale: four of 40
    assert {values["c"] for values in found} == {1, 2}


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


def test_the_table_begins_with_the_best():
    trials = [
        optuna.trial.create_trial(
            value=value,
            params={"a": 0.5},
            distributions={"a": optuna.distributions.FloatDistribution(0, 1)},
        )
        for value in (0.9, 0.4)
    ]
    table = trials_table(trials)
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
    second = run("tune", *QUICK, f"results={tmp_path}", "trials=2")
    assert second.returncode == 0, second.stderr
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
        ("+space.algorithm.speed=[1]", "space"),
        ("~space", "space"),
        ("trials=0", "trials is 0, expected an integer from 1"),
        ("steps=0", "steps is 0, expected an integer from 1"),
        ("evaluation.opponents=[clever]", "no agent is called 'clever'"),
    ],
)
def test_a_mistake_ends_before_a_study_begins(tmp_path, argument, message):
    done = run("tune", *QUICK, f"results={tmp_path / 'study'}", argument)
    assert done.returncode != 0
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "study").exists()
