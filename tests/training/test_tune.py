import json
import signal

import optuna
import pytest

from hofspiele.training.tune import trials_table
from tests.training.commands import SMALL, interrupted, run

QUICK = [*SMALL, "num_players=2", "steps=256", "imitation.agent=null", "evaluation.games=12"]


def trial_of(value, **params):
    ranges = {name: optuna.distributions.FloatDistribution(0, 1) for name in params}
    return optuna.trial.create_trial(value=value, params=params, distributions=ranges)


def test_the_table_begins_with_the_best_and_shows_values_that_not_all_have():
    table = trials_table([trial_of(0.9, a=0.5, b=1.0), trial_of(0.4, b=0.25)])
    assert [list(column.cells) for column in table.columns] == [
        ["win share", "a", "b"],
        ["90.0%", "0.5", "1"],
        ["40.0%", "–", "0.25"],
    ]


def test_trials_are_kept_in_a_study_that_resumes(tmp_path):
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
    assert evaluations[0]["games"] == 12


def test_an_interrupted_study_resumes_with_another_trial(tmp_path):
    arguments = [*QUICK, f"results={tmp_path}", "trials=1"]
    curve = tmp_path / "trial-000" / "curve.jsonl"
    output = interrupted(curve.exists, signal.SIGTERM, "tune", *arguments, "steps=2_000_000")
    assert "resume with:\n  the same command" in output
    done = run("tune", *arguments)
    assert done.returncode == 0, done.stderr
    assert "trial-001: algorithm.learning_rate.start = 0.001\n" in done.stdout
    assert [path.parent.name for path in tmp_path.glob("*/agent.pt")] == ["trial-001"]


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("+space.algorithm.speed=[1]", "there is no value algorithm.speed"),
        ("~space", "space is missing, expected a mapping"),
        (
            "+space.algorithm.n_epochs={low:1,high:3}",
            "n_epochs is a range, but takes whole numbers; give",
        ),
        (
            "+space.algorithm.clip_range=[0.2,0]",
            "may become 0: algorithm.clip_range is 0, expected",
        ),
        ("trials=0", "trials is 0, expected an integer from 1"),
        ("report_every=0", "report_every is 0, expected an integer from 1"),
        ("storage=''", "storage is '', expected a name, or null"),
        ("space=3", "space is 3, expected a mapping"),
        ("resume=results/run", "resume is results/run, expected null"),
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
