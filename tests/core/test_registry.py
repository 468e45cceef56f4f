"""The registered games and their specifications."""

import pickle
import re

import numpy as np
import pytest

from hofspiele import envs
from hofspiele.envs.agents import GreedyAgent, play_match
from hofspiele.envs.core.registry import spec_of
from tests.component_files import own_file
from tests.games import CASES, ONE_OF_EACH_OWN_GAME


def test_all_games_are_tested():
    assert envs.game_names() == sorted({case.name for case in CASES})


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("kardnal", "did you mean 'kardinal'"),
        *((wrong, "expected .*kou_ka_roi") for wrong in ("chess", None, 3, ["knatsch"], {})),
    ],
)
def test_an_unknown_game_is_refused(name, message):
    with pytest.raises(ValueError, match=f"unknown game {re.escape(repr(name))}.*{message}"):
        envs.make(name)


@pytest.mark.parametrize(
    ("option", "message"),
    [("colour", "; it takes: num_players"), ("num_player", "; did you mean 'num_players'")],
)
def test_an_unknown_option_is_refused(game, option, message):
    with pytest.raises(TypeError, match=f"unexpected keyword argument '{option}'{message}"):
        envs.make(game.name, **{option: 3})


@pytest.mark.parametrize("path", ["", 3, True, b"cards.toml", ["cards.toml"]])
def test_components_that_are_not_a_path_are_refused(game, path):
    with pytest.raises(ValueError, match=r"components is .*, expected the path of a component"):
        envs.make(game.name, components=path)


def test_games_are_equal_by_their_options():
    made = [case.make() for case in CASES]
    assert len(set(made)) == len(CASES)
    assert made == [case.make() for case in CASES]
    assert made[0] != "kou_ka_roi"


def test_games_with_different_components_are_not_equal(write):
    path = write(own_file("kou_ka_roi"))
    before, same = (envs.make("kou_ka_roi", components=path) for _ in range(2))
    content = pickle.dumps(before)
    assert before == same == pickle.loads(content)
    write(f"{own_file('kou_ka_roi')}# changed")
    assert before != envs.make("kou_ka_roi", components=path)
    with pytest.raises(ValueError, match=r"components\.toml has changed since the game was"):
        pickle.loads(content)


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("kardinal", {"num_players": 3}, []),
        ("kardinal", {"vatikan": True, "two_countries": True}, ["Der Vatikan", "two countries"]),
        ("knatsch", {"max_turns": 500}, []),
        ("knatsch", {"max_turns": 20}, ["turn limit: 20"]),
    ],
)
def test_only_changed_options_are_named(name, given, words):
    spec = spec_of(name)
    assert spec.changed(spec.complete(given)) == words


@pytest.mark.parametrize("name", [case.name for case in ONE_OF_EACH_OWN_GAME])
def test_the_typical_number_of_decisions_is_measured(name):
    game = envs.make(name, num_players=3)
    played = play_match(game, [GreedyAgent()] * 3, 30, seed=1, keep_records=True).records
    mean = np.mean([len(record.actions) / 3 for record in played])
    assert mean == pytest.approx(spec_of(name).decisions, rel=0.15)
