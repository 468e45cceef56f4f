"""A second implementation of the scorings, from written positions, as reference for the kernels."""

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from tests.kardinal.scenario import BOARD, MONASTERIES

COUNTRY_OF = {name: country for country, names in MONASTERIES.items() for name in names}

Shown = Mapping[str, Any]


def abbeys_in(shown: Shown, country: str) -> list[int]:
    """Return the abbeys of each seat in a country."""
    owners = [seat for name, seat in shown["abbeys"].items() if COUNTRY_OF[name] == country]
    return [owners.count(seat) for seat in range(shown["num_players"])]


def country_points(counts: list[int]) -> list[int]:
    """Return what a country scores each seat, by the ranks of its numbers of abbeys."""
    ranks = sorted({*counts} - {0}, reverse=True)
    by_count = {0: 0}
    if ranks:
        by_count[ranks[0]] = sum(counts)
    for better, own in pairwise(ranks):
        by_count[own] = better
    return [by_count[count] for count in counts]


def abbey_points(shown: Shown, seat: int, *, final: bool) -> int:
    """Return the points of abbeys of `seat` in the interim or the final scoring."""
    total = 0
    for country in MONASTERIES:
        points = country_points(abbeys_in(shown, country))[seat]
        doubled = final and shown["cloister_table"].get(country) == seat
        total += points * (2 if doubled else 1)
    return total


def advisors_in(shown: Shown, country: str) -> list[int]:
    """Return the advisors of each seat in a country."""
    return shown["advisors"].get(country, [0] * shown["num_players"])


def alliance_points(shown: Shown, alliance: tuple[str, str], seat: int) -> int:
    """Return the points of `seat` for an alliance."""
    points = 0
    for country in alliance:
        seated = advisors_in(shown, country)
        if not seated[seat] or seated[seat] < max(seated):
            return 0
        points += sum(seated) * (2 if shown["council_table"].get(country) == seat else 1)
    return points


def advisor_points(shown: Shown, seat: int) -> int:
    """Return the points of `seat` for all alliances."""
    return sum(alliance_points(shown, alliance, seat) for alliance in BOARD.alliances)


def gain_on_mean(before: list[int], after: list[int], seat: int) -> float:
    """Return how much more `seat` gains than the mean of the others."""
    changes = [now - then for now, then in zip(after, before, strict=True)]
    own = changes.pop(seat)
    return own - sum(changes) / len(changes)


def abbey_gain(shown: Shown, country: str, seat: int) -> float:
    """Return what one more abbey of `seat` in a country gains in one scoring."""
    before = abbeys_in(shown, country)
    after = [count + (other == seat) for other, count in enumerate(before)]
    return gain_on_mean(country_points(before), country_points(after), seat)


def advisor_gain(shown: Shown, country: str, seat: int) -> float:
    """Return what one more advisor of `seat` in a country gains."""
    seats = range(shown["num_players"])
    seated = [*advisors_in(shown, country)]
    seated[seat] += 1
    then = {**shown, "advisors": {**shown["advisors"], country: seated}}
    points = [[advisor_points(position, other) for other in seats] for position in (shown, then)]
    return gain_on_mean(*points, seat)


def chain_points(shown: Shown, seat: int) -> int:
    """Return the points of `seat` for chains."""
    own = {name for name, owner in shown["abbeys"].items() if owner == seat}
    return best_chains([road for road in BOARD.roads if own.issuperset(road)])


def final_points(shown: Shown, seat: int) -> int:
    """Return the points of `seat` in the final scoring."""
    abbeys = abbey_points(shown, seat, final=True)
    return abbeys + advisor_points(shown, seat) + chain_points(shown, seat)


def best_chains(roads: list[tuple[str, str]]) -> int:
    """Return the most places on these roads that disjoint paths of at least four places can cover.

    Each road in turn is left out or taken. The roads before matter only by a few facts on every
    place that still has roads to come: whether it lies inside a path or ends one, and then how long
    this path is (up to four) and where its other end is. Equal cases are merged, and the best is
    kept.
    """
    roads = _side_by_side(roads)
    last_road = {place: number for number, road in enumerate(roads) for place in road}
    cases: dict[frozenset, int] = {frozenset(): 0}
    for number, (one, other) in enumerate(roads):
        following: dict[frozenset, int] = {}
        for case, covered in cases.items():
            # Each place has the other end and the length of its path, or None inside of a path.
            ends = dict(case)
            for place in (one, other):
                ends.setdefault(place, (place, 1))
            ways = [(ends, covered)]
            if ends[one] and ends[other] and ends[one][0] != other:
                ways.append(_joined(ends, covered, one, other))
            for way, points in ways:
                kept = frozenset(
                    (place, _without_gone(end, last_road, number))
                    for place, end in way.items()
                    if last_road[place] > number
                )
                following[kept] = max(following.get(kept, 0), points)
        cases = following
    return max(cases.values())


# The other end of a path is GONE if it has no roads to come.
GONE = None


def _side_by_side(roads: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the roads in an order in which few places have roads both before and to come."""
    order: list[tuple[str, str]] = []
    left = [*roads]
    while left:
        done = {place for road in order for place in road}
        to_come = Counter(place for road in left for place in road)
        costs = [sum((p not in done) - (to_come[p] == 1) for p in road) for road in left]
        order.append(left.pop(costs.index(min(costs))))
    return order


def _joined(ends: dict, covered: int, one: str, other: str) -> tuple[dict, int]:
    (start, before), (goal, after) = ends[one], ends[other]
    length = before + after
    gained = _chain(length) - _chain(before) - _chain(after)
    ends = {**ends, one: None, other: None}
    for end, far in ((start, goal), (goal, start)):
        if end is not GONE:
            ends[end] = (far, min(length, 4))
    return ends, covered + gained


def _chain(length: int) -> int:
    return length if length >= 4 else 0


def _without_gone(end: tuple | None, last_road: dict, number: int) -> tuple | None:
    if end is None:
        return None
    far, length = end
    return GONE if far is GONE or last_road[far] <= number else far, length
