"""The installed version is the one that RLlib requires."""

from importlib.metadata import requires

import gymnasium
import pytest

pytest.importorskip("ray", reason="make test-ray has an environment with Ray")


def test_gymnasium_is_the_one_that_ray_requires():
    assert f'gymnasium=={gymnasium.__version__}; extra == "rllib"' in requires("ray")
