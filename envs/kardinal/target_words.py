"""Descriptions of targets and alliances, also for people who see no picture."""

from collections.abc import Mapping, Sequence
from typing import Any

from hofspiele.envs.core.text.words import counted
from hofspiele.envs.kardinal.actions import CLOISTER_TABLE, COUNCIL_TABLE, PLACE_NAMES
from hofspiele.envs.kardinal.components import FACE_UP_CARDS, Board
from hofspiele.envs.kardinal.pointing import (
    PILE_TARGET,
    face_up_target,
    monastery_target,
    seal_target,
    vatikan_seal_target,
)
from hofspiele.envs.pictures.names import Names


def describe_targets(board: Board, position: Mapping[str, Any], names: Names) -> dict[str, str]:
    """Return descriptions of all targets outside the hand with their contents, keyed by target."""
    words = {PILE_TARGET: f": {counted(position['pile'], 'card')}"}
    for place in range(FACE_UP_CARDS):
        words[face_up_target(place)] = f": {position['face_up'][place] or 'empty'}"
    for country in board.countries:
        words[seal_target(country)] = f": {_advisors(board, position, country, names)}"
        for monastery in board.monasteries_of(country):
            owner = position["abbeys"].get(monastery.name)
            abbey = "empty" if owner is None else f"abbey of {names.of(owner)}"
            words[monastery_target(monastery.name)] = f" in {country}: {abbey}"
    for kind in (CLOISTER_TABLE, COUNCIL_TABLE):
        table = PLACE_NAMES[kind]
        owners = position[table.replace(" ", "_")]
        for country in board.countries:
            owner = owners.get(country)
            words[vatikan_seal_target(table, country)] = (
                ": empty" if owner is None else f": advisor of {names.of(owner)}"
            )
    return {target: f"{target}{contents}" for target, contents in words.items()}


def open_seats(board: Board, position: Mapping[str, Any], country: str) -> int:
    """Return how many advisors a seal still takes.

    In total it takes as many advisors as the largest number of abbeys that one player has there.
    """
    owners = [
        position["abbeys"][place.name]
        for place in board.monasteries_of(country)
        if place.name in position["abbeys"]
    ]
    most = max(map(owners.count, owners), default=0)
    return most - sum(position["advisors"].get(country, ()))


def _advisors(board: Board, position: Mapping[str, Any], country: str, names: Names) -> str:
    seated = position["advisors"].get(country, ())
    advisors = [
        f"{counted(of, 'advisor')} of {names.of(seat)}" for seat, of in enumerate(seated) if of
    ]
    room = open_seats(board, position, country)
    return ", ".join([*advisors, f"{counted(room, 'place')} still open"])


# --- alliances ----------------------------------------------------------------------------------


def leaders(position: Mapping[str, Any], country: str) -> set[int]:
    """Return the seats with the most advisors in a country, or an empty set if it has none."""
    seated = position["advisors"].get(country, ())
    return {seat for seat, count in enumerate(seated) if count and count == max(seated)}


def leaders_of_both(position: Mapping[str, Any], countries: Sequence[str]) -> list[int]:
    """Return the seats that lead in both countries of an alliance, in ascending order."""
    one, other = (leaders(position, country) for country in countries)
    return sorted(one & other)


def describe_alliance(
    position: Mapping[str, Any], number: int, countries: Sequence[str], names: Names
) -> str:
    """Return a sentence about who leads in both countries of an alliance."""
    seats = leaders_of_both(position, countries)
    advisors = {country: sum(position["advisors"][country]) for country in countries}
    lead = "has" if len(seats) == 1 else "have"
    doubled = [
        f"; {names.of(owner)} counts the {of} of {country} twice (council table)"
        for country, of in advisors.items()
        if (owner := position["council_table"].get(country)) in seats
    ]
    return (
        f"alliance {number}, {'–'.join(countries)}: {names.of(*seats)} {lead} the most advisors in "
        f"both and would score all {sum(advisors.values())} at the end{''.join(doubled)}"
    )
