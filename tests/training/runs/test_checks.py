import re

import pytest
from omegaconf import OmegaConf

from hofspiele.training.runs.checks import check_run


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("steps", [0, -1, 1.5, 1e6, "many", None, True], "an integer from 1"),
        ("seed", [-1, 2**31, 0.5], "an integer from 0 to 2147483647"),
        ("evaluation.games", [0, None], "an integer from 1"),
        ("use_solver", ["maybe", 1, None], "true or false"),
        ("margin_reward", ["much", None, float("nan"), float("inf")], "a number"),
        ("imitation.learning_rate", [0, -1e-3, "fast"], "a number > 0"),
        ("algorithm.gae_lambda", [-0.1, 1.5, "low"], "a number from 0 to 1"),
        ("opponents.priority_exponent", [-1, "high"], "a number >= 0"),
        ("name", ["", 1.5, [1]], "a name, or null"),
        ("results", [""], "a name"),
        (
            "evaluation.opponents",
            [[], None, [["greedy"]], 0.5],
            "a name, or a list of at least one",
        ),
        ("steps", [10**12], "an integer from 1 to 999999999999"),
        ("opponents.pool_size", [0, 10**9], "an integer from 1 to 10000"),
        ("torch_threads", [0, 10**6], "an integer from 1 to 1024"),
        ("margin_reward", [10**400, 1e300], "a number"),
        ("algorithm.clip_range_vf", [0, "abc"], "a number > 0, or null"),
        ("algorithm.normalize_advantage", ["abc", 1], "true or false"),
        ("algorithm.target_kl", [-1], "a number > 0, or null"),
        ("opponents.shares", [{"greedy": "all"}, 3, None], "agents, each with a number"),
    ],
)
def test_wrong_values_are_named_with_what_is_expected(config_of, name, values, expected):
    config = config_of()
    check_run(config)
    OmegaConf.set_struct(config, False)
    for value in values:
        OmegaConf.update(config, name, value, merge=False)
        with pytest.raises(ValueError, match=f"^{name} is .*, expected {expected}"):
            check_run(config)


def test_a_value_that_is_missing_is_named(config_of):
    config = config_of()
    OmegaConf.set_struct(config, False)
    del config.imitation
    with pytest.raises(ValueError, match=r"^imitation\.decisions is null, expected an integer"):
        check_run(config)


def test_other_ways_to_write_a_value_are_taken(config_of):
    check_run(config_of("evaluation.opponents=greedy", "name=7", "margin_reward=1"))


@pytest.mark.parametrize(
    ("value", "shown"), [("", "''"), (None, "null"), (["a"], "[a]"), ({"b": True}, "{b:true}")]
)
def test_values_are_shown_as_the_command_line_takes_them(config_of, value, shown):
    config = config_of()
    OmegaConf.update(config, "results", value, merge=False, force_add=True)
    with pytest.raises(ValueError, match=re.escape(f"results is {shown}, expected")):
        check_run(config)
