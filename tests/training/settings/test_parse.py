from dataclasses import asdict

import pytest

from hofspiele.envs.command_line.parse import check_plain, parse, with_values
from hofspiele.training.settings.measuring import Tournament
from hofspiele.training.settings.train import Schedule, Train
from tests.training.commands import KINDS, command_line


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("steps", [0, -1, 1.5, "many", None, True], "an integer from 1"),
        ("seed", [-1, 2**31, 0.5], "an integer from 0 to 2147483647"),
        ("evaluation.games", [0, None], "an integer from 1"),
        ("use_solver", ["maybe", 1, None], "true or false"),
        ("margin_reward", ["much", None, float("nan"), float("inf")], "a number"),
        ("imitation.learning_rate", [0, -1e-3, "fast"], "a number > 0"),
        ("algorithm.gae_lambda", [-0.1, 1.5, "low"], "a number from 0 to 1"),
        ("algorithm.ent_coef", [-0.1, "low"], "a number from 0, or a mapping with start, end, end"),
        ("algorithm.ent_coef.end_fraction", [0, 1.1], "a number > 0 and <= 1"),
        ("opponents.priority_exponent", [-1, "high"], "a number from 0"),
        ("name", ["", 1.5, [1], True], "a name, or null"),
        ("results", [""], "a name"),
        ("device", ["gpu", 1], "one of cpu, cuda, auto"),
        ("evaluation.opponents", [None, [["greedy"]], 0.5, [""]], "a name, or a list"),
        ("num_players", [[], "four", [3, None]], "an integer, or a list of at least one, or null"),
        ("steps", [10**12], "an integer from 1 to 999999999999"),
        ("opponents.pool_size", [0, 10**9], "an integer from 1 to 1000"),
        ("torch_threads", [0, 10**6], "an integer from 1 to 1024"),
        ("margin_reward", [10**200, 1e300], "a number"),
        ("algorithm.clip_range_vf", [0, "abc"], "a number > 0, or null"),
        ("algorithm.normalize_advantage", ["abc", 1], "true or false"),
        ("algorithm.target_kl", [-1], "a number > 0, or null"),
        ("opponents.shares", [{"greedy": "all"}, 3, None], "a mapping like {name:value}"),
        ("network", [3, None], "a mapping with architecture, pol"),
    ],
)
def test_wrong_values_are_named_with_what_is_expected(name, values, expected):
    for value in values:
        with pytest.raises(ValueError, match=f"^{name} is .*, expected {expected}"):
            with_values(Train(), {name: value})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"confidence": 1.0}, r"confidence is 1\.0, expected a number > 0 and < 1"),
        ({"deals_per_round": 1}, "deals_per_round is 1, expected an integer from 2"),
    ],
)
def test_wrong_values_of_a_tournament(changes, message):
    with pytest.raises(ValueError, match=message):
        with_values(Tournament(agents=["greedy", "random"]), changes)


def test_other_ways_to_write_a_value_are_accepted():
    changes = {
        "evaluation.opponents": "greedy", "name": 7, "margin_reward": 1, "steps": 1e6,
        "algorithm.learning_rate": 1, "num_players": 2,
    }  # fmt: skip
    found = with_values(Train(), changes)
    assert found.evaluation.opponents == ["greedy"]
    assert found.name == "7"
    assert type(found.steps) is int
    assert type(found.margin_reward) is float
    assert found.algorithm.learning_rate == 1.0
    assert found.num_players == [2]


def test_sections_are_typed():
    values = asdict(Train())
    values["algorithm"]["ent_coef"] = {"start": 1, "end": 0, "end_fraction": 0.5}
    assert parse(values, Train).algorithm.ent_coef == Schedule(1.0, 0.0, 0.5)
    del values["algorithm"]["ent_coef"]["end"]
    with pytest.raises(ValueError, match=r"^algorithm\.ent_coef\.end is missing, expected a numb"):
        parse(values, Train)


@pytest.mark.parametrize("name", KINDS)
def test_files_of_commands_add_no_undeclared_value(name):
    required = {"exploit": "agent=a", "evaluate": "agent=a", "export": "agent=a",
                "scorecard": "agent=a", "tournament": "agents=a",
                "dataset": "agents=a to=b"}  # fmt: skip
    command_line(f"{name} {required.get(name, '')}").settings()


@pytest.mark.parametrize("recipe", ["kardinal", "knatsch", "kou_ka_roi", "quick"])
@pytest.mark.parametrize("name", ["train", "tune", "rllib"])
def test_recipes_add_no_undeclared_value(name, recipe):
    found = command_line(f"{name} experiment={recipe}").settings()
    assert found.game.name == ("kou_ka_roi" if recipe == "quick" else recipe)
    assert found.imitation.agent == "greedy"


def test_numbers_too_long_to_print_are_refused():
    message = r"^a\.b is a value of type int that is too large to be written, expected"
    with pytest.raises(ValueError, match=message):
        check_plain({"a": {"b": 10**5000}}, "")


@pytest.mark.parametrize(
    "values",
    [
        {"a": b""}, {"a": {1}}, {1: "a"}, {None: 1}, {"a": [{"b": {2.0: 1}}]},
    ],
)  # fmt: skip
def test_values_that_are_not_plain_are_refused(values):
    with pytest.raises(ValueError, match=r"expected a string"):
        check_plain(values, "")
