"""Rates of several contenders, measured in turns, so that a busy machine slows all of them."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

Show = Callable[[str], None]


class Contender(NamedTuple):
    """A program whose speed is measured."""

    name: str  # in tables
    play: Callable[[], int]  # plays for a short time and returns the number of decisions


class Spread(NamedTuple):
    """A value and its range: lowest to highest sample, an interval, or lower to upper bound."""

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
        """The median, lowest and highest rate of the rounds."""
        return Spread(median(self.per_round), min(self.per_round), max(self.per_round))


def ratio(ours: Rates, theirs: Rates) -> Spread:
    """Return the ratio of the medians, with the lowest and highest ratio within one round."""
    by_round = [a / b for a, b in zip(ours.per_round, theirs.per_round, strict=True)]
    return Spread(ours.spread.value / theirs.spread.value, min(by_round), max(by_round))


def take_turns(
    contenders: Sequence[Contender], rounds: int, seconds: float, show: Show
) -> dict[str, Rates]:
    """Run all contenders in turns (A B C A B C …) of at least `seconds`; return rates by name.

    Before the first of all `rounds`, each contender is called once as a warm-up. `show` is called
    before each turn with a text that names the contender.
    """
    for contender in contenders:
        show(f"warm-up: {contender.name}")
        contender.play()
    rates = {contender.name: Rates(contender.name, []) for contender in contenders}
    for number in range(rounds):
        for contender in contenders:
            show(f"round {number + 1} of {rounds}: {contender.name}")
            rates[contender.name].per_round.append(_rate(contender, seconds))
    return rates


def _rate(contender: Contender, seconds: float) -> float:
    decisions = 0
    start = time.perf_counter()
    while True:
        decisions += contender.play()
        taken = time.perf_counter() - start
        if taken >= seconds:
            return decisions / taken
