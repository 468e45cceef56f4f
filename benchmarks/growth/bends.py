"""Bends of curves, from a fixed cost and a cost of each item."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import nnls

from benchmarks.charts import markdown_table


class Line(NamedTuple):
    """A cost that grows with the number of items: ``fixed + each * number``.

    Attributes:
        error: maximum deviation of the measured costs from the line, as a share of the line.
    """

    fixed: float
    each: float
    error: float

    @property
    def bend(self) -> float:
        """The number of items that together cost as much as the fixed cost."""
        return self.fixed / self.each if self.each else math.inf


def fit(numbers: ArrayLike, costs: ArrayLike) -> Line:
    """Return the line of least squared relative errors whose two costs are not negative."""
    x, y = np.asarray(numbers, float), np.asarray(costs, float)
    (fixed, each), _ = nnls(np.stack([1 / y, x / y], 1), np.ones(len(x)))
    return Line(fixed, each, float(np.abs(y / (fixed + each * x) - 1).max()))


def rising(values: ArrayLike) -> slice:
    """Return the part of `values` that ends with the highest."""
    return slice(int(np.argmax(values)) + 1)


def within(bend: float, measured: Sequence[float]) -> float | None:
    """Return `bend` if it lies between the measured numbers, else None."""
    return bend if min(measured) <= bend <= max(measured) else None


def about(value: float) -> str:
    """Return a number with two significant digits."""
    if not 0 < value < math.inf:
        return "none" if value else "0"
    rounded = round(value, 1 - math.floor(math.log10(value)))
    return f"{rounded:,.0f}" if rounded >= 10 else f"{rounded:g}"


def table_of_bends(
    fixed: str,
    each: str,
    bend: str,
    lines: Mapping[str, tuple[Line, float]],
    units: tuple[float, float],
) -> str:
    """Return a table of lines in Markdown.

    Args:
        fixed, each, bend: headings, with units.
        lines: the lines and their bends, by name.
        units: the units of the two costs.
    """
    rows = [
        (name, about(line.fixed / units[0]), about(line.each / units[1]), about(at),
         f"{100 * line.error:.0f} %")
        for name, (line, at) in lines.items()
    ]  # fmt: skip
    return markdown_table([("", fixed, each, bend, "line deviates by at most"), *rows])


def crossing(numbers: Sequence[float], values: Sequence[float], level: float) -> float | None:
    """Return where values over ascending numbers first reach a level, or None."""
    for k, value in enumerate(values):
        if value >= level:
            around = slice(max(k - 1, 0), k + 1)
            return float(np.exp(np.interp(level, values[around], np.log(numbers[around]))))
    return None
