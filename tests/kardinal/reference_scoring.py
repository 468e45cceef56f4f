"""A second implementation of the scorings, from written positions, as reference for the kernels."""

import functools
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from tests.kardinal.scenario import BOARD, MONASTERIES

SHORTEST = 4
COUNTRY_OF = {name: country for country, names in MONASTERIES.items() for name in names}

Shown = Mapping[str, Any]


def abbeys_in(shown: Shown, country: str) -> list[int]:
    """Return the abbeys of each seat in a country."""
    owners = [seat for name, seat in shown["abbeys"].items() if COUNTRY_OF[name] == country]
    return [owners.count(seat) for seat in range(shown["num_players"])]


def country_points(counts: list[int]) -> list[int]:
    """Return the points of each seat in a country, given the seats' numbers of abbeys."""
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


def pieces_of(shown: Shown, seat: int) -> tuple[int, int]:
    """Return how many abbeys and advisors of `seat` are placed, in countries or in the Vatican."""
    advisors = sum(seated[seat] for seated in shown["advisors"].values())
    advisors += [*shown["cloister_table"].values(), *shown["council_table"].values()].count(seat)
    return [*shown["abbeys"].values()].count(seat), advisors


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
    """Return the gain in points of `seat` minus the mean gain of the other seats."""
    changes = [now - then for now, then in zip(after, before, strict=True)]
    own = changes.pop(seat)
    return own - sum(changes) / len(changes)


def abbey_gain(shown: Shown, country: str, seat: int) -> float:
    """Return the lead over the mean opponent that one more abbey gives `seat` in one scoring."""
    before = abbeys_in(shown, country)
    after = [count + (other == seat) for other, count in enumerate(before)]
    return gain_on_mean(country_points(before), country_points(after), seat)


def advisor_gain(shown: Shown, country: str, seat: int) -> float:
    """Return the lead over the mean opponent that one more advisor in a country gives `seat`."""
    seats = range(shown["num_players"])
    seated = [*advisors_in(shown, country)]
    seated[seat] += 1
    then = {**shown, "advisors": {**shown["advisors"], country: seated}}
    points = [[advisor_points(position, other) for other in seats] for position in (shown, then)]
    return gain_on_mean(*points, seat)


def chain_points(shown: Shown, seat: int) -> int:
    """Return the points of `seat` for chains."""
    own = {name for name, owner in shown["abbeys"].items() if owner == seat}
    return best_chains(frozenset(road for road in BOARD.roads if own.issuperset(road)))


def final_points(shown: Shown, seat: int) -> int:
    """Return the points of `seat` in the final scoring."""
    abbeys = abbey_points(shown, seat, final=True)
    return abbeys + advisor_points(shown, seat) + chain_points(shown, seat)


@functools.cache
def best_chains(roads: frozenset[tuple[str, str]]) -> int:
    """Return the maximum number of places that disjoint paths of at least four places can cover.

    Paths are bit sets of places. The search tries, for the lowest place that is left, every path
    that contains it, and no path.
    """
    places = sorted({place for road in roads for place in road})
    neighbours: dict[int, list[int]] = {1 << number: [] for number in range(len(places))}
    for road in roads:
        one, other = (1 << places.index(place) for place in road)
        neighbours[one].append(other)
        neighbours[other].append(one)
    paths_by_lowest = defaultdict(list)
    for path in {path for place in neighbours for path in _paths(neighbours, place, place)}:
        paths_by_lowest[path & -path].append(path)

    @functools.cache
    def best(left: int) -> int:
        if left.bit_count() < SHORTEST:
            return 0
        lowest = left & -left
        within = [path for path in paths_by_lowest[lowest] if path & ~left == 0]
        return max(
            [best(left - lowest), *(path.bit_count() + best(left - path) for path in within)]
        )

    return best((1 << len(places)) - 1)


def _paths(neighbours: Mapping[int, list[int]], end: int, path: int) -> Iterator[int]:
    if path.bit_count() >= SHORTEST:
        yield path
    for following in neighbours[end]:
        if not path & following:
            yield from _paths(neighbours, following, path | following)
