"""Trained networks as agents without torch, evaluated by onnxruntime."""

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np
import onnxruntime

from hofspiele.envs.agents import Views
from hofspiele.envs.agents.threads import share, usable_cores
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.networks.onnx_graph import LOGITS, MASKS, OBSERVATIONS, PRIOR, VALUES
from hofspiele.training.players.policy_agent import PolicyAgent

_ERRORS_ONLY = 3  # A log level of onnxruntime.
# Number of decisions per call of onnxruntime. Its intermediate arrays then stay in the cache.
_ROWS = 128


class OnnxAgent(PolicyAgent):
    """A `PolicyAgent` with onnxruntime.

    All cores share the decisions of a call. onnxruntime itself has one thread for each of them,
    because small networks do not gain from more. The number of cores does not change the results.

    Args:
        name, inputs, deterministic: see `PolicyAgent`.
        policy: an ONNX model with the output `LOGITS` of `network_graph`. Models run unchecked, so
            they must be trusted.
        critic: a model with the output `VALUES`, if any.
    """

    def __init__(
        self,
        name: str,
        inputs: Inputs,
        policy: bytes,
        critic: bytes | None = None,
        *,
        deterministic: bool = False,
    ):
        super().__init__(name, inputs, deterministic=deterministic)
        self.has_critic = critic is not None
        self._models = policy, critic
        self._policy = _session(policy)
        self._critic = _session(critic) if critic is not None else None

    def __reduce__(self) -> tuple[Any, ...]:
        # Sessions can't be pickled, so new ones are made from the models.
        remake = functools.partial(type(self), deterministic=self.deterministic)
        return remake, (self.name, self.inputs, *self._models)

    def logits(self, views: Sequence[Views]) -> np.ndarray:
        return np.concatenate([self._run(self._policy, LOGITS, seen) for seen in views])

    def values(self, views: Views) -> np.ndarray:
        assert self._critic is not None
        return self._run(self._critic, VALUES, views)[:, 0]

    def _run(self, session: onnxruntime.InferenceSession, output: str, views: Views) -> np.ndarray:
        """Return an output of a network for M views: (M, W) float32."""
        width = views.game.num_actions if output == LOGITS else 1
        results = np.empty((len(views.players), width), np.float32)
        batches = [slice(start, start + _ROWS) for start in range(0, len(results), _ROWS)]

        def run_batch(rows: slice) -> None:
            (results[rows],) = session.run([output], self._given(session, views.rows(rows)))

        share(run_batch, batches, usable_cores())
        return results

    def _given(self, session: onnxruntime.InferenceSession, views: Views) -> dict[str, np.ndarray]:
        """Return the inputs of a network by name."""
        given = {OBSERVATIONS: views.observations, MASKS: views.action_masks}
        if self.inputs.has_prior:
            given[PRIOR] = self.inputs.prior(views)
        return {entry.name: given[entry.name] for entry in session.get_inputs()}


def _session(model: bytes) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = _ERRORS_ONLY
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
