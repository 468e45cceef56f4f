"""The board, the cards and the options as arrays for kernels."""

from itertools import accumulate

import numpy as np

from hofspiele.envs.core.state import record_dtype
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
    Action,
    all_actions,
)
from hofspiele.envs.kardinal.chains import chain_pieces
from hofspiele.envs.kardinal.components import FACE_UP_CARDS, Board


def build_params(board: Board, num_players: int, vatikan: bool, two_countries: bool) -> np.ndarray:
    """An array of one record: what kernels read of board, cards and options.

    Beside sizes and options: the ``country`` of each monastery, the ``first_monastery`` of each
    country (and, one further, the end), ``neighbours`` as sets; the colour that a country is
    ``named_by``, the ``copies`` of each colour in play and how many were ``removed``; countries of
    each ``alliance``; the ``column`` of each country in the Vatican (or NONE); ``pieces`` of chains
    with the ``first_piece`` of each lowest monastery; and what each action is (``action_kind``, …)
    with the way back (``abbey_action[monastery, cards - 1, colour]``, …, NONE if there is none).
    """
    actions = all_actions(board)
    monasteries = [monastery.name for monastery in board.monasteries]
    roads = [(monasteries.index(one), monasteries.index(other)) for one, other in board.roads]
    pieces = chain_pieces(len(monasteries), roads)
    all_pieces = [word for words in pieces for word in words]
    params = np.zeros(1, _params_dtype(board, len(actions), len(all_pieces)))
    table = params[0]
    table.num_players = num_players
    table.num_actions = len(actions)
    table.num_monasteries = len(monasteries)
    table.num_countries = len(board.countries)
    table.num_colours = len(board.colours)
    table.num_alliances = len(board.alliances)
    table.num_columns = len(board.vatikan_columns)
    table.largest_country = board.largest_country
    table.most_points_of_alliance = board.most_points_of_alliance
    table.most_points = board.most_points
    table.vatikan = vatikan
    table.two_countries = two_countries
    table.pieces[: len(all_pieces)] = all_pieces
    table.first_piece[:] = [0, *accumulate(len(words) for words in pieces)]
    for one, other in roads:
        table.neighbours[one] |= 1 << other
        table.neighbours[other] |= 1 << one
    _fill_countries(table, board)
    _fill_cards(table, board, num_players)
    _fill_actions(table, actions)
    return params


def _fill_countries(table: np.record, board: Board) -> None:
    country_of = [board.countries.index(place.country) for place in board.monasteries]
    table.country[:] = country_of
    sizes = np.bincount(country_of, minlength=len(board.countries))
    table.first_monastery[:] = [0, *np.cumsum(sizes)]
    table.alliance[:] = [
        [board.countries.index(country) for country in alliance] for alliance in board.alliances
    ]
    table.column[:] = NONE
    for number, column in enumerate(board.vatikan_columns):
        for country in column:
            table.column[board.countries.index(country)] = number


def _fill_cards(table: np.record, board: Board, num_players: int) -> None:
    for index, (colour, copies) in enumerate(board.copies(num_players).items()):
        table.copies[index] = copies
        table.removed[index] = board.cards[colour] - copies
        for country, name in enumerate(board.countries):
            if board.names_country(colour, name):
                table.named_by[country] = index


def _fill_actions(table: np.record, actions: list[Action]) -> None:
    ways_back = {
        ABBEY: table.abbey_action,
        ADVISOR: table.advisor_action,
        CLOISTER_TABLE: table.cloister_action,
        COUNCIL_TABLE: table.council_action,
    }
    for way_back in ways_back.values():
        way_back[:] = NONE
    for number, action in enumerate(actions):
        table.action_kind[number] = action.kind
        table.action_place[number] = action.place
        table.action_cards[number] = action.cards
        table.action_colour[number] = action.colour
        if action.kind in ways_back:
            ways_back[action.kind][action.place, action.cards - 1, action.colour] = number
        elif action.kind == EXCHANGE:
            table.exchange_action[action.colour] = number
        elif action.kind == FACE_UP:
            table.face_up_action[action.place] = number
    kinds = [action.kind for action in actions]
    table.end_action = kinds.index(END)
    table.pile_action = kinds.index(PILE)
    table.pass_action = kinds.index(PASS)


def _params_dtype(board: Board, num_actions: int, num_pieces: int) -> np.dtype:
    monasteries, countries = len(board.monasteries), len(board.countries)
    colours, alliances = len(board.colours), len(board.alliances)
    sizes = (
        "num_players", "num_actions", "num_monasteries", "num_countries", "num_colours",
        "num_alliances", "num_columns", "vatikan", "two_countries",
        "largest_country", "most_points_of_alliance", "most_points",
        "end_action", "pile_action", "pass_action",
    )  # fmt: skip
    return record_dtype(
        [
            ("pieces", np.int64, (max(num_pieces, 1),)),
            ("neighbours", np.int64, (monasteries,)),
            ("first_piece", np.int64, (monasteries + 1,)),
            *((name, np.int16) for name in sizes),
            ("country", np.int16, (monasteries,)),
            ("first_monastery", np.int16, (countries + 1,)),
            ("named_by", np.int16, (countries,)),
            ("copies", np.int16, (colours,)),
            ("removed", np.int16, (colours,)),
            ("alliance", np.int16, (alliances, 2)),
            ("column", np.int16, (countries,)),
            ("action_kind", np.int16, (num_actions,)),
            ("action_place", np.int16, (num_actions,)),
            ("action_cards", np.int16, (num_actions,)),
            ("action_colour", np.int16, (num_actions,)),
            ("abbey_action", np.int16, (monasteries, 2, colours)),
            ("advisor_action", np.int16, (countries, 2, colours)),
            ("cloister_action", np.int16, (countries, 2, colours)),
            ("council_action", np.int16, (countries, 2, colours)),
            ("exchange_action", np.int16, (colours,)),
            ("face_up_action", np.int16, (FACE_UP_CARDS,)),
        ]
    )
