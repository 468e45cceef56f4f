"""The policy in training, and the initial weights of its network."""

import pytest
import torch

from hofspiele import envs
from tests.training.models import ENTITIES, new_model

# Tolerances, because the same numbers are added in a different order.
ALIKE = {"rtol": 1e-4, "atol": 1e-4}


@pytest.mark.parametrize(
    ("name", "settings"),
    [("kou_ka_roi", {"policy": [16, 8]}), ("kardinal", ENTITIES | {"activation": "Tanh"})],
    ids=["plain", "entities"],
)
def test_all_methods_of_the_policy_agree(name, settings):
    game = envs.make(name, num_players=3)
    policy = new_model(game, **settings).policy
    generator = torch.Generator().manual_seed(1)
    seen = torch.rand(9, policy.observation_space.shape[0], generator=generator)
    masks = torch.rand(9, game.num_actions, generator=generator) < 0.5
    masks[:, 0] = True
    with torch.no_grad():
        actions, values, log_probabilities = policy(seen, action_masks=masks.numpy())
        again, learnt_from, entropies = policy.evaluate_actions(seen, actions, masks)
        distribution = policy.get_distribution(seen, masks.numpy())
        torch.testing.assert_close(policy.predict_values(seen), values, **ALIKE)
        torch.testing.assert_close(again, values, **ALIKE)
        torch.testing.assert_close(learnt_from, log_probabilities, **ALIKE)
        torch.testing.assert_close(distribution.log_prob(actions), log_probabilities, **ALIKE)
        torch.testing.assert_close(distribution.entropy(), entropies, **ALIKE)
    assert actions.shape == (9,)
    assert values.shape == (9, 1)
    assert masks[torch.arange(9), actions].all()


def test_initial_weights_are_orthogonal_and_small_for_logits(three_players):
    network = new_model(three_players).policy.network.learnt
    for layers, gains in ((network.policy, (2**0.5, 0.01)), (network.value, (2**0.5, 1.0))):
        for layer, gain in zip((layers[0], layers[-1]), gains, strict=True):
            product = (layer.weight @ layer.weight.T).detach()
            torch.testing.assert_close(
                product, gain**2 * torch.eye(len(product)), rtol=0, atol=1e-5
            )
            assert (layer.bias == 0).all()
