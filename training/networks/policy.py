"""The policy that learns: an actor and a critic as sb3-contrib wants them."""

from functools import partial

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.distributions import MaskableDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import PyTorchObs, Schedule

from hofspiele.training.networks.actor_critic import Actor, critic
from hofspiele.training.networks.description import NetworkDescription
from hofspiele.training.networks.masked import MaskedDistribution

# gains that sb3 begins with: of hidden layers, and of the last ones, so that all actions are tried
_HIDDEN, _LOGITS, _VALUE = 2**0.5, 0.01, 1.0


class Policy(MaskableActorCriticPolicy):
    """sb3-contrib's policy with the networks of a description in the place of its own.

    Args:
        observation_space: of the networks' inputs.
        action_space: of their actions.
        lr_schedule: the learning rate by the share of the steps that is left.
        description: of both networks.

    Attributes:
        actor: what plays; agents and agent files share it.
        critic: from the actor's features to the outcome.
    """

    def __init__(
        self,
        observation_space: spaces.Box,
        action_space: spaces.Discrete,
        lr_schedule: Schedule,
        description: NetworkDescription,
    ):
        self._description = description
        super().__init__(observation_space, action_space, lr_schedule)

    def _build(self, lr_schedule: Schedule) -> None:
        self.action_dist = MaskedDistribution(self._description.num_actions)
        self.actor = Actor(self._description)
        self.critic = critic(self._description)
        self._initialise()
        self.optimizer = self.optimizer_class(
            self.parameters(),
            lr=lr_schedule(1.0),
            **self.optimizer_kwargs,  # type: ignore[call-arg]
        )

    def _initialise(self) -> None:
        actor, critic = self.actor.network, self.critic
        for layers, gain in (
            (actor.hidden, _HIDDEN),
            (critic.hidden, _HIDDEN),
            (actor.head, _LOGITS),
            (critic.head, _VALUE),
        ):
            layers.apply(partial(self.init_weights, gain=gain))

    def forward(
        self,
        obs: torch.Tensor,
        deterministic: bool = False,
        action_masks: np.ndarray | None = None,
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        features = self.actor.features(obs)
        distribution = self._distribution(features, action_masks)
        actions = distribution.get_actions(deterministic=deterministic)
        return actions, self.critic(features), distribution.log_prob(actions)

    def evaluate_actions(
        self,
        obs: torch.Tensor,
        actions: torch.Tensor,
        action_masks: torch.Tensor | None = None,
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor | None]:
        features = self.actor.features(obs)
        distribution = self._distribution(features, action_masks)
        return self.critic(features), distribution.log_prob(actions), distribution.entropy()

    def get_distribution(
        self, obs: PyTorchObs, action_masks: np.ndarray | None = None
    ) -> MaskableDistribution:
        return self._distribution(self.actor.features(obs), action_masks)

    def predict_values(self, obs: PyTorchObs) -> torch.Tensor:
        return self.critic(self.actor.features(obs))

    def _distribution(
        self, features: torch.Tensor, action_masks: np.ndarray | torch.Tensor | None
    ) -> MaskableDistribution:
        distribution = self.action_dist.proba_distribution(self.actor.logits(features))
        if action_masks is not None:
            distribution.apply_masking(action_masks)
        return distribution


def actor_of(model: MaskablePPO) -> Actor:
    """The network that plays; it shares the model's weights: it stays current."""
    assert isinstance(model.policy, Policy)
    return model.policy.actor
