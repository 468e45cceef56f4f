"""Networks with a prior: their inputs, and that they play like the heuristic at first."""

import numpy as np
import pytest
import torch

from hofspiele.envs.agents import RandomAgent, heuristic_action_values
from hofspiele.envs.core.random_play import choose_random
from hofspiele.training.networks.inputs import NO_PRIOR, Inputs
from hofspiele.training.networks.modules import Standardise
from hofspiele.training.selfplay.vec_env import SelfPlayVecEnv
from tests.training.models import views_of

PRIOR = {"prior_temperature": 0.01}
COLD = Inputs(0.01)


@pytest.fixture(scope="module")
def views(kardinal):
    """Return views of Kardinal & König in the middle of the game."""
    return views_of(kardinal, 50, plies=40)


def test_the_prior_is_the_worth_minus_the_best_divided_by_the_temperature(views, kardinal):
    assert NO_PRIOR.assemble(views) is views.observations
    inputs = Inputs(0.5).assemble(views)
    size = kardinal.observation_size
    np.testing.assert_array_equal(inputs[:, :size], views.observations)
    for prior, worth, mask in zip(
        inputs[:, size:], heuristic_action_values(views), views.action_masks, strict=True
    ):
        expected = (worth[mask] - worth[mask].max()) / 0.5
        np.testing.assert_allclose(prior[mask], expected.clip(min=-10), rtol=1e-6)
        assert (prior[~mask] == 0).all()
    cold = COLD.assemble(views)
    assert all(COLD.space(kardinal).contains(row) for row in cold)
    assert cold.min() == -10


@pytest.mark.parametrize("temperature", [0, -1, float("nan"), float("inf"), True, "1"])
def test_wrong_temperatures_are_refused(temperature):
    with pytest.raises(ValueError, match=r"prior_temperature is .*, expected a number > 0"):
        Inputs(temperature)


def test_the_learner_sees_the_prior_of_its_own_decisions(kardinal):
    env = SelfPlayVecEnv([kardinal], 8, [RandomAgent()], seed=1, inputs=COLD)
    inputs = env.reset()
    actions, ended = np.zeros(8, np.int64), 0
    for number in range(300):
        prior = inputs[:, kardinal.observation_size :]
        states = env.learner_tables[0].table.states
        for i in range(8):
            worths = kardinal.action_values(states[i])
            assert (prior[i, worths == worths.max()] == 0).all()
        choose_random(env.action_masks(), np.uint64(number), actions)
        inputs, _, dones, infos = env.step(actions)
        for i in np.flatnonzero(dones):
            assert infos[i]["terminal_observation"].shape == inputs[i].shape
            ended += 1
    assert ended > 8


def test_standardising_does_not_change_the_prior(kardinal, views):
    inputs = COLD.assemble(views)
    features = Standardise(inputs.shape[1])
    features.fit(views.observations)
    seen, size = features(torch.as_tensor(inputs)).numpy(), kardinal.observation_size
    np.testing.assert_array_equal(seen[:, size:], inputs[:, size:])
    np.testing.assert_allclose(seen[:, :size].mean(0), 0, atol=1e-4)
    constant = np.ptp(views.observations, axis=0) == 0
    assert constant.any()
    assert (seen[:, :size][:, constant] == 0).all()
    assert seen[:, :size].std(0).max() == pytest.approx((49 / 50) ** 0.5, abs=1e-4)
