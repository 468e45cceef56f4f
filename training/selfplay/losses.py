"""The losses of proximal policy optimisation (Schulman et al., arXiv 1707.06347, 2017)."""

from typing import NamedTuple

import torch
from torch.nn.functional import mse_loss

from hofspiele.training.networks.masked_policy import LegalPolicy
from hofspiele.training.selfplay.rollout import Minibatch


class Losses(NamedTuple):
    """The losses and statistics of a minibatch: scalars with sb3-contrib's names.

    Attributes:
        policy_gradient_loss: the clipped surrogate objective, negated.
        value_loss: mean squared error of the critic.
        entropy_loss: the negated mean entropy of the policy, in nats.
        clip_fraction: share of steps whose probability ratio is outside the clip range.
        approx_kl: estimate of the Kullback-Leibler divergence from the policy that collected the
            steps to the current one, in nats.
    """

    policy_gradient_loss: torch.Tensor
    value_loss: torch.Tensor
    entropy_loss: torch.Tensor
    clip_fraction: torch.Tensor
    approx_kl: torch.Tensor


def ppo_losses(
    minibatch: Minibatch,
    policy: LegalPolicy,
    values: torch.Tensor,
    clip_range: float,
    clip_range_values: float | None,
    normalise: bool,
) -> Losses:
    """Return the losses of the B steps of a minibatch.

    Args:
        minibatch: the steps, with advantages and returns.
        policy: the current policy at these steps.
        values: (B,) float32, estimates of the current critic.
        clip_range: the probability ratio of an action is clipped to within this distance of 1.
        clip_range_values: maximum change of a critic's estimate; None for no limit.
        normalise: whether to scale the advantages to mean 0 and standard deviation 1. A single
            advantage has no standard deviation and is left as it is.
    """
    advantages = minibatch.advantages
    if normalise and len(advantages) > 1:
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    log_ratio = policy.log_probabilities_at(minibatch.choices) - minibatch.log_probabilities
    ratio = log_ratio.exp()
    clipped_ratio = ratio.clamp(1 - clip_range, 1 + clip_range)
    if clip_range_values is not None:
        change = (values - minibatch.values).clamp(-clip_range_values, clip_range_values)
        values = minibatch.values + change
    return Losses(
        policy_gradient_loss=-torch.min(advantages * ratio, advantages * clipped_ratio).mean(),
        value_loss=mse_loss(values, minibatch.returns),
        entropy_loss=-policy.entropy().mean(),
        clip_fraction=((ratio.detach() - 1).abs() > clip_range).float().mean(),
        approx_kl=(ratio.detach() - 1 - log_ratio.detach()).mean(),
    )
