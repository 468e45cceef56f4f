"""Recipes: the same in Python and in commands, and replaced by whatever the user gives."""

from dataclasses import asdict

import pytest

import hofspiele
from hofspiele.training.settings.train import Network
from hofspiele.training.settings.variants import RLlib
from tests.training.commands import command_line

GAMES = ("kardinal", "knatsch", "kou_ka_roi")


def values_of(settings):
    """Return all values of settings, with the games that they make."""
    games = [game.options for game in settings.game.make_all(settings.num_players)]
    return asdict(settings) | {"game": games}


@pytest.mark.parametrize("kind", [hofspiele.Train, RLlib])
@pytest.mark.parametrize("name", GAMES)
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


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        (hofspiele.Exploit(agent="greedy"), "exploit agent=greedy"),
        (hofspiele.Exploit(agent="x", game="kardinal"), "exploit agent=x game=kardinal"),
        (hofspiele.Tune(game="knatsch", trials=3), "tune game=knatsch trials=3"),
    ],
)
def test_other_commands_have_the_same_values_in_python(settings, line):
    found, typed = asdict(settings), asdict(command_line(line).settings())
    assert found | {"game": None} == typed | {"game": None}
    assert found["game"]["name"] == typed["game"]["name"]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"step": 3}, "unknown setting 'step'; did you"),
        ({"steps": "few"}, "steps is few, expected"),
    ],
)
def test_wrong_values_are_refused_at_once(values, message):
    with pytest.raises(ValueError, match=message):
        hofspiele.Train(game="knatsch", **values)
