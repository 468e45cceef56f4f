"""What actions point at: monasteries, seals, cards; and why none does."""

import functools
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from hofspiele.envs.kardinal.actions import (
    ABBEY,
    ADVISOR,
    CLOISTER_TABLE,
    COUNCIL_TABLE,
    EXCHANGE,
    FACE_UP,
    NONE,
    PILE,
    PLACE_NAMES,
    Action,
)
from hofspiele.envs.kardinal.components import FACE_UP_CARDS, Board
from hofspiele.envs.kardinal.rules import (
    allows_vatikan,
    column_taken,
    may_place_abbey,
    may_place_advisor,
    placed_in,
    was_empty,
)
from hofspiele.envs.kardinal.state import DRAW
from hofspiele.envs.pictures.canvas import numbered

THE_PILE = "pile"
_NO_ADVISOR = "you have no advisor left"


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
    """A card in one's hand, counted from 0 among those of its colour."""
    return numbered(f"card {colour}", number)


def marks(board: Board, action: Action) -> frozenset[str]:
    """The targets of an action: where a piece goes, and the cards that are paid or exchanged."""
    cards = 1 if action.kind == EXCHANGE else action.cards
    targets = [card_in_hand(board.colours[action.colour], card) for card in range(cards)]
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


# --- why no legal action points at something ---------------------------------------------------


class _Place(NamedTuple):
    """Where a piece may go: kind of its actions, their place, and the country."""

    kind: int
    at: int
    country: int


@functools.lru_cache(maxsize=8)
def _places(board: Board) -> Mapping[str, _Place]:
    """All of a board by the names of their targets."""
    numbers = {country: at for at, country in enumerate(board.countries)}
    places = {
        monastery(place.name): _Place(ABBEY, at, numbers[place.country])
        for at, place in enumerate(board.monasteries)
    }
    for country, at in numbers.items():
        places[seal_of(country)] = _Place(ADVISOR, at, at)
        for table in (CLOISTER_TABLE, COUNCIL_TABLE):
            places[seat_at(PLACE_NAMES[table], country)] = _Place(table, at, at)
    return places


def reason(board: Board, params: np.record, state: np.record, target: str) -> str:
    """Why the player who decides can't choose a target; empty if what is asked says enough."""
    draws = state["turn_step"] == DRAW
    if target == THE_PILE or target in map(face_up, range(FACE_UP_CARDS)):
        if draws:
            return "no card lies there"
        return "cards are drawn after pieces are placed or a card is exchanged"
    if draws:
        return ""
    if target not in _places(board):
        return "no piece that may be placed now can be paid with this card"
    place = _places(board)[target]
    if place.kind == ABBEY:
        return _why_no_abbey(board, params, state, place)
    if place.kind == ADVISOR:
        return _why_no_advisor(board, params, state, place.country)
    return _why_not_in_vatikan(board, params, state, place)


def _why_no_abbey(board: Board, params: np.record, state: np.record, place: _Place) -> str:
    owner, country = state["owner"][place.at], board.countries[place.country]
    if owner != NONE:
        return f"{board.monasteries[place.at].name} has an abbey of player {owner} already"
    if state["abbeys_left"][state["player"]] == 0:
        return "you have no abbey left"
    if elsewhere := _elsewhere(board, params, state, place.country):
        return elsewhere
    if not may_place_abbey(params, state, place.country):
        return f"{country} was empty when the turn began, so it takes one piece only"
    return _too_expensive(board, params, place.country)


def _why_no_advisor(board: Board, params: np.record, state: np.record, country: int) -> str:
    if state["advisors_left"][state["player"]] == 0:
        return _NO_ADVISOR
    if elsewhere := _elsewhere(board, params, state, country):
        return elsewhere
    if was_empty(params, state, country):
        return f"{board.countries[country]} had no abbey when the turn began"
    if not may_place_advisor(params, state, country):
        return "there are no more advisors than the most abbeys that a player has in the country"
    return _too_expensive(board, params, country)


def _elsewhere(board: Board, params: np.record, state: np.record, country: int) -> str:
    """Why nothing goes to a country (NONE: the Vatican), if another one is that of the turn."""
    if params["two_countries"] or state["num_placed"] == 0:
        return ""
    first = placed_in(params, state, 0)
    if first == country:
        return ""
    only = "the Vatican" if first == NONE else board.countries[first]
    return f"a turn places in one country, this one in {only}"


def _too_expensive(board: Board, params: np.record, country: int) -> str:
    card = board.colours[params["named_by"][country]]
    return f"it costs one card {card} or two cards of one colour, and you have neither"


def _why_not_in_vatikan(board: Board, params: np.record, state: np.record, place: _Place) -> str:
    if state["advisors_left"][state["player"]] == 0:
        return _NO_ADVISOR
    seals = state["cloister_table" if place.kind == CLOISTER_TABLE else "council_table"]
    if seals[place.at] != NONE:
        return f"an advisor of player {seals[place.at]} stands there already"
    if column_taken(params, seals, params["column"][place.country]):
        return "an advisor stands in this column already"
    if elsewhere := _elsewhere(board, params, state, NONE):
        return elsewhere
    if not allows_vatikan(params, state):
        return "a turn places one advisor in the Vatican"
    country = board.countries[place.country]
    return f"it costs two cards of one colour that does not name {country}, and you have none"
