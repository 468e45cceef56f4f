"""Settings: their types, and recipes, which are the same in Python and in commands."""

from dataclasses import asdict

import pytest

import hofspiele
from hofspiele.envs.agents import GreedyAgent
from hofspiele.envs.command_line.parse import check_plain, parse, with_values
from hofspiele.training.settings.measuring import Tournament
from hofspiele.training.settings.train import (
    Imitation,
    Measurement,
    Network,
    Opponents,
    Schedule,
    Train,
)
from hofspiele.training.settings.variants import RLlib
from tests.training.commands import command_line


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("steps", [0, -1, 1.5, "many", None, True, 10**12], "an integer from 1 to 999999999999"),
        ("seed", [-1, 2**31, 0.5], "an integer from 0 to 2147483647"),
        ("use_solver", ["maybe", 1, None], "true or false"),
        ("margin_reward", ["much", None, float("nan"), float("inf"), 10**200, 1e300], "a number"),
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
        ("opponents.pool_size", [0, 10**9], "an integer from 1 to 1000"),
        ("algorithm.clip_range_vf", [0, "abc"], "a number > 0, or null"),
        ("opponents.shares", [{"greedy": "all"}, 3, None], "a mapping like {name:value}"),
        ("network", [3, None], "a mapping with architecture, pol"),
        ("confidence", [1.0], "a number"),
        ("deals_per_round", [1], "an integer"),
    ],
)
def test_wrong_values_are_named_with_what_is_expected(name, values, expected):
    of_tournament = name in ("confidence", "deals_per_round")
    settings = Tournament(agents=["greedy", "random"]) if of_tournament else Train()
    for value in values:
        with pytest.raises(ValueError, match=f"^{name} is .*, expected {expected}"):
            with_values(settings, {name: value})


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


GAMES = ("kardinal", "knatsch", "kou_ka_roi")


def values_of(settings):
    """Return all values of settings, with the games that they make."""
    games = [game.options for game in settings.game.make_all(settings.num_players)]
    return asdict(settings) | {"game": games}


@pytest.mark.parametrize(
    ("kind", "name"), [*((hofspiele.Train, name) for name in GAMES), (RLlib, "knatsch")]
)
def test_a_game_has_the_same_recipe_in_python_and_commands(kind, name):
    line = f"{kind.__name__.lower()} game={name}"
    typed = command_line(line).settings()
    assert values_of(kind(game=name)) == values_of(typed)
    assert typed == command_line(f"{line} experiment={name}").settings()
    plain = command_line(f"{line} experiment=plain").settings()
    assert values_of(kind.plain(game=name)) == values_of(plain)
    assert plain.steps < typed.steps


def test_given_values_replace_those_of_the_recipe():
    recipe = hofspiele.Train(game="kardinal")
    own = hofspiele.Train(
        game="kardinal", steps=5, algorithm={"n_steps": 64}, network=Network(policy=[8])
    )
    assert own.steps == 5
    assert own.algorithm.n_steps == 64
    assert own.algorithm.gae_lambda == recipe.algorithm.gae_lambda != 0.95
    assert own.network == Network(policy=[8])


def test_a_game_determines_its_options_and_players():
    game = hofspiele.make("kardinal", num_players=5, vatikan=True)
    settings = hofspiele.Train(game=game)
    assert settings.game.make_all(settings.num_players) == [game]


def test_other_commands_have_the_same_values_in_python():
    for settings, line in (
        (hofspiele.Exploit(agent="greedy"), "exploit agent=greedy"),
        (hofspiele.Exploit(agent="x", game="kardinal"), "exploit agent=x game=kardinal"),
        (hofspiele.Tune(game="knatsch", trials=3), "tune game=knatsch trials=3"),
    ):
        found, typed = asdict(settings), asdict(command_line(line).settings())
        assert found | {"game": None} == typed | {"game": None}
        assert found["game"]["name"] == typed["game"]["name"]


def test_wrong_values_are_refused_at_once():
    for values, message in (
        ({"step": 3}, "unknown setting 'step'; did you"), ({"steps": "few"}, "steps is few, exp"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=message):
            hofspiele.Train(game="knatsch", **values)


def test_all_settings_with_agents_take_objects():
    mine = GreedyAgent()
    mine.name = "mine"
    settings = hofspiele.Train.plain(
        game="kou_ka_roi",
        imitation=Imitation(agent=mine),
        opponents=Opponents(shares={"current": 0.5, mine: 0.5}),
        evaluation=Measurement(opponents=["random", mine]),
    )
    name = settings.imitation.agent
    assert hofspiele.make_agent(name) is mine
    assert settings.opponents.shares == {"current": 0.5, name: 0.5}
    assert settings.evaluation.opponents == ["random", name]
    assert hofspiele.Exploit(game="kou_ka_roi", agent=mine).agent == name
    assert hofspiele.Evaluate(agent=mine, opponents=[mine, "greedy"]).opponents == [name, "greedy"]


def test_things_that_are_no_agents_are_refused():
    with pytest.raises(ValueError, match="expected an Agent"):
        hofspiele.Evaluate(agent=lambda: 3)
