"""Our networks as RLlib modules."""

from typing import Any

import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import InferenceOnlyAPI, ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.utils.torch_utils import FLOAT_MIN

from hofspiele.training.networks.architectures import new_network
from hofspiele.training.networks.masked_policy import LegalActions
from hofspiele.training.rllib.vector_env import ACTION_MASK, OBSERVATIONS, games_of

# Key in `model_config` for the settings of the run.
RUN = "run"


class PolicyModule(TorchRLModule, InferenceOnlyAPI, ValueFunctionAPI):
    """The network of a run; the weights have the same names as in `Policy`.

    PPO must run without its KL term.

    Attributes:
        network: the network, which returns logits and expected outcomes.
    """

    def setup(self) -> None:
        """Create the network; called by RLlib."""
        settings = self.model_config[RUN]
        self.network = new_network(games_of(settings)[0], settings.network, from_user=True)

    def get_non_inference_attributes(self) -> list[str]:
        """Return the names of the attributes that env runners do not need: none."""
        return []

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        logits, _ = self.network(seen[OBSERVATIONS])
        return {Columns.ACTION_DIST_INPUTS: _masked(logits, seen[ACTION_MASK])}

    def _forward_exploration(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        """Sample legal actions and return them with their log-probabilities."""
        seen = batch[Columns.OBS]
        with torch.no_grad():
            logits, _ = self.network(seen[OBSERVATIONS])
            policy = LegalActions.of(seen[ACTION_MASK] != 0).policy(logits)
            places = policy.draw()
            return {
                Columns.ACTIONS: policy.actions_at(places),
                Columns.ACTION_LOGP: policy.log_probabilities_at(places),
                # Only the KL term, which is switched off, would read these logits.
                Columns.ACTION_DIST_INPUTS: logits.new_zeros(len(logits), 1),
            }

    def _forward_train(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        """Return logits, and the values as embeddings for `compute_values`, from one pass."""
        seen = batch[Columns.OBS]
        logits, values = self.network(seen[OBSERVATIONS])
        return {
            Columns.ACTION_DIST_INPUTS: _masked(logits, seen[ACTION_MASK]),
            Columns.EMBEDDINGS: values,
        }

    def compute_values(
        self, batch: dict[str, Any], embeddings: torch.Tensor | None = None
    ) -> torch.Tensor:
        """Return the outcomes expected by the critic: (B,) float32."""
        if embeddings is not None:
            return embeddings
        return self.network(batch[Columns.OBS][OBSERVATIONS])[1]


def _masked(logits: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Return logits (B, A), with the lowest finite number for illegal actions."""
    return logits.masked_fill(mask == 0, FLOAT_MIN)
