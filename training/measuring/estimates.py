"""Means over games with intervals that hold for few deals, too.

Games on one deal are not independent, but deals are: all intervals come from the spread between
deals.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit


@dataclass(frozen=True)
class Estimate:
    """A mean with its confidence interval, 95 % unless another confidence is stated."""

    mean: float
    low: float
    high: float


def estimate_mean(values: np.ndarray, confidence: float = 0.95) -> Estimate:
    """Return the mean of (deals, games) values with Student's interval over the deals' means.

    There must be at least two deals.
    """
    by_deal = values.mean(1)
    mean = float(by_deal.mean())
    half = _quantile(confidence, len(by_deal) - 1) * _standard_error(by_deal)
    return Estimate(mean, mean - half, mean + half)


def estimate_share(shares: np.ndarray, confidence: float = 0.95) -> Estimate:
    """Return the mean of (deals, games) values in [0, 1] with a Wilson interval.

    The number of games is replaced by the number of independent games that would have the standard
    error between deals. Student's quantile accounts for the uncertainty of that error, with twice
    the degrees of freedom of a normal sample, because part of the variance follows from the mean.
    From 5 deals on such intervals contain the true share in 95 to 96 of 100 cases on average over
    games of 2 to 6 players (tests simulate some); 5 deals of two players have few possible means,
    and single cases lie between 92 and 99.

    The interval is conservative, that is too wide, with fewer deals and if all deals ended alike:
    then the number of games is not replaced, even if the games of each deal balanced each other.
    """
    by_deal = shares.mean(1)
    mean = float(by_deal.mean())
    if len(by_deal) < 2:
        return Estimate(mean, 0.0, 1.0)  # One deal says nothing about others.
    error = _standard_error(by_deal)
    games = mean * (1 - mean) / error**2 if error > 0 else float(shares.size)
    z = _quantile(confidence, 2 * (len(by_deal) - 1))
    centre = (mean + z**2 / (2 * games)) / (1 + z**2 / games)
    half = z / (1 + z**2 / games) * np.sqrt(mean * (1 - mean) / games + z**2 / (4 * games**2))
    low, high = max(0.0, float(centre - half)), min(1.0, float(centre + half))
    return Estimate(mean, min(mean, low), max(mean, high))


def _quantile(confidence: float, degrees_of_freedom: int) -> float:
    """Return the number of standard errors around a mean that hold `confidence`."""
    return float(stdtrit(degrees_of_freedom, 0.5 + confidence / 2))


def _standard_error(by_deal: np.ndarray) -> float:
    return float(by_deal.std(ddof=1) / np.sqrt(len(by_deal)))
