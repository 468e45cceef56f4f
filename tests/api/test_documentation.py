import importlib

import numpy as np
import pytest

from hofspiele.envs.core.registry import spec_of
from tests.api.faces import make_face
from tests.games import ONE_OF_EACH_GAME, ONE_OF_EACH_OWN_GAME


@pytest.mark.parametrize("case", ONE_OF_EACH_OWN_GAME, ids=str)
def test_docstrings_have_the_sizes(case):
    module = importlib.import_module(f"hofspiele.envs.{case.name}_v{spec_of(case.name).version}")
    text, game = module.__doc__, case.make()
    assert f"Box(({game.observation_size},), float32)" in text
    assert f"Box(({game.num_actions},), int8)" in text
    assert f"Discrete({game.num_actions})" in text


@pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)
def test_state_is_the_state_vector_of_the_game(case):
    env = make_face(case, "raw_env")
    env.reset(seed=1)
    state = env.state()
    assert state.dtype == np.float32
    assert state.tobytes() == env.game.state_vector(env.game.new(env.deal_seed)).tobytes()
