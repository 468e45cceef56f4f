"""The policy in training: a network with the interface of sb3-contrib."""

from collections.abc import Callable

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.distributions import MaskableDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import PyTorchObs, Schedule

from hofspiele.training.networks.masked_policy import LegalActions
from hofspiele.training.networks.modules import WithPrior


class Policy(MaskableActorCriticPolicy):
    """A policy for sb3-contrib with the `network` that `create` returns."""

    def __init__(
        self,
        observation_space: spaces.Box,
        action_space: spaces.Discrete,
        lr_schedule: Schedule,
        create: Callable[[], WithPrior],
    ):
        self._create = create
        super().__init__(observation_space, action_space, lr_schedule)

    def _build(self, lr_schedule: Schedule) -> None:
        self.network = self._create()
        self.optimizer = torch.optim.Adam(
            self.parameters(), lr=lr_schedule(1.0), fused=True, **self.optimizer_kwargs
        )

    def forward(
        self,
        obs: torch.Tensor,
        deterministic: bool = False,  # noqa: FBT001, FBT002 - stable-baselines3 passes it by position.
        action_masks: np.ndarray | torch.Tensor | None = None,
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        logits, values = self.network(obs)
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
        logits, values = self.network(obs)
        legal = _legal_actions(action_masks, logits)
        policy = legal.policy(logits)
        log_probabilities = policy.log_probabilities_at(legal.indices_of(actions))
        return values.unsqueeze(1), log_probabilities, policy.entropy()

    def get_distribution(
        self, obs: PyTorchObs, action_masks: np.ndarray | None = None
    ) -> MaskableDistribution:
        assert isinstance(obs, torch.Tensor)
        distribution = self.action_dist.proba_distribution(action_logits=self.network(obs)[0])
        distribution.apply_masking(action_masks)
        return distribution

    def predict_values(self, obs: PyTorchObs) -> torch.Tensor:
        assert isinstance(obs, torch.Tensor)
        return self.network(obs)[1].unsqueeze(1)


def _legal_actions(masks: np.ndarray | torch.Tensor | None, logits: torch.Tensor) -> LegalActions:
    """Return the legal actions; without masks all actions are legal."""
    if masks is None:
        return LegalActions.of(torch.ones_like(logits, dtype=torch.bool))
    return LegalActions.of(torch.as_tensor(masks, dtype=torch.bool, device=logits.device))
