"""Trained networks as agents without torch."""

from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np

from hofspiele.envs.agents import Views
from hofspiele.envs.agents.threads import map_on_cores
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.players.policy_agent import PolicyAgent

# Maximum number of decisions per call of a network, so that its intermediate arrays stay in the
# cache.
_ROWS = 128


class BatchNetwork(Protocol):
    """A network that evaluates a batch of decisions on one thread."""

    def __call__(
        self, observations: np.ndarray, prior: np.ndarray | None, masks: np.ndarray
    ) -> np.ndarray:
        """Return the outputs, (B, W) float32, for inputs as in `network_graph`."""


class BatchAgent(PolicyAgent):
    """A `PolicyAgent` whose networks evaluate batches of at most 128 decisions.

    The batches are distributed over all usable cores. They do not depend on the number of cores, so
    neither do the results.

    Args:
        name, inputs, deterministic: see `PolicyAgent`.
        policy: the network that returns logits, (B, A).
        critic: the network that returns expected outcomes, (B, 1), if any.
    """

    def __init__(
        self,
        name: str,
        inputs: Inputs,
        policy: BatchNetwork,
        critic: BatchNetwork | None = None,
        *,
        deterministic: bool = False,
    ):
        super().__init__(name, inputs, deterministic=deterministic)
        self.has_critic = critic is not None
        self._policy = policy
        self._critic = critic

    def logits(self, views: Sequence[Views]) -> np.ndarray:
        return self._evaluate(self._policy, views, views[0].game.num_actions)

    def values(self, views: Views) -> np.ndarray:
        assert self._critic is not None
        return self._evaluate(self._critic, [views], 1)[:, 0]

    def _evaluate(self, network: BatchNetwork, views: Sequence[Views], width: int) -> np.ndarray:
        outputs = np.empty((sum(len(seen.players) for seen in views), width), np.float32)

        def evaluate(batch: tuple[Views, int]) -> None:
            seen, first = batch
            # The prior is computed here, so that it stays in the cache until the network reads it.
            prior = self.inputs.prior(seen) if self.inputs.has_prior else None
            found = network(seen.observations, prior, seen.action_masks)
            outputs[first : first + len(found)] = found

        map_on_cores(evaluate, _batches(views))
        return outputs


def _batches(views: Sequence[Views]) -> Iterator[tuple[Views, int]]:
    """Yield the views in batches of at most `_ROWS` decisions, and the index of the first one."""
    first = 0
    for seen in views:
        for start in range(0, len(seen.players), _ROWS):
            yield seen.rows(slice(start, start + _ROWS)), first + start
        first += len(seen.players)
