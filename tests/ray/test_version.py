"""The installed versions are those that RLlib requires."""

import gymnasium
import pytest

ray = pytest.importorskip("ray", reason="make test-ray has an environment with Ray")


def test_gymnasium_is_the_one_that_ray_requires():
    assert gymnasium.__version__ == "1.2.2"
    assert ray.__version__.startswith("2.55.")
