"""The policy in training: an actor and a critic with the interface of sb3-contrib."""

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.distributions import MaskableDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import PyTorchObs, Schedule

from hofspiele.training.networks.actor_critic import Actor, new_critic
from hofspiele.training.networks.description import NetworkDescription
from hofspiele.training.networks.fused_layers import logits_and_values
from hofspiele.training.networks.masked_policy import LegalActions

# Initial gains of the layers, as in sb3. With small logits, all actions are tried at first.
_HIDDEN, _LOGITS, _VALUE = 2**0.5, 0.01, 1.0


class Policy(MaskableActorCriticPolicy):
    """A policy for sb3-contrib with the networks of a description.

    Attributes:
        actor: the network that plays; agents and agent files use it.
        critic: the network from the actor's features to the expected outcome.
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
        self.actor = Actor(self._description)
        self.critic = new_critic(self._description)
        self._initialise()
        self.optimizer = torch.optim.Adam(
            self.parameters(), lr=lr_schedule(1.0), fused=True, **self.optimizer_kwargs
        )

    def _initialise(self) -> None:
        actor, critic = self.actor.network, self.critic
        for network, part, gain in (
            (actor, "hidden", _HIDDEN),
            (critic, "hidden", _HIDDEN),
            (actor, "head", _LOGITS),
            (critic, "head", _VALUE),
        ):
            for name, layer in network.linear_layers.items():
                if name.startswith(part):
                    self.init_weights(layer, gain)

    def logits_and_values(self, inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits (B, A) and values (B,) from one pass through both networks."""
        return logits_and_values(self.actor, self.critic, inputs)

    def forward(
        self,
        obs: torch.Tensor,
        deterministic: bool = False,  # noqa: FBT001, FBT002 - stable-baselines3 passes it by position.
        action_masks: np.ndarray | torch.Tensor | None = None,
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        logits, values = self.logits_and_values(obs)
        policy = _legal_actions(action_masks, logits).policy(logits)
        places = policy.best() if deterministic else policy.draw()
        log_probabilities = policy.log_probabilities_at(places)
        return policy.actions_at(places), values.unsqueeze(1), log_probabilities

    def evaluate_actions(
        self,
        obs: torch.Tensor,
        actions: torch.Tensor,
        action_masks: np.ndarray | torch.Tensor | None = None,
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor | None]:
        logits, values = self.logits_and_values(obs)
        legal = _legal_actions(action_masks, logits)
        policy = legal.policy(logits)
        log_probabilities = policy.log_probabilities_at(legal.indices_of(actions))
        return values.unsqueeze(1), log_probabilities, policy.entropy()

    def get_distribution(
        self, obs: PyTorchObs, action_masks: np.ndarray | None = None
    ) -> MaskableDistribution:
        assert isinstance(obs, torch.Tensor)
        distribution = self.action_dist.proba_distribution(action_logits=self.actor(obs))
        distribution.apply_masking(action_masks)
        return distribution

    def predict_values(self, obs: PyTorchObs) -> torch.Tensor:
        assert isinstance(obs, torch.Tensor)
        return self.critic(self.actor.features(obs))


def _legal_actions(masks: np.ndarray | torch.Tensor | None, logits: torch.Tensor) -> LegalActions:
    """Return the legal actions; without masks all actions are legal."""
    if masks is None:
        return LegalActions.of(torch.ones_like(logits, dtype=torch.bool))
    return LegalActions.of(torch.as_tensor(masks, dtype=torch.bool, device=logits.device))


def actor_of(model: MaskablePPO) -> Actor:
    """Return the actor of `model`. It shares the model's weights, so training updates it."""
    assert isinstance(model.policy, Policy)
    return model.policy.actor
