"""Distributions over legal actions are equal to the masked distributions of sb3-contrib."""

import numpy as np
import pytest
import torch
from sb3_contrib.common.maskable.distributions import MaskableCategorical

from hofspiele.training.networks.masked_policy import LegalActions

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


def test_lists_hold_the_legal_actions_and_are_filled_up_with_the_first(masks):
    legal = LegalActions.of(masks)
    assert legal.actions.shape == legal.is_action.shape == (_ROWS, int(masks.sum(1).max()))
    for row, (actions, there) in enumerate(zip(*legal, strict=True)):
        count = int(masks[row].sum())
        assert actions[:count].tolist() == masks[row].nonzero().ravel().tolist()
        assert (actions[count:] == actions[0]).all()
        assert there.tolist() == [1.0] * count + [0.0] * (len(there) - count)


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
