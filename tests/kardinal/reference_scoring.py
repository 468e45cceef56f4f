"""The scorings once more, from written positions alone: what the kernels are compared with."""

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from tests.kardinal.scenario import BOARD, MONASTERIES

COUNTRY_OF = {name: country for country, names in MONASTERIES.items() for name in names}

Shown = Mapping[str, Any]


def abbeys_in(shown: Shown, country: str) -> list[int]:
    """Abbeys of each seat in a country."""
    owners = [seat for name, seat in shown["abbeys"].items() if COUNTRY_OF[name] == country]
    return [owners.count(seat) for seat in range(shown["num_players"])]


def country_points(counts: list[int]) -> list[int]:
    """What a country with so many abbeys of each seat scores: by the ranks of its counts."""
    ranks = sorted({*counts} - {0}, reverse=True)
    by_count = {0: 0}
    if ranks:
        by_count[ranks[0]] = sum(counts)
    for better, own in pairwise(ranks):
        by_count[own] = better
    return [by_count[count] for count in counts]


def abbey_points(shown: Shown, seat: int, final: bool) -> int:
    """The abbeys of `seat` in the interim or the final scoring."""
    total = 0
    for country in MONASTERIES:
        points = country_points(abbeys_in(shown, country))[seat]
        doubled = final and shown["cloister_table"].get(country) == seat
        total += points * (2 if doubled else 1)
    return total


def advisors_in(shown: Shown, country: str) -> list[int]:
    """Advisors of each seat in a country."""
    return shown["advisors"].get(country, [0] * shown["num_players"])


def alliance_points(shown: Shown, alliance: tuple[str, str], seat: int) -> int:
    """What an alliance scores `seat`."""
    points = 0
    for country in alliance:
        seated = advisors_in(shown, country)
        if not seated[seat] or seated[seat] < max(seated):
            return 0
        points += sum(seated) * (2 if shown["council_table"].get(country) == seat else 1)
    return points


def advisor_points(shown: Shown, seat: int) -> int:
    """All alliances of `seat`."""
    return sum(alliance_points(shown, alliance, seat) for alliance in BOARD.alliances)


def gain_on_mean(before: list[int], after: list[int], seat: int) -> float:
    """By how much `seat` gains more than the mean of the others."""
    changes = [now - then for now, then in zip(after, before, strict=True)]
    own = changes.pop(seat)
    return own - sum(changes) / len(changes)


def abbey_gain(shown: Shown, country: str, seat: int) -> float:
    """What one more abbey of `seat` in a country gains in one scoring."""
    before = abbeys_in(shown, country)
    after = [count + (other == seat) for other, count in enumerate(before)]
    return gain_on_mean(country_points(before), country_points(after), seat)


def advisor_gain(shown: Shown, country: str, seat: int) -> float:
    """What one more advisor of `seat` in a country gains."""
    seats = range(shown["num_players"])
    seated = [*advisors_in(shown, country)]
    seated[seat] += 1
    then = {**shown, "advisors": {**shown["advisors"], country: seated}}
    points = [[advisor_points(position, other) for other in seats] for position in (shown, then)]
    return gain_on_mean(*points, seat)


def chain_points(shown: Shown, seat: int) -> int:
    """The chains of `seat`."""
    own = {name for name, owner in shown["abbeys"].items() if owner == seat}
    return best_chains([road for road in BOARD.roads if own.issuperset(road)])


def final_points(shown: Shown, seat: int) -> int:
    """All that the final scoring gives `seat`."""
    abbeys = abbey_points(shown, seat, final=True)
    return abbeys + advisor_points(shown, seat) + chain_points(shown, seat)


def best_chains(roads: list[tuple[str, str]]) -> int:
    """The most places on these roads that disjoint paths of at least four places can cover.

    Road by road each is left out or taken. What matters of the roads before is only, for every
    place that still has roads to come, at the other end of which path it is, how long that is
    (up to four), or that it lies inside one: equal cases are merged, and the best is kept.
    """
    roads = _side_by_side(roads)
    last_road = {place: number for number, road in enumerate(roads) for place in road}
    cases: dict[frozenset, int] = {frozenset(): 0}
    for number, (one, other) in enumerate(roads):
        following: dict[frozenset, int] = {}
        for case, covered in cases.items():
            ends = dict(case)  # place → (other end, length), or None inside of a path
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


GONE = None  # the other end has no roads to come


def _side_by_side(roads: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The roads in an order in which few places have roads both before and to come."""
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
