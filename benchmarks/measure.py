"""Rates of several contenders, measured in turns so that a busy machine slows all of them alike."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

Show = Callable[[str], None]


class Contender(NamedTuple):
    """Something that can play.

    Attributes:
        name: its name in tables.
        play: a function that plays whole games, at least one, for the given number of seconds and
            returns the number of decisions.
    """

    name: str
    play: Callable[[float], int]


class Spread(NamedTuple):
    """A figure with the lowest and the highest of the values it was made from."""

    value: float
    low: float
    high: float


@dataclass
class Rates:
    """Decisions (or steps) per second of one contender, round by round."""

    name: str
    per_round: list[float]

    @property
    def spread(self) -> Spread:
        """The median of the rounds."""
        return Spread(median(self.per_round), min(self.per_round), max(self.per_round))


def ratio(ours: Rates, theirs: Rates) -> Spread:
    """Return the ratio of the medians, with the lowest and highest ratio within one round."""
    by_round = [a / b for a, b in zip(ours.per_round, theirs.per_round, strict=True)]
    return Spread(ours.spread.value / theirs.spread.value, min(by_round), max(by_round))


def ratio_of_best(ours: Rates, theirs: Rates) -> Spread:
    """Return the ratio of the best rounds, with the lowest and highest ratio within one round.

    The best rounds are those that other work on the machine disturbed least.
    """
    spread = ratio(ours, theirs)
    return spread._replace(value=max(ours.per_round) / max(theirs.per_round))


def speed_up(two: Rates, one: Rates, limit_two: Rates, limit_one: Rates) -> Spread:
    """Return which share of the speed-up of `limit` two threads reach: of medians, by rounds."""
    ours, limit = ratio(two, one), ratio(limit_two, limit_one)
    rounds = zip(
        two.per_round, one.per_round, limit_two.per_round, limit_one.per_round, strict=True
    )
    shares = [(a / b) / (c / d) for a, b, c, d in rounds]
    return Spread(ours.value / limit.value, min(shares), max(shares))


def take_turns(
    contenders: Sequence[Contender],
    rounds: int,
    seconds: float,
    show: Show,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, Rates]:
    """Let all contenders play in turns (A B C A B C …), after a warm-up of one game each.

    Args:
        contenders: contenders with different names.
        rounds: number of turns of each.
        seconds: length of a turn.
        show: a function that is called with the name of the contender whose turn begins.
        clock: a function that returns seconds.

    Returns:
        Rates by name.
    """
    for contender in contenders:
        show(f"warm-up: {contender.name}")
        contender.play(0.0)
    rates = {contender.name: Rates(contender.name, []) for contender in contenders}
    for number in range(rounds):
        for contender in contenders:
            show(f"round {number + 1} of {rounds}: {contender.name}")
            start = clock()
            decisions = contender.play(seconds)
            rates[contender.name].per_round.append(decisions / (clock() - start))
    return rates
