"""The official tests of PettingZoo, Gymnasium and stable-baselines3."""

import functools
import warnings

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env as gymnasium_check_env
from stable_baselines3.common.env_checker import check_env as sb3_check_env

from hofspiele.envs.core.registry import spec_of
from tests.api.faces import CASES, PARALLEL_CASES, gymnasium_id, make_face

with warnings.catch_warnings():
    # PettingZoo's tests import an environment of PettingZoo in a way that PettingZoo deprecates
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import (
        api_test,
        parallel_api_test,
        parallel_seed_test,
        seed_test,
        state_test,
    )

# both are given for every environment with a Dict observation but a list of PettingZoo's own ones
known_warnings = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("face", ["env", "raw_env"])
class TestAEC:
    pytestmark = known_warnings

    def test_api(self, case, face):
        api_test(make_face(case, face), num_cycles=300)

    def test_seed(self, case, face):
        seed_test(functools.partial(make_face, case, face))


@pytest.mark.parametrize("case", PARALLEL_CASES, ids=str)
class TestParallel:
    def test_api(self, case):
        parallel_api_test(make_face(case, "parallel_env"))

    def test_seed(self, case):
        parallel_seed_test(functools.partial(make_face, case, "parallel_env"))

    def test_state(self, case):
        state_test(make_face(case, "env"), make_face(case, "parallel_env"))


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("seat", [0, "random"])
class TestGymnasium:
    def test_gymnasium(self, case, seat):
        environment = gymnasium_id(spec_of(case.name))
        gymnasium_check_env(gymnasium.make(environment, seat=seat, **case.options).unwrapped)

    def test_stable_baselines3(self, case, seat):
        sb3_check_env(make_face(case, "gym", seat=seat))
