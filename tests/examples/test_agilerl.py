"""Environments that AgileRL refuses; these tests fail when a new version accepts them."""

import numpy as np
import pytest

from hofspiele.envs import kou_ka_roi_v0

algorithms = pytest.importorskip("agilerl.algorithms")


def ippo(env):
    agents = env.possible_agents
    return algorithms.IPPO(
        [env.observation_space(agent) for agent in agents],
        [env.action_space(agent) for agent in agents],
        agent_ids=agents,
    )


def test_masks_in_observations_are_refused():
    env = kou_ka_roi_v0.parallel_env(num_players=3)
    observations, infos = env.reset(seed=1)
    with pytest.raises(AssertionError, match="masks to be defined in the information dictionary"):
        ippo(env).get_action(observations, infos)


def test_masks_that_are_arrays_are_refused():
    env = kou_ka_roi_v0.parallel_env(num_players=3, mask_in="info")
    observations, infos = env.reset(seed=1)
    assert all(isinstance(info["action_mask"], np.ndarray) for info in infos.values())
    with pytest.raises(ValueError, match="truth value of an array"):
        ippo(env).get_action(observations, infos)
