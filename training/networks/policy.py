"""Networks whose logits are added to a prior, the last of their inputs (see inputs.py)."""

from collections.abc import Sequence
from typing import Any, cast

import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.distributions import MaskableDistribution
from stable_baselines3.common.torch_layers import MlpExtractor
from stable_baselines3.common.type_aliases import Schedule
from torch import nn

from hofspiele.envs.core import Entities
from hofspiele.training.networks.entities import EntityActor, EntityEncoder, context_of
from hofspiele.training.networks.masked import MaskedPolicy


class ResidualActor(nn.Sequential):
    """Features, which leave the prior as it is, and layers from them to a logit for each action."""

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        features, *layers = self
        seen = logits = features(inputs)
        for layer in layers:
            logits = layer(logits)
        return logits + seen[:, -logits.shape[1] :]


class ResidualPolicy(MaskedPolicy):
    """The policy of sb3-contrib with a prior: `ResidualActor`, and a value network as usual.

    Args:
        entities: what both networks see one by one (entity_net.py), described by inputs and named
            by actions; without any, they are plain hidden layers.
        entity_width: of what is made of one thing. ``net_arch`` then has two widths for each
            network: of the look at what describes no thing, and of that at all things together.
    """

    def __init__(
        self, *args: Any, entities: Sequence[Entities] = (), entity_width: int = 0, **kwargs: Any
    ):
        self._entities = entities
        self._entity_width = entity_width
        super().__init__(*args, **kwargs)

    def _build(self, lr_schedule: Schedule) -> None:
        super()._build(lr_schedule)
        if self._entities:
            policy_net = self.mlp_extractor.policy_net
            assert isinstance(policy_net, EntityActor)
            policy_net.start_small()
            self.action_net = nn.Identity()  # that network gives logits itself

    def _build_mlp_extractor(self) -> None:
        assert isinstance(self.action_space, spaces.Discrete)
        num_actions = int(self.action_space.n)
        layers = self._entity_layers(num_actions) if self._entities else self._plain_layers()
        self.mlp_extractor = cast(MlpExtractor, _LayersAndPrior(*layers, num_actions))

    def _plain_layers(self) -> tuple[nn.Module, int, nn.Module, int]:
        built = MlpExtractor(self.features_dim, self.net_arch, self.activation_fn, self.device)
        return built.policy_net, built.latent_dim_pi, built.value_net, built.latent_dim_vf

    def _entity_layers(self, num_actions: int) -> tuple[nn.Module, int, nn.Module, int]:
        rest = torch.tensor(context_of(self._entities, self.features_dim, num_actions))
        columns = [torch.as_tensor(kind.columns) for kind in self._entities]
        actions = [torch.as_tensor(kind.actions) for kind in self._entities]
        assert isinstance(self.net_arch, dict)
        encoder, value_net = (
            EntityEncoder(rest, columns, context, self._entity_width, together)
            for context, together in (self.net_arch["pi"], self.net_arch["vf"])
        )
        policy_net = EntityActor(encoder, actions, num_actions)
        return policy_net, num_actions, value_net, value_net.num_outputs

    def _get_action_dist_from_latent(self, latent_pi: torch.Tensor) -> MaskableDistribution:
        hidden, prior = latent_pi.tensor_split([self.mlp_extractor.latent_dim_pi], dim=1)
        return self.action_dist.proba_distribution(action_logits=self.action_net(hidden) + prior)


class _LayersAndPrior(nn.Module):
    """Hands the prior on to the policy's end, beside what the layers make of everything."""

    def __init__(
        self,
        policy_net: nn.Module,
        latent_dim_pi: int,
        value_net: nn.Module,
        latent_dim_vf: int,
        num_prior: int,
    ):
        super().__init__()
        self.policy_net, self.latent_dim_pi = policy_net, latent_dim_pi
        self.value_net, self.latent_dim_vf = value_net, latent_dim_vf
        self._num_prior = num_prior

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.forward_actor(features), self.forward_critic(features)

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        return torch.cat([self.policy_net(features), features[:, -self._num_prior :]], dim=1)

    def forward_critic(self, features: torch.Tensor) -> torch.Tensor:
        return self.value_net(features)
