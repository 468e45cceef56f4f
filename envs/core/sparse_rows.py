"""Rows of numbers without their zeros, such as observations that are kept for later."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hofspiele.envs.core.compile.kernels import inner_kernel, kernel

# Columns are stored in 16 bits.
MOST_COLUMNS = 2**16


@dataclass(frozen=True, eq=False)
class SparseRows:
    """M rows of W float32 numbers; only numbers other than zero are stored, in six bytes each.

    Most numbers of an observation are zero, so ``SparseRows.of(table.observations)`` takes a sixth
    to three tenths of the memory of the observations. ``len(rows)`` is M. ``rows[index]``
    returns the rows at any numpy index, such as an array of row numbers, as a new float32 array
    with the same bits: ``rows[:]`` is (M, W).
    """

    width: int  #: the number W of columns
    #: (M + 1,) int64; the numbers of row m are stored from ``starts[m]`` up to ``starts[m + 1]``.
    starts: np.ndarray
    columns: np.ndarray  #: (K,) uint16, the column of each stored number
    numbers: np.ndarray  #: (K,) float32, the stored numbers

    @classmethod
    def of(cls, rows: np.ndarray) -> "SparseRows":
        """Return `rows`, (M, W), without zeros; raise ValueError unless float32 and W <= 65,536."""
        if rows.dtype != np.float32 or rows.ndim != 2 or rows.shape[1] > MOST_COLUMNS:
            raise ValueError(
                f"rows are {rows.dtype} of shape {rows.shape}, expected float32 of shape (M, W) "
                f"with W at most {MOST_COLUMNS:,}"
            )
        # As an integer, -0.0 is not zero, so it is restored too.
        bits = np.ascontiguousarray(rows).view(np.int32)
        count = np.count_nonzero(bits)
        starts = np.zeros(len(rows) + 1, np.int64)
        columns, numbers = np.empty(count + 1, np.uint16), np.empty(count + 1, np.int32)
        find_in_rows(bits, starts, columns, numbers)
        return cls(rows.shape[1], starts, columns[:count], numbers[:count].view(np.float32))

    @classmethod
    def join(cls, parts: Sequence["SparseRows"]) -> "SparseRows":
        """Return the rows of all `parts` in order; raise ValueError unless they have one width."""
        widths = {part.width for part in parts}
        if len(widths) != 1:
            raise ValueError(f"parts have the widths {sorted(widths)}, expected one common width")
        counts = np.concatenate([np.diff(part.starts) for part in parts])
        return cls(
            parts[0].width,
            np.concatenate([[0], np.cumsum(counts)]),
            np.concatenate([part.columns for part in parts]),
            np.concatenate([part.numbers for part in parts]),
        )

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __getitem__(self, index: Any) -> np.ndarray:
        chosen = np.arange(len(self))[index]
        bits = np.empty((chosen.size, self.width), np.int32)
        numbers = self.numbers.view(np.int32)
        write_rows(self.starts, self.columns, numbers, chosen.ravel(), bits)
        return bits.view(np.float32).reshape(*chosen.shape, self.width)


@kernel
def find_in_rows(rows, starts, columns, numbers):
    """Write the nonzero numbers of all rows with their columns, and where each row starts."""
    found = 0
    for row in range(len(rows)):
        found += find_nonzero(rows[row], columns[found:], numbers[found:])
        starts[row + 1] = found


@inner_kernel
def find_nonzero(row, columns, numbers):
    """Write nonzero numbers of `row` and their indices, and return their count."""
    found = 0
    # Branch prediction would fail, so every number is written, and needs room for one more.
    for column in range(len(row)):
        columns[found] = column
        numbers[found] = row[column]
        found += row[column] != 0
    return found


@kernel
def write_rows(starts, columns, numbers, chosen, rows):
    """Write the rows with the indices `chosen` to `rows`."""
    for row in range(len(chosen)):
        rows[row] = 0
        for k in range(starts[chosen[row]], starts[chosen[row] + 1]):
            rows[row, columns[k]] = numbers[k]
