"""Means over games with confidence intervals that are also valid for few deals.

Deals are independent, but games on the same deal are not. All intervals are therefore computed from
the spread between deals.
"""

from collections.abc import Sequence

import numpy as np
from scipy.special import stdtrit

from hofspiele.envs.core.estimates import Estimate as Estimate


def estimate_mean(values: np.ndarray) -> Estimate:
    """Return the mean of (deals, games) values with a 95 % interval from the deals' means.

    The interval uses Student's t distribution and needs at least two deals.
    """
    by_deal = values.mean(1)
    mean = float(by_deal.mean())
    half = _quantile(0.95, len(by_deal) - 1) * _standard_error(by_deal)
    return Estimate(mean, mean - half, mean + half)


def estimate_share(shares: np.ndarray, confidence: float = 0.95) -> Estimate:
    """Return the mean of (deals, games) values in [0, 1] with a Wilson interval.

    The interval uses an effective number of games: the number of independent games that would have
    the observed standard error. The quantile of Student's t accounts for the uncertainty of this
    error, with twice the degrees of freedom of a normal sample, because part of the variance
    follows from the mean. With 5 or more deals, 95 to 96 % of these intervals contain the true
    share, averaged over cases with 2 to 6 players (tests simulate some). In some cases with 5 deals
    and two players, where few means are possible, the coverage is 92 to 99 %.

    With fewer deals, the interval is too wide. It is also too wide if all deals have the same mean,
    for example because wins and losses cancel out within each deal: it then uses the actual number
    of games.
    """
    by_deal = shares.mean(1)
    mean = float(by_deal.mean())
    if len(by_deal) < 2:
        return Estimate(mean, 0.0, 1.0)  # A single deal gives no information about the spread.
    error = _standard_error(by_deal)
    games = mean * (1 - mean) / error**2 if error > 0 else float(shares.size)
    z = _quantile(confidence, 2 * (len(by_deal) - 1))
    centre = (mean + z**2 / (2 * games)) / (1 + z**2 / games)
    half = z / (1 + z**2 / games) * np.sqrt(mean * (1 - mean) / games + z**2 / (4 * games**2))
    low, high = max(0.0, float(centre - half)), min(1.0, float(centre + half))
    return Estimate(mean, min(mean, low), max(mean, high))


def mean_of(estimates: Sequence[Estimate]) -> Estimate:
    """Return the mean of independent estimates.

    The ends of the interval follow from the distances of the given ends from their means (Zou and
    Donner, "Construction of confidence limits about effect measures", Statistics in Medicine 2008).
    Tests simulate how often the interval contains the true mean.
    """
    mean, low, high = np.array([(e.mean, e.low, e.high) for e in estimates]).T
    below, above = (np.linalg.norm(end - mean) / len(mean) for end in (low, high))
    centre = float(mean.mean())
    return Estimate(centre, centre - float(below), centre + float(above))


def _quantile(confidence: float, degrees_of_freedom: int) -> float:
    """Return the half-width of the interval at `confidence`, in standard errors."""
    return float(stdtrit(degrees_of_freedom, 0.5 + confidence / 2))


def _standard_error(by_deal: np.ndarray) -> float:
    return float(by_deal.std(ddof=1) / np.sqrt(len(by_deal)))
