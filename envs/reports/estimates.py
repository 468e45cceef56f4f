"""Means with confidence intervals.

Deals of a match are independent, but games on the same deal are not. The intervals of
`estimate_mean` and `estimate_share` are therefore computed from the spread between deals, and are
also valid for few deals.
"""

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

# Half-width of a normal interval at 95 %, in standard errors.
_NORMAL = 1.96
# More degrees of freedom change the quantiles at 95 and 99 % by at most 2 in 10,000.
_MOST_DEGREES = 10_000


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


def estimate_mean(values: np.ndarray) -> Estimate:
    """Return the mean of (deals, games) values with a 95 % interval from the deals' means.

    The interval uses Student's t distribution. A single deal gives no information about the spread,
    so its interval is infinite.
    """
    by_deal = values.mean(1)
    mean = float(by_deal.mean())
    if len(by_deal) < 2:
        return Estimate(mean, -math.inf, math.inf)
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

    With fewer deals, the interval is too wide; with one, it is [0, 1]. It is also too wide if all
    deals have the same mean, for example because wins and losses cancel out within each deal: it
    then uses the actual number of games.
    """
    by_deal = shares.mean(1)
    mean = float(by_deal.mean())
    if len(by_deal) < 2:
        return Estimate(mean, 0.0, 1.0)
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


@functools.lru_cache(10_000)
def _quantile(confidence: float, degrees: int) -> float:
    """Return the half-width of Student's t interval, in standard errors.

    For whole degrees of freedom, the probability of |t| < √n tan θ is a finite sum of powers of
    cos θ (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4). Bisection
    finds the θ at which it is `confidence`.
    """
    degrees = min(degrees, _MOST_DEGREES)
    odd = degrees % 2
    powers = np.arange(degrees // 2)
    ratios = (2 * powers[1:] - 1 + odd) / (2 * powers[1:] + odd)
    factors = np.cumprod(np.append(1.0, ratios))[: len(powers)]
    low, high = 0.0, math.pi / 2
    while (angle := (low + high) / 2) not in (low, high):
        terms = factors * math.cos(angle) ** (2 * powers + odd)
        inside = math.sin(angle) * float(terms.sum())
        if odd:
            inside = 2 / math.pi * (angle + inside)
        low, high = (angle, high) if inside < confidence else (low, angle)
    return math.sqrt(degrees) * math.tan(angle)


def _standard_error(by_deal: np.ndarray) -> float:
    return float(by_deal.std(ddof=1) / np.sqrt(len(by_deal)))
