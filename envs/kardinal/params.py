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
from hofspiele.envs.kardinal.chains import list_short_chains
from hofspiele.envs.kardinal.components import FACE_UP_CARDS, Board


def build_params(
    board: Board, num_players: int, *, vatikan: bool, two_countries: bool
) -> np.ndarray:
    """Return an array of one record with the board, cards and options as kernels read them.

    Its fields, besides sizes and options:

    - of the board: the ``country`` of each monastery, the ``first_monastery`` of each country (and,
      after the last one, the end), the ``neighbours`` of each monastery as a set, the countries of
      each ``alliance``, the ``column`` of each country in the Vatican (or NONE);
    - of chains: ``short_chains`` as sets, ``first_short_chain`` by their lowest monastery;
    - of cards: the colour that a country is ``named_by``, the ``copies`` of each colour in play and
      the number ``removed``;
    - of actions: what each is (``action_kind``, …), and the number of each
      (``abbey_action[monastery, cards - 1, colour]``, …; NONE if there is no such action).
    """
    actions = all_actions(board)
    monasteries = [monastery.name for monastery in board.monasteries]
    roads = [(monasteries.index(one), monasteries.index(other)) for one, other in board.roads]
    short_chains = list_short_chains(len(monasteries), roads)
    all_short_chains = [word for chains in short_chains for word in chains]
    params = np.zeros(1, _params_dtype(board, len(actions), len(all_short_chains)))
    record = params[0]
    record.num_players = num_players
    record.num_actions = len(actions)
    record.num_monasteries = len(monasteries)
    record.num_countries = len(board.countries)
    record.num_colours = len(board.colours)
    record.num_alliances = len(board.alliances)
    record.num_columns = len(board.vatikan_columns)
    record.largest_country = board.largest_country
    record.most_points_of_alliance = board.most_points_of_alliance
    record.most_points = board.most_points
    record.vatikan = vatikan
    record.two_countries = two_countries
    record.short_chains[: len(all_short_chains)] = all_short_chains
    record.first_short_chain[:] = [0, *accumulate(len(chains) for chains in short_chains)]
    for one, other in roads:
        record.neighbours[one] |= 1 << other
        record.neighbours[other] |= 1 << one
    _fill_countries(record, board)
    _fill_cards(record, board, num_players)
    _fill_actions(record, actions)
    return params


def _fill_countries(record: np.record, board: Board) -> None:
    country_of = [board.countries.index(place.country) for place in board.monasteries]
    record.country[:] = country_of
    sizes = np.bincount(country_of, minlength=len(board.countries))
    record.first_monastery[:] = [0, *np.cumsum(sizes)]
    record.alliance[:] = [
        [board.countries.index(country) for country in alliance] for alliance in board.alliances
    ]
    record.column[:] = NONE
    for number, column in enumerate(board.vatikan_columns):
        for country in column:
            record.column[board.countries.index(country)] = number


def _fill_cards(record: np.record, board: Board, num_players: int) -> None:
    for index, (colour, copies) in enumerate(board.copies(num_players).items()):
        record.copies[index] = copies
        record.removed[index] = board.cards[colour] - copies
        for country, name in enumerate(board.countries):
            if board.names_country(colour, name):
                record.named_by[country] = index


def _fill_actions(record: np.record, actions: list[Action]) -> None:
    numbers_of = {
        ABBEY: record.abbey_action,
        ADVISOR: record.advisor_action,
        CLOISTER_TABLE: record.cloister_action,
        COUNCIL_TABLE: record.council_action,
    }
    for numbers in numbers_of.values():
        numbers[:] = NONE
    for number, action in enumerate(actions):
        record.action_kind[number] = action.kind
        record.action_place[number] = action.place
        record.action_cards[number] = action.cards
        record.action_colour[number] = action.colour
        if action.kind in numbers_of:
            numbers_of[action.kind][action.place, action.cards - 1, action.colour] = number
        elif action.kind == EXCHANGE:
            record.exchange_action[action.colour] = number
        elif action.kind == FACE_UP:
            record.face_up_action[action.place] = number
    kinds = [action.kind for action in actions]
    record.end_action = kinds.index(END)
    record.pile_action = kinds.index(PILE)
    record.pass_action = kinds.index(PASS)


def _params_dtype(board: Board, num_actions: int, num_short_chains: int) -> np.dtype:
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
            ("short_chains", np.int64, (max(num_short_chains, 1),)),
            ("neighbours", np.int64, (monasteries,)),
            ("first_short_chain", np.int64, (monasteries + 1,)),
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
