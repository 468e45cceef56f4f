"""Places of monasteries on a board whose file has no coordinates."""

from itertools import pairwise

import numpy as np
from gymnasium.error import DependencyNotInstalled

from hofspiele.envs.kardinal.components import Board
from hofspiele.envs.pictures.pixels import HOW_TO_INSTALL

# After this many iterations nothing moves any more.
_STEPS = 400


def places_from_roads(board: Board) -> np.ndarray:
    """Return places of the monasteries, in arbitrary units: (monasteries, 2).

    Roads, countries and alliances pull together what they join; everything else is pushed apart.

    Raises:
        DependencyNotInstalled: networkx is not installed.
    """
    try:
        import networkx
    except ImportError as error:
        raise DependencyNotInstalled(
            "a board without coordinates needs networkx to be drawn; write [degrees north, degrees "
            f"east] after each monastery, or {HOW_TO_INSTALL}"
        ) from error
    # Nodes are numbered: monasteries first, then the seals of countries.
    number = {place.name: at for at, place in enumerate(board.monasteries)}
    seal = {country: len(number) + at for at, country in enumerate(board.countries)}
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(number) + len(seal)))
    graph.add_edges_from((number[one], number[other]) for one, other in board.roads)
    graph.add_edges_from((number[place.name], seal[place.country]) for place in board.monasteries)
    graph.add_edges_from((seal[one], seal[other]) for one, other in board.alliances)
    graph.add_edges_from(pairwise(max(part) for part in networkx.connected_components(graph)))
    places = networkx.spring_layout(graph, iterations=_STEPS, seed=0)
    return np.array([places[at] for at in number.values()])
