"""Our networks as RLlib wants them."""

from typing import Any

import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import InferenceOnlyAPI, ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.utils.torch_utils import FLOAT_MIN

from hofspiele.training.networks.actor_critic import Actor, critic
from hofspiele.training.networks.description import NetworkDescription
from hofspiele.training.networks.joint import Joint
from hofspiele.training.networks.legal import LegalActions
from hofspiele.training.rllib.vector_env import ACTION_MASK, OBSERVATIONS

# of the model_config: what the network is, as `NetworkDescription.to_dict` gives it
NETWORK = "network"


class PolicyModule(TorchRLModule, InferenceOnlyAPI, ValueFunctionAPI):
    """The actor and the critic of a `NetworkDescription`, whose weights have the names of `Policy`.

    Env runners have the actor alone. For PPO without its term of the divergence.

    Attributes:
        actor: what plays.
        critic: from the actor's features to the outcome.
    """

    def setup(self) -> None:
        """Make the networks."""
        description = NetworkDescription.from_dict(self.model_config[NETWORK])
        self.actor = Actor(description)
        if self.inference_only:
            self.actor.requires_grad_(False)  # what never learns is worked out faster
            return
        self.critic = critic(description)
        self._joint = Joint(self.actor.features, [self.actor.network, self.critic])

    def get_non_inference_attributes(self) -> list[str]:
        """What env runners do without."""
        return ["critic"]

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        logits = self.actor(seen[OBSERVATIONS])
        return {Columns.ACTION_DIST_INPUTS: _masked(logits, seen[ACTION_MASK])}

    def _forward_exploration(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        """Actions, drawn among the legal ones alone."""
        seen = batch[Columns.OBS]
        with torch.no_grad():
            logits = self.actor(seen[OBSERVATIONS])
            policy = LegalActions.of(seen[ACTION_MASK] != 0).policy(logits)
            places = policy.draw()
            return {
                Columns.ACTIONS: policy.actions_at(places),
                Columns.ACTION_LOGP: policy.log_probabilities_at(places),
                # only the divergence is made of them: that much need not go over the wire
                Columns.ACTION_DIST_INPUTS: logits.new_zeros(len(logits), 1),
            }

    def _forward_train(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        """Both networks in one pass; the values are handed on to `compute_values`."""
        seen = batch[Columns.OBS]
        learnt, values = self._joint(seen[OBSERVATIONS])
        logits = self.actor.with_prior(learnt, seen[OBSERVATIONS])
        return {
            Columns.ACTION_DIST_INPUTS: _masked(logits, seen[ACTION_MASK]),
            Columns.EMBEDDINGS: values.squeeze(1),
        }

    def compute_values(
        self, batch: dict[str, Any], embeddings: torch.Tensor | None = None
    ) -> torch.Tensor:
        """The outcomes that the critic expects: (B,) float32."""
        if embeddings is not None:
            return embeddings
        return self.critic(self.actor.features(batch[Columns.OBS][OBSERVATIONS])).squeeze(1)


def _masked(logits: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Logits (B, A) with the lowest number in place of illegal actions'."""
    return logits.masked_fill(mask == 0, FLOAT_MIN)
