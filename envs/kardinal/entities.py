"""What is alike: the countries."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from hofspiele.envs.core.entities import NONE, Entities, padded
from hofspiele.envs.core.layout import Layout
from hofspiele.envs.kardinal.actions import ABBEY, ADVISOR, CLOISTER_TABLE, COUNCIL_TABLE, Action
from hofspiele.envs.kardinal.components import Board

_PLACES = (ABBEY, ADVISOR, CLOISTER_TABLE, COUNCIL_TABLE)


def kardinal_entities(board: Board, layout: Layout, actions: Sequence[Action]) -> list[Entities]:
    """The countries: what stands and counts there, the cards that name them, all placements."""
    at = layout.columns
    names = board.countries
    monasteries = padded(
        [
            [i for i, monastery in enumerate(board.monasteries) if monastery.country == name]
            for name in names
        ]
    )
    alliances = padded([[i for i, pair in enumerate(board.alliances) if c in pair] for c in names])
    colours = padded(
        [[i for i, c in enumerate(board.colours) if board.names_country(c, name)] for name in names]
    )
    columns = [
        *(_of(owners, monasteries) for owners in at("owners")),
        *(_of(points, alliances) for points in at("alliance_points")),
        *(_of(at(piece), colours) for piece in ("hand", "unseen", "maybe_in_pile", "card_gain")),
        *(_of(card, colours) for card in at("face_up")),
        *(at(piece).T for piece in ("country_points", "placed_in")),
        *(at(piece) for piece in ("advisors", "cloister_table", "council_table")),
        *(at(piece) for piece in ("room", "abbey_gain", "advisor_gain")),
    ]
    return [Entities(np.column_stack(columns), _placements(board, actions), interchangeable=False)]


def _of(columns: np.ndarray, places: np.ndarray) -> np.ndarray:
    """The columns at `places`, where `NONE` has none."""
    return np.append(columns, NONE)[places]


def _placements(board: Board, actions: Sequence[Action]) -> np.ndarray:
    """Actions by country: each monastery's, then advisors and seals, payments in their order."""
    found: dict[tuple[int, str], list[int]] = defaultdict(list)
    for number, action in enumerate(actions):
        if action.kind in _PLACES:
            found[action.kind, _country(board, action)].append(number)
    return np.column_stack(
        [padded([found[kind, name] for name in board.countries]) for kind in _PLACES]
    )


def _country(board: Board, placement: Action) -> str:
    if placement.kind == ABBEY:
        return board.monasteries[placement.place].country
    return board.countries[placement.place]
