"""Trained networks as agents without torch, evaluated by onnxruntime."""

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np
import onnxruntime

from hofspiele.envs.agents import Views
from hofspiele.envs.agents.threads import map_on_cores
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.networks.onnx_graph import LOGITS, MASKS, OBSERVATIONS, PRIOR, VALUES
from hofspiele.training.players.policy_agent import PolicyAgent

_ERRORS_ONLY = 3  # A log level of onnxruntime.
# Maximum number of decisions per call of onnxruntime, so that its intermediate arrays stay in the
# cache.
_ROWS = 128


class OnnxAgent(PolicyAgent):
    """A `PolicyAgent` with onnxruntime.

    Decisions are evaluated in batches of at most 128, which are distributed over all usable cores.
    The batches do not depend on the number of cores, so neither do the results. onnxruntime
    evaluates each batch on one thread.

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
        masks = _joined([seen.action_masks for seen in views])
        return _run(self._policy, LOGITS, self._given(views) | {MASKS: masks})

    def values(self, views: Views) -> np.ndarray:
        assert self._critic is not None
        return _run(self._critic, VALUES, self._given([views]))[:, 0]

    def _given(self, views: Sequence[Views]) -> dict[str, np.ndarray]:
        """Return the inputs that both networks need, by name."""
        given = {OBSERVATIONS: _joined([seen.observations for seen in views])}
        if self.inputs.has_prior:
            batches = [batch for seen in views for batch in _split(seen)]
            given[PRIOR] = np.concatenate(map_on_cores(self.inputs.prior, batches))
        return given


def _run(
    session: onnxruntime.InferenceSession, output: str, given: dict[str, np.ndarray]
) -> np.ndarray:
    """Return an output of a network for M decisions: (M, W) float32."""

    def run_batch(rows: slice) -> np.ndarray:
        (results,) = session.run([output], {name: array[rows] for name, array in given.items()})
        return results

    return np.concatenate(map_on_cores(run_batch, _batches(len(given[OBSERVATIONS]))))


def _joined(arrays: Sequence[np.ndarray]) -> np.ndarray:
    """Return all rows of `arrays`; a single array is not copied."""
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)


def _split(views: Views) -> list[Views]:
    """Return views of at most `_ROWS` decisions each."""
    number = len(views.players)
    return [views] if number <= _ROWS else [views.rows(rows) for rows in _batches(number)]


def _batches(number: int) -> list[slice]:
    """Return slices of at most `_ROWS` rows for `number` rows, at least one slice."""
    return [slice(start, start + _ROWS) for start in range(0, max(number, 1), _ROWS)]


def _session(model: bytes) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = _ERRORS_ONLY
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
