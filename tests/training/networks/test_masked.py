"""Masked distributions are those of sb3-contrib, whatever the illegal actions' own logits."""

import pytest
import torch
from sb3_contrib.common.maskable.distributions import MaskableCategorical

from hofspiele.training.networks.masked import MaskedCategorical

_ROWS, _ACTIONS = 64, 40


def _logits_and_masks(spread: float) -> tuple[torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(0)
    logits = spread * torch.randn(_ROWS, _ACTIONS, generator=generator)
    masks = torch.rand(_ROWS, _ACTIONS, generator=generator) < 0.2
    masks[:, 7] = True
    return logits.requires_grad_(), masks


def _masked(
    kind: type[MaskableCategorical], logits: torch.Tensor, masks: torch.Tensor
) -> MaskableCategorical:
    distribution = kind(logits=logits)
    distribution.apply_masking(masks)
    return distribution


@pytest.mark.parametrize("spread", [1.0, 30.0])
def test_the_distribution_is_that_of_sb3_contrib(spread: float) -> None:
    logits, masks = _logits_and_masks(spread)
    ours, theirs = (
        _masked(kind, logits, masks) for kind in (MaskedCategorical, MaskableCategorical)
    )
    actions = theirs.sample()
    torch.testing.assert_close(ours.probs, theirs.probs)
    torch.testing.assert_close(ours.log_prob(actions), theirs.log_prob(actions))
    torch.testing.assert_close(ours.entropy(), theirs.entropy())


def test_gradients_are_those_of_sb3_contrib() -> None:
    logits, masks = _logits_and_masks(3.0)
    gradients = []
    for kind in (MaskedCategorical, MaskableCategorical):
        distribution = _masked(kind, logits, masks)
        loss = distribution.log_prob(masks.int().argmax(1)).sum() + distribution.entropy().sum()
        gradients += torch.autograd.grad(loss, logits)
    torch.testing.assert_close(*gradients)
    assert gradients[0][~masks].abs().max() < 1e-6


def test_illegal_actions_are_never_drawn_however_much_the_network_wants_them() -> None:
    logits = torch.full((1, _ACTIONS), 90.0)
    logits[0, 3] = -90.0
    masks = torch.arange(_ACTIONS)[None] == 3
    distribution = _masked(MaskedCategorical, logits, masks)
    assert (distribution.sample(torch.Size([100_000])) == 3).all()
    assert float(distribution.entropy()) == pytest.approx(0.0, abs=1e-6)


def test_no_exponential_underflows() -> None:
    logits, masks = _logits_and_masks(1.0)
    assert (_masked(MaskedCategorical, logits, masks).logits.exp() > 1.2e-38).all()


def test_a_mask_can_be_lifted() -> None:
    logits, masks = _logits_and_masks(1.0)
    distribution = _masked(MaskedCategorical, logits, masks)
    distribution.apply_masking(None)
    torch.testing.assert_close(distribution.probs, torch.softmax(logits, dim=1))
