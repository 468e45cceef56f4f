"""Networks whose logits are added to a prior, the last of their inputs (see inputs.py)."""

from typing import Any

import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.distributions import MaskableDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import MlpExtractor
from torch import nn


class ResidualActor(nn.Sequential):
    """Features, which leave the prior as it is, and layers from them to a logit for each action."""

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        features, *layers = self
        seen = logits = features(inputs)
        for layer in layers:
            logits = layer(logits)
        return logits + seen[:, -logits.shape[1] :]


class ResidualPolicy(MaskableActorCriticPolicy):
    """The policy of sb3-contrib with a prior: `ResidualActor`, and a value network as usual."""

    def _build_mlp_extractor(self) -> None:
        assert isinstance(self.action_space, spaces.Discrete)
        self.mlp_extractor = _LayersAndPrior(
            int(self.action_space.n),
            self.features_dim,
            net_arch=self.net_arch,
            activation_fn=self.activation_fn,
            device=self.device,
        )

    def _get_action_dist_from_latent(self, latent_pi: torch.Tensor) -> MaskableDistribution:
        hidden, prior = latent_pi.tensor_split([self.mlp_extractor.latent_dim_pi], dim=1)
        return self.action_dist.proba_distribution(action_logits=self.action_net(hidden) + prior)


class _LayersAndPrior(MlpExtractor):
    """Hands the prior on to the policy's end, beside what the hidden layers make of everything."""

    def __init__(self, num_prior: int, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self._num_prior = num_prior

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        return torch.cat([self.policy_net(features), features[:, -self._num_prior :]], dim=1)
