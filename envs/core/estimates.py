"""Means with confidence intervals."""

import math
from dataclasses import dataclass

import numpy as np

# Half-width of a normal interval at 95 %, in standard errors.
_NORMAL = 1.96


@dataclass(frozen=True)
class Estimate:
    """A mean and its confidence interval, at 95 % unless stated otherwise.

    The interval of an exact value has the width 0.
    """

    mean: float
    low: float
    high: float


def exact(value: float) -> Estimate:
    """Return `value` as an estimate whose interval has no width."""
    return Estimate(value, value, value)


def mean_of_values(values: np.ndarray, least: float, most: float) -> Estimate:
    """Return the mean of independent values from `least` to `most`, (N,) float64.

    The interval is computed from `values`, `least` and `most`: N + 2 values. From N equal values
    alone, it would have the width 0. Source: Agresti and Caffo, "Simple and effective confidence
    intervals for proportions and differences of proportions result from adding two successes and
    two failures", The American Statistician 2000.
    """
    mean = float(values.mean())
    extended = np.append(values, (least, most))
    half = _NORMAL * float(extended.std()) / math.sqrt(len(extended))
    centre = float(extended.mean())
    low, high = max(least, centre - half), min(most, centre + half)
    return Estimate(mean, min(mean, low), max(mean, high))


def share_of_games(share: float, games: int) -> Estimate:
    """Return a win share and its interval, computed as if every game had only one winner.

    The interval is computed as in `mean_of_values`. It is wider than necessary if games had several
    winners, because shared wins vary less.
    """
    extended = games + 2
    centre = (share * games + 1) / extended
    half = _NORMAL * math.sqrt(centre * (1 - centre) / extended)
    return Estimate(share, max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half)))
