"""The official tests of PettingZoo, Gymnasium and stable-baselines3."""

import functools
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env as gymnasium_check_env
from gymnasium.wrappers import HumanRendering, RecordVideo
from stable_baselines3.common.env_checker import check_env as sb3_check_env

from hofspiele.envs.api.registration import gymnasium_id
from hofspiele.envs.core.registry import spec_of
from tests.api.faces import make_face
from tests.games import ONE_OF_EACH_GAME, PARALLEL_CASES

with warnings.catch_warnings():
    # PettingZoo's tests import one of its environments in a way that PettingZoo deprecates.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import (
        api_test,
        parallel_api_test,
        parallel_seed_test,
        render_test,
        seed_test,
        state_test,
    )

# PettingZoo warns about every environment with Dict observations, except some of its own.
known_warnings = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)
@pytest.mark.parametrize("face", ["env", "raw_env"])
class TestAEC:
    pytestmark = known_warnings

    def test_api(self, case, face):
        api_test(make_face(case, face), num_cycles=300)

    def test_seed(self, case, face):
        seed_test(functools.partial(make_face, case, face))


no_display = pytest.mark.filterwarnings("ignore:.*no display was found")
# Tests of frames draw all games; wrappers treat the games alike.
one_game = pytest.mark.parametrize("case", ONE_OF_EACH_GAME[:1], ids=str)


@no_display
@one_game
def test_rendering(case, no_screen):
    render_test(functools.partial(make_face, case, "env"))


@pytest.mark.parametrize("case", PARALLEL_CASES, ids=str)
class TestParallel:
    def test_api(self, case):
        parallel_api_test(make_face(case, "parallel_env"))

    def test_seed(self, case):
        parallel_seed_test(functools.partial(make_face, case, "parallel_env"))

    def test_state(self, case):
        state_test(make_face(case, "env"), make_face(case, "parallel_env"))


@pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)
class TestGymnasium:
    @no_display
    def test_gymnasium(self, case, no_screen):
        environment = gymnasium_id(spec_of(case.name))
        gymnasium_check_env(gymnasium.make(environment, seat="random", **case.options).unwrapped)

    def test_stable_baselines3(self, case):
        sb3_check_env(make_face(case, "gym", seat="random"))


@one_game
class TestPictures:
    """The wrappers that render: stable-baselines3's, and Gymnasium's for videos and windows."""

    def make(self, case):
        environment = gymnasium_id(spec_of(case.name))
        return gymnasium.make(environment, render_mode="rgb_array", **case.options)

    def test_video(self, case, tmp_path):
        with warnings.catch_warnings():
            # moviepy has invalid escape sequences in its sources.
            warnings.simplefilter("ignore")
            video = RecordVideo(self.make(case), str(tmp_path), video_length=3, disable_logger=True)
            video.reset(seed=1)
            video.step(int(np.argmax(video.unwrapped.action_masks())))
            video.close()
        assert [file.suffix for file in tmp_path.iterdir()] == [".mp4"]

    def test_window(self, case, screen):
        window = HumanRendering(self.make(case))
        window.reset(seed=1)
        window.close()
