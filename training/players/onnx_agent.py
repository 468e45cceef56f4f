"""Trained networks as agents without torch, evaluated by onnxruntime."""

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np
import onnxruntime

from hofspiele.envs.agents import Views
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.networks.onnx_graph import LOGITS, MASKS, OBSERVATIONS, PRIOR
from hofspiele.training.players.policy_agent import PolicyAgent

_ERRORS_ONLY = 3  # A log level of onnxruntime.
# Number of decisions per call of onnxruntime. Its intermediate arrays then stay in the cache.
_ROWS = 128


class OnnxAgent(PolicyAgent):
    """A `PolicyAgent` with onnxruntime on one thread; small networks do not gain from more.

    Args:
        name, inputs, deterministic: see `PolicyAgent`.
        model: an ONNX model with an `actor_graph`. It runs unchecked, so it must be trusted.
    """

    def __init__(self, name: str, inputs: Inputs, model: bytes, *, deterministic: bool = False):
        super().__init__(name, inputs, deterministic=deterministic)
        self._model = model
        self._session = _session(model)

    def __reduce__(self) -> tuple[Any, ...]:
        # Sessions can't be pickled, so a new one is made from the model.
        remake = functools.partial(type(self), deterministic=self.deterministic)
        return remake, (self.name, self.inputs, self._model)

    def logits(self, views: Sequence[Views]) -> np.ndarray:
        given = {
            OBSERVATIONS: np.concatenate([seen.observations for seen in views]),
            MASKS: np.concatenate([seen.action_masks for seen in views]),
        }
        if self.inputs.has_prior:
            given[PRIOR] = np.concatenate([self.inputs.prior(seen) for seen in views])
        logits = np.empty(given[MASKS].shape, np.float32)
        for start in range(0, len(logits), _ROWS):
            rows = slice(start, start + _ROWS)
            part = {name: array[rows] for name, array in given.items()}
            (logits[rows],) = self._session.run([LOGITS], part)
        return logits


def _session(model: bytes) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = _ERRORS_ONLY
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
