import optuna
import pytest
from omegaconf import OmegaConf

from hofspiele.training.tuning.space import check_space, entries, recipe_in, suggest


def suggested(study, space):
    trial = study.ask()
    suggest(trial, space)
    return trial.params


def test_suggested_values_lie_in_the_space():
    space = OmegaConf.create({"a.b": {"low": 1e-4, "high": 1e-2, "log": True}, "c": [1, 2]})
    study = optuna.create_study(sampler=optuna.samplers.RandomSampler(seed=1))
    found = [suggested(study, space) for _ in range(40)]
    assert all(1e-4 <= values["a.b"] <= 1e-2 for values in found)
    # On a linear scale, it would be about 4 of 40.
    assert sum(values["a.b"] < 1e-3 for values in found) > 8
    assert {values["c"] for values in found} == {1, 2}


def test_nested_names_from_the_command_line_take_precedence():
    config = OmegaConf.create(
        {
            "a": {"b": 1, "c": 2, "d": None},
            "space": {"a.b": [1, 2], "a.c": [2, 3], "a": {"b": [5], "d": {"low": 0, "high": 1}}},
        }
    )
    assert entries(config.space) == {"a.b": [5], "a.c": [2, 3], "a.d": {"low": 0, "high": 1}}
    check_space(config)
    assert recipe_in(config) == {"a.c": 2}
    values = suggested(optuna.create_study(), config.space)
    assert values["a.b"] == 5
    assert 0 <= values["a.d"] <= 1


@pytest.mark.parametrize(
    "entry",
    [
        3, [], {"low": 1}, {"low": 1, "high": 2, "step": 1}, {"low": 2, "high": 1},
        {"low": "a", "high": "b"}, {"low": 0, "high": 1, "log": True},
        {"low": 1, "high": 2, "log": 7},
    ],
)  # fmt: skip
def test_malformed_entries_are_refused(entry):
    config = OmegaConf.create({"a": 1, "space": {"a": entry}})
    with pytest.raises(ValueError, match=r"space: .a. is"):
        check_space(config)


def test_recipe_values_outside_the_space_are_left_out():
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
