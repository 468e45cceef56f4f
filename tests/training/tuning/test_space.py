import optuna
import pytest

from hofspiele.training.cli.command_line import CommandLine
from hofspiele.training.settings.train import Train
from hofspiele.training.tuning.space import check_space, entries, suggest, values_in


def test_suggested_values_lie_in_the_space():
    space = {"a.b": {"low": 1e-4, "high": 1e-2, "log": True}, "c": [1, 2]}
    study = optuna.create_study(sampler=optuna.samplers.RandomSampler(seed=1))
    found = [suggest(study.ask(), space) for _ in range(40)]
    assert all(1e-4 <= values["a.b"] <= 1e-2 for values in found)
    # On a linear scale, it would be about 4 of 40.
    assert sum(values["a.b"] < 1e-3 for values in found) > 8
    assert {values["c"] for values in found} == {1, 2}


def test_nested_names_from_the_command_line_take_precedence():
    space = {
        "algorithm.n_epochs": [1, 2],
        "algorithm.batch_size": [64, 2048],
        "algorithm": {"n_epochs": [5], "gamma": {"low": 0, "high": 1}},
    }
    found = entries(space)
    assert found == {
        "algorithm.n_epochs": [5],
        "algorithm.batch_size": [64, 2048],
        "algorithm.gamma": {"low": 0, "high": 1},
    }
    assert values_in(found, Train()) == {"algorithm.batch_size": 2048, "algorithm.gamma": 1.0}


@pytest.mark.parametrize(
    "entry",
    [
        3, [], {"low": 1}, {"low": 1, "high": 2, "step": 1}, {"low": 2, "high": 1},
        {"low": "a", "high": "b"}, {"low": 0, "high": 1, "log": True},
        {"low": 1, "high": 2, "log": 7}, {"low": 1, "high": 10**400},
    ],
)  # fmt: skip
def test_malformed_entries_are_refused(entry):
    with pytest.raises(ValueError, match=r"space: 'margin_reward' is"):
        check_space({"margin_reward": entry}, Train())


@pytest.mark.parametrize(
    ("name", "entry", "message"),
    [
        *((name, [1], "unknown setting") for name in ("speed", "algorithm.speed", "steps.more")),
        *(
            (name, {"low": 2, "high": 3}, "a range is not allowed for {name}; use a list")
            for name in ("algorithm.n_epochs", "num_players", "network.policy")
        ),
    ],
)
def test_impossible_names_are_refused(name, entry, message):
    recipe = CommandLine(Train, ["experiment=plain"]).settings()
    with pytest.raises(ValueError, match=message.format(name=name)):
        check_space({name: entry}, recipe)


def test_recipe_values_outside_the_space_are_left_out():
    space = {
        "algorithm.clip_range": {"low": 0.1, "high": 1.0, "log": True},
        "algorithm.n_epochs": [1, 2, 3],
        "network.prior_temperature": {"low": 0.0, "high": 1.0},
        "steps": {"low": 0.0, "high": 1.0},
        "nothing": [1],
    }
    assert values_in(space, Train()) == {"algorithm.clip_range": 0.2, "algorithm.n_epochs": 3}
