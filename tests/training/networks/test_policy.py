"""The policy in training, and the initial weights of its network."""

import numpy as np
import pytest
import torch
from sb3_contrib.common.maskable.distributions import MaskableCategorical

from hofspiele import envs
from hofspiele.training.networks.masked_policy import LegalActions
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


_ROWS, _ACTIONS = 64, 40


@pytest.fixture
def masks() -> torch.Tensor:
    masks = torch.rand(_ROWS, _ACTIONS, generator=torch.Generator().manual_seed(0)) < 0.2
    masks[:, 7] = True
    masks[0] = torch.arange(_ACTIONS) == 3
    return masks


def logits_of(spread: float) -> torch.Tensor:
    generator = torch.Generator().manual_seed(1)
    return (spread * torch.randn(_ROWS, _ACTIONS, generator=generator)).requires_grad_()


@pytest.mark.parametrize("spread", [1.0, 30.0])
def test_the_policy_is_the_masked_distribution_of_sb3_contrib(masks, spread):
    logits, legal = logits_of(spread), LegalActions.of(masks)
    policy, theirs = legal.policy(logits), MaskableCategorical(logits=logits, masks=masks)
    actions = theirs.sample()
    places = legal.indices_of(actions)
    assert torch.equal(policy.actions_at(places), actions)
    torch.testing.assert_close(policy.log_probabilities_at(places), theirs.log_prob(actions))
    torch.testing.assert_close(policy.entropy(), theirs.entropy())
    assert torch.equal(policy.actions_at(policy.best()), theirs.probs.argmax(1))


def test_actions_are_drawn_as_often_as_they_are_probable():
    np.random.seed(2)
    masks = torch.tensor([[True, False, True, True]]).repeat(20_000, 1)
    logits = torch.tensor([[0.0, 9.0, 1.0, 2.0]])
    policy = LegalActions.of(masks).policy(logits.repeat(20_000, 1))
    shares = torch.bincount(policy.actions_at(policy.draw()), minlength=4) / 20_000
    expected = torch.softmax(logits.masked_fill(~masks[:1], -torch.inf), 1)[0]
    torch.testing.assert_close(shares, expected, rtol=0, atol=0.015)


def test_nothing_improbable_or_illegal_is_drawn_at_the_ends_of_the_interval(monkeypatch):
    masks = torch.tensor([[True, True, True, False]])
    policy = LegalActions.of(masks).policy(torch.tensor([[-200.0, 0.0, -200.0, 0.0]]))
    for uniform in (0.0, 1.0 - 2**-24, 1.0):
        monkeypatch.setattr(np.random, "random", lambda shape, u=uniform: np.full(shape, u))
        assert policy.draw().item() in ({1} if uniform < 1 else {1, 2})
