"""Linear layers whose inputs are mostly zero, evaluated by one compiled loop, without torch.

Four out of five numbers in an observation are zero, and so are at least half of the numbers after
each ReLU. The loop skips them.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np

from hofspiele.envs.core.compile.kernels import inner_kernel, kernel
from hofspiele.envs.core.sparse_rows import find_nonzero

Array = TypeVar("Array", bound=Any)


class SparseLayers(NamedTuple):
    """The function of linear layers in sequence with ReLUs between them: (B, I) → (B, W) float32.

    Attributes:
        weights: the weights of each layer, (inputs, outputs) float32.
        bias: the bias of each layer, (outputs,) float32.
    """

    weights: tuple[np.ndarray, ...]
    bias: tuple[np.ndarray, ...]

    @classmethod
    def of(cls, layers: Sequence[tuple[np.ndarray, np.ndarray]]) -> "SparseLayers":
        """Return layers with copies of their weights and biases, given in pairs."""
        weights, bias = zip(*layers, strict=True)
        # Compiled code depends on whether arrays are read-only, so the arrays are copied.
        return cls(
            *(tuple(np.array(array, order="C") for array in part) for part in (weights, bias))
        )

    def __call__(self, inputs: np.ndarray) -> np.ndarray:
        rows = np.ascontiguousarray(inputs, np.float32)
        last = len(self.weights) - 1
        for k, (weights, bias) in enumerate(zip(self.weights, self.bias, strict=True)):
            rows = _run_layer(rows, weights, bias, k < last)
        return rows


def folded(weights: Array, bias: Array, mean: Array, scale: Array) -> tuple[Array, Array]:
    """Return `weights` (I, W) and `bias` (W,) of a layer, changed to take raw inputs.

    The layer's inputs were standardised: raw inputs minus `mean` (I,), times `scale` (I,). Most raw
    inputs are zero. All arguments are numpy arrays or all are tensors.
    """
    scaled = weights * scale[:, None]
    return scaled, bias - mean @ scaled


@kernel
def _run_layer(inputs, weights, bias, has_relu):
    """Return the outputs (B, W) of a layer with weights (I, W) and bias (W,), after a ReLU if any.

    `has_relu` is whether there is a ReLU.
    """
    outputs = np.empty((len(inputs), len(bias)), np.float32)
    columns = np.empty(inputs.shape[1], np.int64)
    numbers = np.empty(inputs.shape[1], np.float32)
    for i in range(len(inputs)):
        row = outputs[i]
        for j in range(len(row)):
            row[j] = bias[j]
        found = find_nonzero(inputs[i], columns, numbers)
        add_terms(columns, numbers, 0, found, weights, row)
        if has_relu:
            for j in range(len(row)):
                row[j] = max(row[j], np.float32(0.0))
    return outputs


# Whether the loop is compiled; with NUMBA_DISABLE_JIT=1, other ways are faster.
IS_COMPILED = hasattr(_run_layer, "kernel")


@inner_kernel
def add_terms(columns, numbers, first, last, weights, sums):
    """Add ``numbers[k] * weights[columns[k]]`` of all k from `first` to `last` - 1 to sums (W,)."""
    k = first
    # With four terms per pass, `sums` is read and written a quarter as often.
    while k + 4 <= last:
        a, b, c, d = columns[k], columns[k + 1], columns[k + 2], columns[k + 3]
        u, v, w, x = numbers[k], numbers[k + 1], numbers[k + 2], numbers[k + 3]
        for j in range(len(sums)):
            sums[j] += u * weights[a, j] + v * weights[b, j] + w * weights[c, j] + x * weights[d, j]
        k += 4
    while k < last:
        column, number = columns[k], numbers[k]
        for j in range(len(sums)):
            sums[j] += number * weights[column, j]
        k += 1
