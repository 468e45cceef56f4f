import importlib

import numpy as np
import pytest

from hofspiele.envs.api.rendering import RENDER_MODES
from hofspiele.envs.core.registry import spec_of
from tests.api.faces import every_face, make_face
from tests.games import ONE_OF_EACH_GAME, ONE_OF_EACH_OWN_GAME


@pytest.mark.parametrize("case", ONE_OF_EACH_OWN_GAME, ids=str)
def test_docstrings_have_the_sizes_and_render_modes(case):
    module = importlib.import_module(f"hofspiele.envs.{case.name}_v{spec_of(case.name).version}")
    text, game = module.__doc__, case.make()
    assert f"Box(({game.observation_size},), float32)" in text
    assert f"Box(({game.num_actions},), int8)" in text
    assert f"Discrete({game.num_actions})" in text
    assert ", ".join(f'``"{mode}"``' for mode in RENDER_MODES) in text


@every_face
def test_an_unknown_reward_is_refused(case, face):
    message = "reward is 'money', expected one of: outcome, rank, margin"
    with pytest.raises(ValueError, match=message):
        make_face(case, face, reward="money")


@every_face
def test_an_invalid_option_of_the_game_is_refused(case, face):
    with pytest.raises(ValueError, match="num_players is 99"):
        make_face(case, face, num_players=99)


@pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)
def test_state_is_the_state_vector_of_the_game(case):
    env = make_face(case, "raw_env")
    env.reset(seed=1)
    state = env.state()
    assert state.dtype == np.float32
    assert state.tobytes() == env.game.state_vector(env.game.new(env.deal_seed)).tobytes()
