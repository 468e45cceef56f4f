"""Matrix products with inputs that are mostly zero, faster than dense products.

Four out of five numbers in an observation are zero. With one or two threads, a loop over the
nonzero numbers is faster than a dense product; with more threads or a GPU, it is slower.
"""

from typing import Any

import numpy as np
import torch

from hofspiele.envs.core.compile.kernels import inner_kernel, kernel
from hofspiele.envs.core.sparse_rows import MOST_COLUMNS, SparseRows
from hofspiele.training.networks.layers import IS_COMPILED, add_terms

# Maximum number of torch threads for which the single-threaded loop is faster than torch.
_MOST_THREADS = 2
# Number of rows that are transposed at once, so that their gradients stay in the cache.
_BLOCK = 256


def product(inputs: torch.Tensor, weights: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    """Return ``inputs @ weights + bias``: (B, I), (I, W) and (W,) float32 → (B, W).

    Gradients flow to weights and bias; do not rely on gradients of inputs.
    """
    if (
        IS_COMPILED
        and inputs.device.type == "cpu"
        and inputs.shape[1] <= MOST_COLUMNS
        and torch.get_num_threads() <= _MOST_THREADS
        and not torch.compiler.is_exporting()
    ):
        return _Product.apply(inputs, weights, bias)
    return torch.addmm(bias, inputs, weights)


class _Product(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, inputs: torch.Tensor, weights: torch.Tensor, bias: torch.Tensor
    ) -> torch.Tensor:
        products = bias.detach().expand(len(inputs), -1).contiguous()
        ctx.rows = SparseRows.of(_array(inputs))
        _add_products(*_parts(ctx.rows), _array(weights), products.numpy())
        return products

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        (gradient,) = gradients
        of_weights = torch.zeros(ctx.rows.width, gradient.shape[1])
        _add_transposed_products(*_parts(ctx.rows), _array(gradient), of_weights.numpy())
        return None, of_weights, gradient.sum(0)


def _array(tensor: torch.Tensor) -> np.ndarray:
    return tensor.detach().contiguous().numpy()


def _parts(rows: SparseRows) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return rows.starts, rows.columns, rows.numbers


@kernel
def _add_products(starts, columns, numbers, weights, products):
    """Add `SparseRows` with these parts (B, I) times weights (I, W) to products (B, W)."""
    for i in range(len(products)):
        add_terms(columns, numbers, starts[i], starts[i + 1], weights, products[i])


@kernel
def _add_transposed_products(starts, columns, numbers, gradients, of_weights):
    """Add the transposed `SparseRows` (I, B) times gradients (B, W) to of_weights (I, W)."""
    firsts = np.empty(len(of_weights) + 2, np.int64)
    for first in range(0, len(gradients), _BLOCK):
        last = min(first + _BLOCK, len(gradients))
        count = starts[last] - starts[first]
        rows, values = np.empty(count, np.int32), np.empty(count, np.float32)
        _transpose(starts, columns, numbers, first, last, firsts, rows, values)
        _add_products(firsts, rows, values, gradients, of_weights)


@inner_kernel
def _transpose(starts, columns, numbers, first, last, firsts, rows, values):
    """Write the numbers of the rows `first` … `last` - 1 column by column, with their rows.

    The numbers of column c are written from ``firsts[c]`` up to ``firsts[c + 1]``.
    """
    firsts[:] = 0
    # Each count is two columns ahead, so that each place, which moves from the start of its column
    # to the end, is the start of the next column afterwards.
    places, counts = firsts[1:], firsts[2:]
    for k in range(starts[first], starts[last]):
        counts[columns[k]] += 1
    for column in range(1, len(firsts)):
        firsts[column] += firsts[column - 1]
    for row in range(first, last):
        for k in range(starts[row], starts[row + 1]):
            place = places[columns[k]]
            rows[place], values[place] = row, numbers[k]
            places[columns[k]] += 1
