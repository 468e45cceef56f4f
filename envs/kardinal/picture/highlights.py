"""The parts of the map that score, in the order of the rulebook: countries, alliances, chains."""

from collections.abc import Iterator

import numpy as np

from hofspiele.envs.kardinal.chains import most_on_chains
from hofspiele.envs.kardinal.components import Board
from hofspiele.envs.kardinal.picture.artwork import abbey_piece, country_piece
from hofspiele.envs.kardinal.scoring import monasteries_of
from hofspiele.envs.kardinal.state import FIRST_PILE
from hofspiele.envs.pictures.scene import Highlight


def highlights(
    board: Board, params: np.record, before: np.record, after: np.record
) -> Iterator[Highlight]:
    """Yield what scored between two positions, without parts that brought no points."""
    is_final = after["over"] and not before["over"]
    if not is_final and not before["stage"] == FIRST_PILE != after["stage"]:
        return
    scored = [*_countries(board, params, after, is_final=is_final)]
    if is_final:
        scored += [*_alliances(board, params, after), *_chains(board, params, after)]
    yield from (highlight for highlight in scored if any(highlight.points))


def _countries(
    board: Board, params: np.record, state: np.record, *, is_final: bool
) -> Iterator[Highlight]:
    for at, country in enumerate(board.countries):
        points = state["country_points"][: params["num_players"], at].tolist()
        owner = state["cloister_table"][at]
        if is_final and params["vatikan"] and owner >= 0:
            points[owner] *= 2
        yield Highlight([country_piece(country)], [], points)


def _alliances(board: Board, params: np.record, state: np.record) -> Iterator[Highlight]:
    for at, (one, other) in enumerate(board.alliances):
        countries = (country_piece(one), country_piece(other))
        points = state["alliance_points"][: params["num_players"], at].tolist()
        yield Highlight(countries, [countries], points)


def _chains(board: Board, params: np.record, state: np.record) -> Iterator[Highlight]:
    for seat in range(params["num_players"]):
        points = [0] * int(params["num_players"])
        points[seat] = int(state["chain_points"][seat])
        if points[seat]:
            yield Highlight([], _links(board, params, state, seat), points)


def _links(board: Board, params: np.record, state: np.record, seat: int) -> list[tuple[str, str]]:
    """Return the roads between the abbeys on the chains of a seat."""
    owned = int(monasteries_of(params, state, seat))
    most = most_on_chains(params, owned)
    for monastery in range(len(board.monasteries)):
        # Remove monasteries that the chains can do without; chains cover all that remain.
        without = owned & ~(1 << monastery)
        if most_on_chains(params, without) == most:
            owned = without
    names = {place.name for at, place in enumerate(board.monasteries) if owned >> at & 1}
    return [
        (abbey_piece(one), abbey_piece(other))
        for one, other in board.roads
        if one in names and other in names
    ]
