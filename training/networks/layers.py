"""Linear layers without torch, evaluated by compiled loops.

Four out of five inputs are zero, and so are at least half of the numbers after each ReLU. The loops
skip them. Each row is computed on its own, so results do not depend on the batch.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from hofspiele.envs.core.compile.kernels import inner_kernel, kernel
from hofspiele.envs.core.sparse_rows import find_nonzero

# Weights of a network by name, float32.
Weights = Mapping[str, np.ndarray]
# Prefixes of the names of weights. All weights that only the values need have the second.
POLICY, VALUE = "policy", "value"
# Width from which on the loop over the outputs is faster than numpy.
_NARROW = 8


def has_values(weights: Weights) -> bool:
    """Return whether `weights` include those of the value network."""
    return any(name.startswith(VALUE) for name in weights)


def checked(weights: Weights, name: str, *shape: int) -> np.ndarray:
    """Return the weights `name` as float32; raise ValueError unless they have this shape."""
    found = weights[name].shape if name in weights else "missing"
    if found != shape:
        raise ValueError(f"the weights {name} have the shape {found}, expected {shape}")
    # Compiled code depends on the layout of arrays, so all are copied to the same one.
    return np.array(weights[name], np.float32, order="C")


def standardisation(weights: Weights, num_inputs: int) -> list[np.ndarray]:
    """Return the mean and the scale of all inputs: (I,) float32 each."""
    return [checked(weights, f"standardise.{part}", num_inputs) for part in ("mean", "scale")]


class Layer:
    """A linear layer, then a ReLU if `relu`: (B, inputs) → (B, outputs), both float32.

    The loops do not check indices, so weights of wrong shapes raise ValueError here.
    """

    def __init__(
        self, weights: Weights, name: str, inputs: int, outputs: int, *, relu: bool = False
    ):
        self.weights = checked(weights, f"{name}.weight", outputs, inputs).T.copy()
        self.bias = np.zeros(outputs, np.float32)
        if f"{name}.bias" in weights:
            self.bias = checked(weights, f"{name}.bias", outputs)
        self.relu, self.is_narrow = relu, outputs < _NARROW and not relu

    def __call__(self, rows: np.ndarray) -> np.ndarray:
        if self.is_narrow:
            return np.einsum("bi,iw->bw", rows, self.weights) + self.bias
        return _run_layer(rows, self.weights, self.bias, self.relu)


class FirstLayer:
    """`layer` for N things with columns (N, F) of the raw inputs: (B, I) → (B, N, W).

    The standardisation, the mean and scale of all inputs, is folded into the weights, so that most
    inputs stay zero. Therefore each thing has its own weights. Columns below 0 stand for missing
    numbers.
    """

    def __init__(self, layer: Layer, columns: np.ndarray, standardisation: Sequence[np.ndarray]):
        self.columns, given = columns.clip(min=0), (columns >= 0)[..., None]
        mean, scale = (numbers[self.columns] for numbers in standardisation)
        self.weights = layer.weights * (scale[..., None] * given)
        products = [numbers @ weight for numbers, weight in zip(mean, self.weights, strict=True)]
        self.bias = layer.bias - np.array(products)
        self.relu = layer.relu

    def __call__(self, inputs: np.ndarray) -> np.ndarray:
        if len(self.columns) == 1 and self.columns.shape[1] == inputs.shape[1]:
            return _run_layer(inputs, self.weights[0], self.bias[0], self.relu)[:, None]
        return _run_first_layer(inputs, self.columns, self.weights, self.bias, self.relu)


@kernel
def _run_layer(inputs, weights, bias, has_relu):
    """Return the outputs of a `Layer`."""
    outputs = np.empty((len(inputs), len(bias)), np.float32)
    columns = np.empty(inputs.shape[1] + 1, np.int64)
    numbers = np.empty(inputs.shape[1] + 1, np.float32)
    for i in range(len(inputs)):
        found = find_nonzero(inputs[i], columns, numbers)
        outputs[i] = bias
        _add_found(columns, numbers, found, weights, outputs[i], has_relu)
    return outputs


# Whether the loops are compiled; with NUMBA_DISABLE_JIT=1, torch is faster.
IS_COMPILED = hasattr(_run_layer, "kernel")


@kernel
def _run_first_layer(inputs, columns, weights, bias, has_relu):
    """Return the outputs of a `FirstLayer`."""
    outputs = np.empty((len(inputs), len(bias), bias.shape[1]), np.float32)
    picked = np.empty(columns.shape[1] + 1, np.int64)
    numbers = np.empty(columns.shape[1] + 1, np.float32)
    for i in range(len(inputs)):
        for n in range(len(bias)):
            found = 0
            for f in range(columns.shape[1]):
                picked[found] = f
                numbers[found] = inputs[i, columns[n, f]]
                found += numbers[found] != 0
            outputs[i, n] = bias[n]
            _add_found(picked, numbers, found, weights[n], outputs[i, n], has_relu)
    return outputs


@inner_kernel
def _add_found(columns, numbers, found, weights, row, has_relu):
    """Add the products of the numbers found to a row, then apply a ReLU if there is one."""
    add_terms(columns, numbers, 0, found, weights, row)
    if has_relu:
        for j in range(len(row)):
            row[j] = max(row[j], np.float32(0.0))


@inner_kernel
def add_terms(columns, numbers, first, last, weights, sums):
    """Add ``numbers[k] * weights[columns[k]]`` of all k from `first` to `last` - 1 to sums (W,)."""
    k = first
    # With several terms per pass, `sums` is read and written less often.
    while k + 8 <= last:
        a, b, c, d = columns[k], columns[k + 1], columns[k + 2], columns[k + 3]
        e, f, g, h = columns[k + 4], columns[k + 5], columns[k + 6], columns[k + 7]
        q, r, s, t = numbers[k], numbers[k + 1], numbers[k + 2], numbers[k + 3]
        u, v, w, x = numbers[k + 4], numbers[k + 5], numbers[k + 6], numbers[k + 7]
        for j in range(len(sums)):
            sums[j] += (
                q * weights[a, j] + r * weights[b, j] + s * weights[c, j] + t * weights[d, j]
            ) + (u * weights[e, j] + v * weights[f, j] + w * weights[g, j] + x * weights[h, j])
        k += 8
    while k < last:
        column, number = columns[k], numbers[k]
        for j in range(len(sums)):
            sums[j] += number * weights[column, j]
        k += 1
