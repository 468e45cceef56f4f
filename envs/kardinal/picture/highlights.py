"""The parts of the map that score, in the order of the rulebook: countries, alliances, chains."""

import numpy as np

from hofspiele.envs.kardinal.chains import most_on_chains
from hofspiele.envs.kardinal.components import Board
from hofspiele.envs.kardinal.picture.artwork import abbey_piece, country_piece
from hofspiele.envs.kardinal.scoring import monasteries_of
from hofspiele.envs.kardinal.state import FIRST_PILE
from hofspiele.envs.pictures.scene import Highlight


def highlights(
    board: Board, params: np.record, before: np.record, after: np.record
) -> list[Highlight]:
    """Return what scored between two positions, without parts that brought no points."""
    is_final = after["over"] and not before["over"]
    if not is_final and not before["stage"] == FIRST_PILE != after["stage"]:
        return []
    scored, seats = [], range(params["num_players"])
    for at, country in enumerate(board.countries):
        points = after["country_points"][seats, at].tolist()
        owner = after["cloister_table"][at]
        if is_final and params["vatikan"] and owner >= 0:
            points[owner] *= 2
        scored.append(Highlight([country_piece(country)], [], points))
    if is_final:
        for at, (one, other) in enumerate(board.alliances):
            countries = (country_piece(one), country_piece(other))
            points = after["alliance_points"][seats, at].tolist()
            scored.append(Highlight(countries, [countries], points))
        for seat in np.flatnonzero(after["chain_points"][seats]).tolist():
            points = [int(after["chain_points"][seat]) * (seat == other) for other in seats]
            scored.append(Highlight([], _links(board, params, after, seat), points))
    return [highlight for highlight in scored if any(highlight.points)]


def _links(board: Board, params: np.record, state: np.record, seat: int) -> list[tuple[str, str]]:
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
