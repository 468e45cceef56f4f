"""The action space, derived from the board: placements with payments, and all other actions.

To place a piece in a country, a player pays one card of a colour that names it, or a joker: two
cards of the same colour (KK-2). A seal of the Vatican must be paid for with a joker whose colour
does not name the seal's country.
"""

from itertools import chain
from typing import NamedTuple

from hofspiele.envs.kardinal.components import TABLES, Board

ABBEY, ADVISOR, CLOISTER_TABLE, COUNCIL_TABLE, END, EXCHANGE, FACE_UP, PILE, PASS = range(9)

PLACE_KINDS = (ABBEY, ADVISOR, CLOISTER_TABLE, COUNCIL_TABLE)
PLACE_NAMES = ("abbey", "advisor", "cloister table", "council table")
NONE = -1
# The name of the action that draws from the pile, and the common beginning of the names of actions
# that take a face-up card.
PILE_NAME, FACE_UP_NAME = "draw pile", "draw face-up "


class Action(NamedTuple):
    """An action."""

    kind: int  # ABBEY … PASS
    place: int  # monastery (ABBEY), country (other placements), face-up card (FACE_UP), or NONE
    cards: int  # number of cards paid: 1, 2 (a joker), or 0 if the action is not a placement
    colour: int  # colour paid or exchanged, or NONE
    name: str  # name in written games


def all_actions(board: Board) -> list[Action]:
    """Return all actions in the order of their indices."""
    actions = []
    for place, monastery in enumerate(board.monasteries):
        actions += _placements(board, ABBEY, place, monastery.name, monastery.country)
    for place, country in enumerate(board.countries):
        actions += _placements(board, ADVISOR, place, country, country)
    for kind, table in zip((CLOISTER_TABLE, COUNCIL_TABLE), TABLES, strict=True):
        for country in chain(*board.vatikan[table]):
            place = board.countries.index(country)
            actions += _placements(board, kind, place, country, country)
    actions.append(Action(END, NONE, 0, NONE, "end placing"))
    for colour, name in enumerate(board.colours):
        actions.append(Action(EXCHANGE, NONE, 0, colour, f"exchange {name}"))
    for card in range(board.face_up_cards):
        actions.append(Action(FACE_UP, card, 0, NONE, f"{FACE_UP_NAME}{card + 1}"))
    actions.append(Action(PILE, NONE, 0, NONE, PILE_NAME))
    actions.append(Action(PASS, NONE, 0, NONE, "pass"))
    return actions


def _placements(board: Board, kind: int, place: int, name: str, country: str) -> list[Action]:
    actions = []
    for cards in (1, 2):
        for colour, paid in enumerate(board.colours):
            by_joker = cards == 2
            if kind in (CLOISTER_TABLE, COUNCIL_TABLE):
                pays = by_joker and not board.names_country(paid, country)
            else:
                pays = by_joker or board.names_country(paid, country)
            if pays:
                written = f"{PLACE_NAMES[kind]} {name}, pay {cards} {paid}"
                actions.append(Action(kind, place, cards, colour, written))
    return actions
