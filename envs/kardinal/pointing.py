"""The targets in a picture that actions point at, and reasons why no action points at one."""

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
    column_taken,
    may_place_abbey,
    may_place_advisor,
    may_place_in_vatikan,
    placed_in,
    was_empty,
)
from hofspiele.envs.kardinal.state import DRAW
from hofspiele.envs.pictures.canvas import numbered_name

PILE_TARGET = "pile"
_NO_ADVISOR = "you have no advisor left"


def monastery_target(name: str) -> str:
    """Return the target for abbeys on a monastery."""
    return f"monastery {name}"


def seal_target(country: str) -> str:
    """Return the target for advisors on the seal of a country."""
    return f"seal of {country}"


def vatikan_seal_target(table: str, country: str) -> str:
    """Return the target for advisors on a seal of the Vatican.

    Args:
        table: one of the Vatican's tables, named as in `PLACE_NAMES`.
        country: the country of the seal.
    """
    return f"{table} {country}"


def face_up_target(place: int) -> str:
    """Return the target for a face-up card, counted from 0."""
    return f"face-up {place + 1}"


def card_target(colour: str, number: int) -> str:
    """Return the target for a card in the hand of the seat that looks at the picture.

    Args:
        colour: the colour of the card.
        number: which of the cards of this colour, counted from 0.
    """
    return numbered_name(f"card {colour}", number)


def targets_of(board: Board, action: Action) -> frozenset[str]:
    """Return the targets of an action: where the piece goes, and the cards paid or exchanged."""
    cards = 1 if action.kind == EXCHANGE else action.cards
    targets = [card_target(board.colours[action.colour], card) for card in range(cards)]
    if action.kind == ABBEY:
        targets.append(monastery_target(board.monasteries[action.place].name))
    elif action.kind == ADVISOR:
        targets.append(seal_target(board.countries[action.place]))
    elif action.kind == FACE_UP:
        targets.append(face_up_target(action.place))
    elif action.kind == PILE:
        targets.append(PILE_TARGET)
    elif action.place != NONE:
        targets.append(vatikan_seal_target(PLACE_NAMES[action.kind], board.countries[action.place]))
    return frozenset(targets)


# --- why no legal action points at a target ----------------------------------------------------


class _Place(NamedTuple):
    """A place for a piece: the kind of its actions, their `place`, and the country."""

    kind: int
    at: int
    country: int


@functools.lru_cache(maxsize=8)
def _places(board: Board) -> Mapping[str, _Place]:
    """Return all places of a board by the names of their targets."""
    numbers = {country: at for at, country in enumerate(board.countries)}
    places = {
        monastery_target(place.name): _Place(ABBEY, at, numbers[place.country])
        for at, place in enumerate(board.monasteries)
    }
    for country, at in numbers.items():
        places[seal_target(country)] = _Place(ADVISOR, at, at)
        for table in (CLOISTER_TABLE, COUNCIL_TABLE):
            places[vatikan_seal_target(PLACE_NAMES[table], country)] = _Place(table, at, at)
    return places


def why_no_action(board: Board, params: np.record, state: np.record, target: str) -> str:
    """Return the reason why the deciding player cannot choose a target.

    It is empty if the prompt gives the reason already.
    """
    draws = state["turn_step"] == DRAW
    if target == PILE_TARGET or target in map(face_up_target, range(FACE_UP_CARDS)):
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
        return f"{country} was empty at the start of the turn, so it takes one piece only"
    return _too_expensive(board, params, place.country)


def _why_no_advisor(board: Board, params: np.record, state: np.record, country: int) -> str:
    if state["advisors_left"][state["player"]] == 0:
        return _NO_ADVISOR
    if elsewhere := _elsewhere(board, params, state, country):
        return elsewhere
    if was_empty(params, state, country):
        return f"{board.countries[country]} had no abbey at the start of the turn"
    if not may_place_advisor(params, state, country):
        return "it has as many advisors already as the most abbeys of one player there"
    return _too_expensive(board, params, country)


def _elsewhere(board: Board, params: np.record, state: np.record, country: int) -> str:
    """Return a sentence if this turn places elsewhere than in `country` (NONE: the Vatican)."""
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
    if not may_place_in_vatikan(params, state):
        return "a turn places one advisor in the Vatican"
    country = board.countries[place.country]
    return f"it costs two cards of one colour that does not name {country}, and you have none"
