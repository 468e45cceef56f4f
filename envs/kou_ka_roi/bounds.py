"""Bounds on the cards and points of one seat, which scale the observations."""

from itertools import product

import numpy as np

from hofspiele.envs.kou_ka_roi.components import CARDS_PER_ROW, Components, Setup
from hofspiele.envs.kou_ka_roi.points import (
    CATEGORIES,
    CHURCHES,
    FARM,
    KNIGHTS,
    churches_points,
    farm_points,
    knights_points,
)
from hofspiele.envs.kou_ka_roi.rules import FIRST_SCORING_CARDS


def most_cards(components: Components) -> int:
    """Return the maximum number of cards that a seat can collect, for any number of players."""
    turns = (_most_turns(players, setup) for players, setup in components.setups.items())
    return CARDS_PER_ROW * max(turns)


def _most_turns(players: int, setup: Setup) -> int:
    """Return the number of turns if each turn draws as few cards from the pile as possible.

    A turn empties at least one row per player, or all rows except one.
    """
    pile = setup.cards - CARDS_PER_ROW * setup.rows
    least_drawn = CARDS_PER_ROW * min(players, setup.rows - 1)
    refills = max(1, -(-pile // least_drawn))
    return refills + 1


def most_points(components: Components) -> int:
    """Return a bound on the points of a seat in both scorings together."""
    at_first_scoring = FIRST_SCORING_CARDS - 1 + CARDS_PER_ROW
    return _most_points_with(at_first_scoring, components) + _most_points_with(
        most_cards(components), components
    )


def _most_points_with(cards: int, components: Components) -> int:
    """Return a bound on the points that a seat with `cards` cards gets in one scoring."""
    best = np.zeros(cards + 1, np.int64)
    for _, curve in _points_by_count(components):
        without = best.copy()
        for count, points in enumerate(curve[: cards + 1]):
            best[count:] = np.maximum(best[count:], without[: cards + 1 - count] + points)
    return int(best[-1])


def most_in_categories(components: Components) -> list[int]:
    """Return the points in each of `CATEGORIES` that a seat with all cards would get."""
    most = [0] * len(CATEGORIES)
    for category, curve in _points_by_count(components):
        most[category] += curve[-1]
    return most


def most_gain(components: Components) -> int:
    """Return a bound on the points that a row adds: cards per row times the maximum per card."""
    steps = [step for _, curve in _points_by_count(components) for step in np.diff(curve)]
    overtaking = [
        knights_points(own + 1, own + 1) - knights_points(own, own + 1)
        for own in range(components.copies_of("knight") // 2)
    ]
    third_of_a_trio = farm_points(1, 1, 1) - farm_points(0, 1, 1)
    return CARDS_PER_ROW * int(max(*steps, *overtaking, third_of_a_trio))


def _points_by_count(components: Components) -> list[tuple[int, list[int]]]:
    """Return the category of each kind, and its maximum points with 0, 1, 2 … cards.

    Kinds that score by comparison or in groups have only zeros there; the points of churches, of
    knights and of the three kinds of the farm together follow in three more entries.
    """
    copies = components.copies_of
    alone = [
        (kind.category, [kind.points_alone(count) for count in range(kind.copies + 1)])
        for kind in components.kinds
    ]
    churches = [churches_points(count, 0) for count in range(copies("church") + 1)]
    knights = [knights_points(count, 0) for count in range(copies("knight") + 1)]
    farm = [0] * (copies("farmer") + copies("wife") + copies("farmhouse") + 1)
    for cards in product(*(range(copies(kind) + 1) for kind in ("farmer", "wife", "farmhouse"))):
        farm[sum(cards)] = max(farm[sum(cards)], farm_points(*cards))
    return [*alone, (CHURCHES, churches), (KNIGHTS, knights), (FARM, farm)]
