"""What actions point at: monasteries, seals, cards."""

from hofspiele.envs.kardinal.actions import (
    ABBEY,
    ADVISOR,
    EXCHANGE,
    FACE_UP,
    NONE,
    PILE,
    PLACE_NAMES,
    Action,
)
from hofspiele.envs.kardinal.components import Board

THE_PILE = "pile"


def monastery(name: str) -> str:
    """Where an abbey goes."""
    return f"monastery {name}"


def seal_of(country: str) -> str:
    """The seal of a country on the map."""
    return f"seal of {country}"


def seat_at(table: str, country: str) -> str:
    """The seal of a country on a table of the Vatican, which is named as in `PLACE_NAMES`."""
    return f"{table} {country}"


def face_up(place: int) -> str:
    """The place of a face-up card, counted from 0."""
    return f"face-up {place + 1}"


def card_in_hand(colour: str, number: int) -> str:
    """A card in one's hand, counted from 1 among those of its colour."""
    return f"card {colour} {number}"


def marks(board: Board, action: Action) -> frozenset[str]:
    """The targets of an action: where a piece goes, and the cards that are paid or exchanged."""
    cards = 1 if action.kind == EXCHANGE else action.cards
    targets = [card_in_hand(board.colours[action.colour], card + 1) for card in range(cards)]
    if action.kind == ABBEY:
        targets.append(monastery(board.monasteries[action.place].name))
    elif action.kind == ADVISOR:
        targets.append(seal_of(board.countries[action.place]))
    elif action.kind == FACE_UP:
        targets.append(face_up(action.place))
    elif action.kind == PILE:
        targets.append(THE_PILE)
    elif action.place != NONE:
        targets.append(seat_at(PLACE_NAMES[action.kind], board.countries[action.place]))
    return frozenset(targets)
