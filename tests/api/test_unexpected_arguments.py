"""Misspelt arguments raise a TypeError that names the nearest argument."""

import re

import gymnasium
import pettingzoo
import pytest

from hofspiele.envs.api.gym_env import GameEnv
from hofspiele.envs.api.gym_vector import GameVectorEnv
from hofspiele.envs.api.registration import gymnasium_id
from hofspiele.envs.core.registry import spec_of
from tests.api.faces import make_face
from tests.games import ONE_OF_EACH_GAME

KARDINAL = gymnasium_id(spec_of("kardinal"))

every_game = pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=lambda case: case.name)
misspelt = pytest.mark.parametrize(
    ("argument", "meant"),
    [
        ("rewards", "reward"),
        ("opponent", "opponents"),
        ("seats", "seat"),
        ("num_player", "num_players"),
        ("colour", None),
    ],
)


def message(face, argument, meant):
    hint = f"; did you mean {meant!r}?" if meant else ""
    return re.escape(f"{face}() got an unexpected keyword argument {argument!r}{hint}")


@every_game
@misspelt
def test_gymnasium_environments_suggest_the_nearest_argument(case, argument, meant):
    environment = gymnasium_id(spec_of(case.name))
    with pytest.raises(TypeError, match=message("GameEnv", argument, meant)):
        gymnasium.make(environment, **{argument: 3})
    with pytest.raises(TypeError, match=message("GameVectorEnv", argument, meant)):
        gymnasium.make_vec(environment, num_envs=2, **{argument: 3})


def test_options_of_games_and_environments_are_suggested():
    for argument, meant in (("vatican", "vatikan"), ("num_thread", "num_threads")):
        with pytest.raises(TypeError, match=message("GameVectorEnv", argument, meant)):
            gymnasium.make_vec(KARDINAL, num_envs=2, **{argument: 1})


@every_game
def test_a_game_object_does_not_change_the_error(case):
    with pytest.raises(TypeError, match=message("GameEnv", "rewards", "reward")):
        gymnasium.make(KARDINAL, game=case.make(), rewards="rank", disable_env_checker=True)


@every_game
@pytest.mark.parametrize("argument", ["rewards", "colour"])
def test_pettingzoo_environments_refuse_unknown_arguments(case, argument):
    unexpected = f"got an unexpected keyword argument {argument!r}"
    for face in ("env", "raw_env"):
        with pytest.raises(TypeError, match=unexpected):
            make_face(case, face, **{argument: 3})
    with pytest.raises(TypeError, match=unexpected):
        pettingzoo.make("aec", f"hofspiele/{case.name}-v0", **{argument: 3})


@pytest.mark.parametrize("game", [3, None, ["kardinal"]])
@pytest.mark.parametrize("face", [GameEnv, GameVectorEnv])
def test_objects_that_are_not_games_are_refused(game, face):
    with pytest.raises(ValueError, match=r"game is .*, expected a Game or the name of one"):
        face(game)
