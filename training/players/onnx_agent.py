"""Trained networks as agents without torch, evaluated by onnxruntime."""

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np
import onnxruntime

from hofspiele.envs.agents import Views
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.networks.onnx_graph import LOGITS, MASKS, OBSERVATIONS, PRIOR, VALUES
from hofspiele.training.players.policy_agent import PolicyAgent

_ERRORS_ONLY = 3  # A log level of onnxruntime.
# Number of decisions per call of onnxruntime. Its intermediate arrays then stay in the cache.
_ROWS = 128


class OnnxAgent(PolicyAgent):
    """A `PolicyAgent` with onnxruntime on one thread; small networks do not gain from more.

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
        masks = np.concatenate([seen.action_masks for seen in views])
        logits = np.empty(masks.shape, np.float32)
        return _run(self._policy, LOGITS, self._given(views) | {MASKS: masks}, logits)

    def values(self, views: Views) -> np.ndarray:
        assert self._critic is not None
        values = np.empty((len(views.players), 1), np.float32)
        return _run(self._critic, VALUES, self._given([views]), values)[:, 0]

    def _given(self, views: Sequence[Views]) -> dict[str, np.ndarray]:
        """Return the inputs that both networks need, by name."""
        given = {OBSERVATIONS: np.concatenate([seen.observations for seen in views])}
        if self.inputs.has_prior:
            given[PRIOR] = np.concatenate([self.inputs.prior(seen) for seen in views])
        return given


def _run(
    session: onnxruntime.InferenceSession,
    output: str,
    given: dict[str, np.ndarray],
    results: np.ndarray,
) -> np.ndarray:
    """Fill `results`, (M, W), with an output for M decisions, and return it."""
    for start in range(0, len(results), _ROWS):
        rows = slice(start, start + _ROWS)
        part = {name: array[rows] for name, array in given.items()}
        (results[rows],) = session.run([output], part)
    return results


def _session(model: bytes) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = _ERRORS_ONLY
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
