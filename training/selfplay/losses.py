"""The losses of proximal policy optimisation (Schulman et al., arXiv 1707.06347, 2017)."""

from typing import NamedTuple

import torch
from torch.nn.functional import mse_loss

from hofspiele.training.networks.legal import LegalPolicy
from hofspiele.training.selfplay.rollout import Minibatch


class Losses(NamedTuple):
    """What a minibatch gives, a number each.

    Attributes:
        policy: how much worse the policy has become, clipped.
        value: mean squared error of the critic.
        entropy: mean of the policy, in nats, negative.
        clipped: share of steps whose action has become so much more or less probable.
        divergence: how far the policy is from that which collected, in nats.
    """

    policy: torch.Tensor
    value: torch.Tensor
    entropy: torch.Tensor
    clipped: torch.Tensor
    divergence: torch.Tensor


def losses_of(
    minibatch: Minibatch,
    policy: LegalPolicy,
    values: torch.Tensor,
    clip_range: float,
    clip_range_values: float | None,
    normalise: bool,
) -> Losses:
    """The losses of the B steps of a minibatch.

    Args:
        minibatch: what was done, and what came of it.
        policy: as it is now.
        values: of the critic as it is now, (B,).
        clip_range: how far the probability of an action may change.
        clip_range_values: likewise of the critic; None: as it likes.
        normalise: whether advantages are brought to mean 0 and deviation 1; a single one has none.
    """
    advantages = minibatch.advantages
    if normalise and len(advantages) > 1:
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    log_ratio = policy.log_probabilities_at(minibatch.places) - minibatch.log_probabilities
    ratio = log_ratio.exp()
    clipped_ratio = ratio.clamp(1 - clip_range, 1 + clip_range)
    if clip_range_values is not None:
        change = (values - minibatch.values).clamp(-clip_range_values, clip_range_values)
        values = minibatch.values + change
    return Losses(
        policy=-torch.min(advantages * ratio, advantages * clipped_ratio).mean(),
        value=mse_loss(values, minibatch.returns),
        entropy=-policy.entropy().mean(),
        clipped=((ratio.detach() - 1).abs() > clip_range).float().mean(),
        divergence=(ratio.detach() - 1 - log_ratio.detach()).mean(),
    )
