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

every_game = pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=lambda case: case.name)


@every_game
@pytest.mark.parametrize(
    ("argument", "meant"),
    [("rewards", "reward"), ("seats", "seat"), ("num_player", "num_players"), ("colour", None)],
)
def test_gymnasium_environments_suggest_the_nearest_argument(case, argument, meant):
    environment, game = gymnasium_id(spec_of(case.name)), case.make()
    hint = f"; did you mean {meant!r}?" if meant else ""
    message = re.escape(f"() got an unexpected keyword argument {argument!r}{hint}")
    with pytest.raises(TypeError, match="GameEnv" + message):
        gymnasium.make(environment, **{argument: 3})
    with pytest.raises(TypeError, match="GameEnv" + message):
        gymnasium.make(environment, game=game, disable_env_checker=True, **{argument: 3})
    with pytest.raises(TypeError, match="GameVectorEnv" + message):
        gymnasium.make_vec(environment, num_envs=2, **{argument: 3})


@every_game
def test_pettingzoo_environments_refuse_unknown_arguments(case):
    unexpected = "got an unexpected keyword argument 'rewards'"
    for face in ("env", "raw_env"):
        with pytest.raises(TypeError, match=unexpected):
            make_face(case, face, rewards=3)
    with pytest.raises(TypeError, match=unexpected):
        pettingzoo.make("aec", f"hofspiele/{case.name}-v0", rewards=3)


@pytest.mark.parametrize("face", [GameEnv, GameVectorEnv])
def test_objects_that_are_not_games_are_refused(face):
    for game in (3, None, ["kardinal"]):
        with pytest.raises(ValueError, match=r"game is .*, expected a Game or the name of one"):
            face(game)
