"""The board, the cards and the options as arrays for kernels."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np

from hofspiele.envs.core.state import record_of
from hofspiele.envs.kardinal.actions import (
    ABBEY,
    ADVISOR,
    CLOISTER_TABLE,
    COUNCIL_TABLE,
    END,
    EXCHANGE,
    FACE_UP,
    NONE,
    PASS,
    PILE,
    PLACE_KINDS,
    Action,
    all_actions,
)
from hofspiele.envs.kardinal.chains import index_short_chains, list_short_chains
from hofspiele.envs.kardinal.components import HAND_SIZE, Board


def build_params(
    board: Board, num_players: int, *, vatikan: bool, two_countries: bool
) -> np.ndarray:
    """Return an array of one record with the board, cards and options as kernels read them.

    In addition to sizes and options, the record has these fields:

    - board: the ``country`` of each monastery; the ``first_monastery`` of each country, with the
      number of monasteries as last entry; the ``neighbours`` of each monastery, as a bit set; the
      index of the alliance of two countries (``alliance_of[one, other]``, or NONE); the column of
      each country on the tables of the Vatican (``cloister_columns``, ``council_columns``, or
      NONE);
    - chains: ``short_chains`` as bit sets, and ``first_short_chain`` (see `index_short_chains`);
    - cards: the colour that names each country (``named_by``), and for each colour the set of
      ``countries_named``, the ``copies`` in play and the number ``removed``;
    - actions: the parts of each action (``action_kind``, …), and the indices of actions by their
      parts (``abbey_action[monastery, cards - 1, colour]``, …; NONE if there is no such action);
    - factors that scale observations: ``abbey_unit``, ``advisor_unit`` and ``card_unit`` for the
      pieces and cards of a player, ``country_unit`` for the pieces in a country, ``alliance_unit``
      for the points of an alliance, ``point_unit`` for all points.
    """
    actions = all_actions(board)
    return record_of(
        {
            **_roads(board),
            "num_players": num_players,
            "num_actions": len(actions),
            "num_monasteries": len(board.monasteries),
            "num_countries": len(board.countries),
            "num_colours": len(board.colours),
            "vatikan": vatikan,
            "two_countries": two_countries,
            **_units(board),
            **_countries(board),
            **_cards(board, num_players),
            **_actions(board, actions),
        }
    )


def _units(board: Board) -> dict[str, np.ndarray]:
    most = {
        "abbey": board.abbeys_per_player,
        "advisor": board.advisors_per_player,
        "card": HAND_SIZE,
        "country": board.largest_country,
        "alliance": board.most_points_of_alliance,
        "point": board.most_points,
    }
    return {f"{name}_unit": np.array(1 / number, np.float32) for name, number in most.items()}


def _roads(board: Board) -> dict[str, Any]:
    names = [monastery.name for monastery in board.monasteries]
    roads = [(names.index(one), names.index(other)) for one, other in board.roads]
    short_chains = list_short_chains(len(names), roads)
    neighbours = np.zeros(len(names), np.int64)
    for one, other in roads:
        neighbours[one] |= 1 << other
        neighbours[other] |= 1 << one
    return {
        # A board without chains gets one word, which no kernel reads.
        "short_chains": np.array([word for words in short_chains for word in words] or [0]),
        "neighbours": neighbours,
        "first_short_chain": index_short_chains(short_chains),
    }


def _countries(board: Board) -> dict[str, Any]:
    numbers = {country: number for number, country in enumerate(board.countries)}
    sizes = (len(board.monasteries_of(country)) for country in board.countries)
    alliance_of = np.full((len(numbers), len(numbers)), NONE, np.int16)
    for alliance, (one, other) in enumerate(board.alliances):
        alliance_of[numbers[one], numbers[other]] = alliance
        alliance_of[numbers[other], numbers[one]] = alliance
    return {
        "country": [numbers[monastery.country] for monastery in board.monasteries],
        "first_monastery": [0, *accumulate(sizes)],
        "alliance_of": alliance_of,
        "cloister_columns": _columns(board, "cloister_table"),
        "council_columns": _columns(board, "council_table"),
    }


def _columns(board: Board, table: str) -> list[int]:
    columns = {
        country: number for number, column in enumerate(board.vatikan[table]) for country in column
    }
    return [columns.get(country, NONE) for country in board.countries]


def _cards(board: Board, num_players: int) -> dict[str, Any]:
    copies = board.copies(num_players)
    named = np.array(
        [[board.names_country(colour, name) for name in board.countries] for colour in copies]
    )
    return {
        "named_by": named.argmax(0).astype(np.int16),
        "countries_named": named @ (1 << np.arange(len(board.countries))),
        "copies": list(copies.values()),
        "removed": [board.cards[colour] - count for colour, count in copies.items()],
    }


def _actions(board: Board, actions: Sequence[Action]) -> dict[str, Any]:
    placements = {
        kind: np.full((places, 2, len(board.colours)), NONE, np.int16)
        for kind, places in zip(
            PLACE_KINDS, (len(board.monasteries), *[len(board.countries)] * 3), strict=True
        )
    }
    numbers_by_kind: dict[int, list[int]] = defaultdict(list)
    for number, action in enumerate(actions):
        numbers_by_kind[action.kind].append(number)
        if action.kind in placements:
            placements[action.kind][action.place, action.cards - 1, action.colour] = number
    return {
        "action_kind": [action.kind for action in actions],
        "action_place": [action.place for action in actions],
        "action_cards": [action.cards for action in actions],
        "action_colour": [action.colour for action in actions],
        "abbey_action": placements[ABBEY],
        "advisor_action": placements[ADVISOR],
        "cloister_action": placements[CLOISTER_TABLE],
        "council_action": placements[COUNCIL_TABLE],
        # Exchanges are in the order of colours, draws in the order of face-up cards.
        "exchange_action": numbers_by_kind[EXCHANGE],
        "face_up_action": numbers_by_kind[FACE_UP],
        "end_action": numbers_by_kind[END][0],
        "pile_action": numbers_by_kind[PILE][0],
        "pass_action": numbers_by_kind[PASS][0],
    }
