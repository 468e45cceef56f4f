"""The layout of a board's map: positions of monasteries, names, seals, roads and countries.

The component file has the positions of monasteries and seals. Without positions, they are laid out
in rows. Names are below their monasteries, and roads bend around obstacles.
"""

from collections.abc import Mapping, Sequence
from math import ceil, sqrt
from typing import NamedTuple

import numpy as np

from hofspiele.envs.kardinal.components import MAP_HEIGHT, MAP_WIDTH, MAX_PLAYERS, Board
from hofspiele.envs.kardinal.picture.alliance_arcs import Arc, lay_out_arcs
from hofspiele.envs.kardinal.picture.outlines import draw_outlines
from hofspiele.envs.kardinal.picture.roads import Point, Rect, Road, bend_roads
from hofspiele.envs.pictures.text import CAPITALS, fit_text, width

TOKEN_RADIUS, NAME_SIZE, NAME_ROOM = 10.0, 11.0, 96.0
# A seal is a plate for advisors below the name of its country.
SEAL_WIDTH, SEAL_HEIGHT = 92.0, 42.0
COUNTRY_SIZE, PLATE_HEIGHT = 19.0, 23.0
# Radius of the tokens on the arcs of alliances.
ARC_TOKEN = 7.0
# Maximum reach of tokens in radii. Tokens with few corners exceed their radius.
_TOKEN_REACH = 1.3
# Minimum distance from the edge of the map, which leaves space for a shore.
_RIM = 24.0
# Distance of a seal without a position from the monasteries of its country.
_TO_SEAL = 52.0
# Maximum number of columns; height of a row, below which all sizes shrink.
_MOST_COLUMNS, _ROW_HEIGHT = 6, 50.0


class MapLayout(NamedTuple):
    """The layout of a board's map."""

    scale: float  # factor of all sizes; below 1 only on crowded boards without positions
    places: Mapping[str, Point]  # centres of the monasteries, by name
    names: Mapping[str, Rect]  # boxes of the monasteries' names
    seals: Mapping[str, Rect]  # boxes of the countries' seals
    roads: Sequence[Road]  # curves in the order of the board's roads
    arcs: Sequence[Arc]  # arcs in the order of the board's alliances
    outlines: Mapping[str, Sequence[np.ndarray]]  # the shape of each country as closed polygons


def lay_out_map(board: Board, left: float, top: float) -> MapLayout:
    """Return the layout of a board's map whose upper left corner is (left, top)."""
    bounds = np.array([[left, top], [left + MAP_WIDTH, top + MAP_HEIGHT]])
    at: Mapping[str, Point] = {
        one.name: one.place for one in board.monasteries if one.place is not None
    }
    seal_at, scale = board.seals, 1.0
    if not at:
        at, seal_at, scale = _places_in_rows(board)
    token, offset = scale * TOKEN_RADIUS * _TOKEN_REACH, scale * (TOKEN_RADIUS + 5 + NAME_SIZE / 2)
    high = scale * NAME_SIZE * CAPITALS / 2 + 2
    places, names = {}, {}
    for name, (x, y) in at.items():
        wide = _name_width(name, scale) / 2
        around = Rect(left + x, top + y + offset / 2, max(token, wide), token + offset / 2)
        inside = _moved_inside(around, bounds)
        places[name] = (inside.x, inside.y - offset / 2)
        names[name] = Rect(inside.x, inside.y + offset / 2, wide, high)
    seals = {}
    for country in board.countries:
        own = [places[monastery.name] for monastery in board.monasteries_of(country)]
        x, y = np.add(seal_at[country], (left, top)) if country in seal_at else _near(own, bounds)
        seal = Rect(x, y, scale * SEAL_WIDTH / 2, scale * SEAL_HEIGHT / 2)
        seals[country] = _moved_inside(seal, bounds)
    tokens = {name: Rect(x, y, token, token) for name, (x, y) in places.items()}
    roads = bend_roads(board, places, names, seals, scale * TOKEN_RADIUS, bounds)
    outlines = draw_outlines(board, tokens, names, seals, roads, bounds)
    reach = scale * ARC_TOKEN * _TOKEN_REACH
    arcs = lay_out_arcs(board, tokens, names, seals, reach, MAX_PLAYERS, bounds)
    return MapLayout(scale, places, names, seals, roads, arcs, outlines)


# --- places -------------------------------------------------------------------------------------


def _near(places: Sequence[Point], bounds: np.ndarray) -> Point:
    """Return the position for a seal below its monasteries, or above if there is no space below."""
    x, y = np.transpose(places)
    below, above = float(y.max()) + _TO_SEAL, float(y.min()) - _TO_SEAL
    has_room = below + SEAL_HEIGHT / 2 + _RIM <= bounds[1, 1]
    return float(x.mean()), below if has_room else above


def _places_in_rows(board: Board) -> tuple[Mapping[str, Point], Mapping[str, Point], float]:
    """Return positions of monasteries and seals in rows, and the scale at which they fit.

    Rows alternate between left-to-right and right-to-left, so that countries stay together.
    """
    number = len(board.countries) + len(board.monasteries)
    columns = min(_MOST_COLUMNS, ceil(sqrt(number)))
    rows = ceil(number / columns)
    wide, high = (MAP_WIDTH - 2 * _RIM) / columns, (MAP_HEIGHT - 2 * _RIM) / rows
    cells = (
        (_RIM + wide * (column + 0.5), _RIM + high * (row + 0.5))
        for row in range(rows)
        for column in (range(columns) if row % 2 == 0 else reversed(range(columns)))
    )
    places, seals = {}, {}
    for country in board.countries:
        seals[country] = next(cells)
        for monastery in board.monasteries_of(country):
            places[monastery.name] = next(cells)
    return places, seals, min(1.0, high / _ROW_HEIGHT)


def _name_width(name: str, scale: float) -> float:
    text, size = fit_text(name, scale * NAME_SIZE, scale * NAME_ROOM)
    return width(text, size)


def _moved_inside(box: Rect, bounds: np.ndarray) -> Rect:
    """Return `box`, moved as little as needed to keep the minimum distance from the edge."""
    half = np.array(box[2:])
    x, y = np.clip(box[:2], bounds[0] + half + _RIM, bounds[1] - half - _RIM)
    return Rect(float(x), float(y), *box[2:])
