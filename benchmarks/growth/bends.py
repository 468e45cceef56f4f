"""Bends of curves, where a fixed cost equals the cost of all items."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.ticker import EngFormatter
from numpy.typing import ArrayLike
from scipy.optimize import nnls

from benchmarks.charts import Curve
from benchmarks.measure import Spread


class Line(NamedTuple):
    """The cost ``fixed + each * number`` of items, and the largest relative error of the fit."""

    fixed: float
    each: float
    error: float

    @property
    def bend(self) -> float:
        """The number of items that together cost as much as the fixed cost."""
        return self.fixed / self.each if self.each > 0 else math.inf


def fit(numbers: ArrayLike, costs: ArrayLike) -> Line:
    """Return the line with the least squared relative errors; its two costs are not negative."""
    x, y = np.asarray(numbers, float), np.asarray(costs, float)
    (fixed, each), _ = nnls(np.stack([1 / y, x / y], 1), np.ones(len(x)))
    return Line(fixed, each, float(np.abs(y / (fixed + each * x) - 1).max()))


def fit_groups(sizes: Sequence[int], rates: Sequence[Spread]) -> Line:
    """Fit a line to the time of a group by its size; `rates` are in items/s.

    Sizes larger than the one with the highest rate are left out.
    """
    values = np.array([rate.value for rate in rates])
    rising = slice(int(values.argmax()) + 1)
    return fit(sizes[rising], (sizes / values)[rising])


def bending(
    name: str,
    x: Sequence[int],
    y: Sequence[Spread],
    line: Line,
    costs: str,
    bend: float | None = None,
) -> Curve:
    """Return a curve with a text about its two costs and the point where they are equal.

    Args:
        name, x, y: as in `Curve`.
        line: the two costs.
        costs: a phrase about them with the placeholders ``{fixed}`` and ``{each}``.
        bend: the quantity at which both costs are equal, by default ``line.bend``.
    """
    bend = line.bend if bend is None else bend
    inside = x[0] <= bend <= x[-1]
    larger = "the fixed part" if bend > x[-1] else "the part that grows"
    where = f"{larger} is always larger"
    if inside:
        where = f"both parts are equal at {float(f'{bend:.2g}'):,.0f}"
    shown = sorted({0, max(range(len(y)), key=y.__getitem__), len(y) - 1})
    measured = ", ".join(f"{short(y[k].value)} at {x[k]:,}" for k in shown)
    phrase = costs.format(fixed=short(line.fixed), each=short(line.each))
    text = f"{phrase} (± {100 * line.error:.0f} %); {where}. Measured: {measured}."
    return Curve(name, x, y, bend if inside else None, text)


def short(value: float) -> str:
    """Return a value with three significant digits and a prefix: "3.65 M"."""
    return EngFormatter()(float(f"{value:.3g}"))
