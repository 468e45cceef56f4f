"""Words for people: meanings of symbols, explanations, actions, targets and alliances."""

from collections.abc import Mapping, Sequence
from typing import Any

from hofspiele.envs.core.text.words import counted
from hofspiele.envs.kardinal import actions, pointing
from hofspiele.envs.kardinal.actions import CLOISTER_TABLE, COUNCIL_TABLE, PLACE_NAMES
from hofspiele.envs.kardinal.components import Board
from hofspiele.envs.pictures.scene import Names

MONASTERY = "a free monastery, a place for an abbey"
ABBEY = "an abbey, which counts for the majority in its country and for chains"
ROAD = "a road; four or more abbeys of a player along roads are a chain"
SEAL = "the seal of a country, where advisors stand"
ADVISOR = "advisors, which count for alliances"
OPEN_SEAT = (
    "free places for advisors; all advisors in a country together can't outnumber the abbeys of "
    "the player who has the most there"
)
ARC = "an alliance, in the colours of the players who would score it"
ALLIANCE = (
    "a player with the most advisors in each of the two countries scores all advisors in both at "
    "the end"
)
CARD = (
    "pays for one piece in a country that it names; two cards of one colour pay for one piece in "
    "any country"
)
HIDDEN_CARD = "a card that you cannot see"
PILE = "the draw pile: abbeys score when it is used up for the first time, and again at the end"
DISCARDS = "cards that were paid or exchanged; at the end of the first pile they become the second"
RING = "placed by the last decision, or earlier in this turn"
OPEN_COLUMN = "an advisor may still come here: each column takes one advisor"
CLOSED = "closed, because another seal of this column has an advisor"
TABLES = {
    "cloister table": (
        "the owner of this seal counts the points for abbeys in this country twice at the end"
    ),
    "council table": "the owner of this seal counts the advisors in this country twice at the end",
}
TABLE_SCORES = {"cloister table": "abbeys twice", "council table": "advisors twice"}
PLAYER = "the player whose cards and pieces these are"
CATEGORIES = {
    "abbeys": "points for majorities of abbeys; beside them is the number of abbeys left to place",
    "advisors": "points for alliances; beside them is the number of advisors left to place",
    "chains": "one point for each abbey in a chain of four or more along roads",
    "total": "the points if the game ended now",
}

# Explanations of decisions for people who play for the first time.
EXPLAIN_PLACE = (
    "Touch a framed monastery to build an abbey, or a framed seal to send an advisor; then touch "
    "the card that pays for it. You score for the most abbeys in a country, the most advisors in "
    "two allied countries, and abbeys in a row along roads. To exchange a card instead, touch "
    "only that card."
)
EXPLAIN_VATIKAN = (
    " To place an advisor on a seal of the Vatican, pay two cards of the same colour that do not "
    "name the seal's country."
)
EXPLAIN_PLACE_AGAIN = (
    "You may place a second piece in the same way, or stop. You keep the cards that you do not "
    "use for payment; when you draw, you replace the cards that you have paid."
)
EXPLAIN_DRAW = (
    "Touch a face-up card or the pile to draw a card. Two cards of the same colour are good to "
    "have, because they pay for a piece in any country."
)


# The words for each kind of action: in prompts, with details, and with details once it is done.
WORDS = {
    actions.ABBEY: (
        "place an abbey", "place an abbey on {at} in {country}", "placed an abbey on {at}",
    ),
    actions.ADVISOR: ("place an advisor", "place an advisor in {at}", "placed an advisor in {at}"),
    actions.CLOISTER_TABLE: (
        "place an advisor on the cloister table", "place an advisor on the cloister table ({at})",
        "placed an advisor on the cloister table ({at})",
    ),
    actions.COUNCIL_TABLE: (
        "place an advisor on the council table", "place an advisor on the council table ({at})",
        "placed an advisor on the council table ({at})",
    ),
    actions.END: ("stop placing", "stop placing", "stopped placing"),
    actions.EXCHANGE: ("exchange a card", "exchange {colour}", "exchanged {colour}"),
    actions.FACE_UP: (
        "take a face-up card", "take the face-up card {at}", "took the face-up card {at}",
    ),
    actions.PILE: ("draw from the pile", "draw from the pile", "drew from the pile"),
    actions.PASS: ("pass", "pass", "passed"),
}  # fmt: skip


def describe_targets(board: Board, position: Mapping[str, Any], names: Names) -> dict[str, str]:
    """Return descriptions of all targets outside the hand with their contents, keyed by target."""
    words = {pointing.PILE_TARGET: f": {counted(position['pile'], 'card')}"}
    for place in range(board.face_up_cards):
        words[pointing.face_up_target(place)] = f": {position['face_up'][place] or 'empty'}"
    for country in board.countries:
        words[pointing.seal_target(country)] = f": {_advisors(board, position, country, names)}"
        for monastery in board.monasteries_of(country):
            owner = position["abbeys"].get(monastery.name)
            abbey = "empty" if owner is None else f"abbey of {names.of(owner)}"
            words[pointing.monastery_target(monastery.name)] = f" in {country}: {abbey}"
    for kind in (CLOISTER_TABLE, COUNCIL_TABLE):
        table = PLACE_NAMES[kind]
        owners = position[table.replace(" ", "_")]
        for country in board.countries:
            owner = owners.get(country)
            words[pointing.vatikan_seal_target(table, country)] = (
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
