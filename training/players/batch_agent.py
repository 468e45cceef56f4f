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

        def evaluate(batch: tuple[int, list[Views]]) -> None:
            number, parts = batch
            # The prior is computed here, so that it stays in the cache until the network reads it.
            prior = [self.inputs.prior(part) for part in parts] if self.inputs.has_prior else None
            found = network(
                _joined([part.observations for part in parts]),
                _joined(prior) if prior is not None else None,
                _joined([part.action_masks for part in parts]),
            )
            outputs[number * _ROWS :][: len(found)] = found

        map_on_cores(evaluate, enumerate(_batches(views)))
        return outputs


def _batches(views: Sequence[Views]) -> Iterator[list[Views]]:
    """Yield all views in batches of `_ROWS` decisions, which can be from several tables.

    The last batch may be smaller.
    """
    batch: list[Views] = []
    room = _ROWS
    for seen in views:
        start = 0
        while start < len(seen.players):
            part = seen.rows(slice(start, start + room))
            batch.append(part)
            start += len(part.players)
            room -= len(part.players)
            if room == 0:
                yield batch
                batch, room = [], _ROWS
    if batch:
        yield batch


def _joined(arrays: Sequence[np.ndarray]) -> np.ndarray:
    """Return all rows of `arrays`; a single array is not copied."""
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)
