"""The layout of a board's map: positions of monasteries, names, seals, roads and countries.

The component file has the positions of monasteries and seals. Without positions, they are laid out
in rows. Names are below their monasteries. The coasts, roads and alliances of the bundled board are
in bundled_map.json; other boards have rectangular coasts and straight roads and alliances.
"""

import json
from collections.abc import Mapping, Sequence
from importlib import resources
from math import ceil, sqrt
from typing import Any, NamedTuple

import numpy as np

from hofspiele.envs.kardinal.components import MAP_HEIGHT, MAP_WIDTH, Board, load_components
from hofspiele.envs.pictures.canvas import Area
from hofspiele.envs.pictures.text import CAPITALS, fit_text, width

TOKEN_RADIUS, NAME_SIZE, NAME_ROOM = 10.0, 11.0, 96.0
# A seal is a plate for advisors below the name of its country.
SEAL_WIDTH, SEAL_HEIGHT = 92.0, 42.0
COUNTRY_SIZE, PLATE_HEIGHT = 19.0, 23.0
# Maximum reach of tokens in radii. Tokens with few corners exceed their radius.
_TOKEN_REACH = 1.3
# Minimum distance from the edge of the map, which leaves space for a shore.
_RIM = 24.0
# Distance of a seal without a position from the monasteries of its country.
_TO_SEAL = 52.0
# Maximum number of columns; height of a row, below which all sizes shrink.
_MOST_COLUMNS, _ROW_HEIGHT = 6, 50.0
# Width of the land around monasteries, names and seals on boards other than the bundled one.
_SHORE = 13.0
# Positions of the leaders' tokens on a straight line between two seals, as shares of its length.
_ON_LINE = (0.5, 0.4, 0.6, 0.3, 0.7)

Point = tuple[float, float]


class Rect(NamedTuple):
    """A rectangle, given by its centre and by half its width and height."""

    x: float
    y: float
    half_width: float
    half_height: float

    @property
    def area(self) -> Area:
        left, top = self.x - self.half_width, self.y - self.half_height
        return Area(left, top, 2 * self.half_width, 2 * self.half_height)


class Curve(NamedTuple):
    """A quadratic Bézier curve: a road between monasteries, or an arc between seals."""

    start: Point
    bend: Point
    end: Point


class Arc(NamedTuple):
    """The arc of an alliance.

    Attributes:
        curve: the curve from one seal to the other.
        places: positions on the curve for the tokens of leaders, the best first.
    """

    curve: Curve
    places: Sequence[Point]


class MapLayout(NamedTuple):
    """The layout of a board's map."""

    scale: float  # factor of all sizes; below 1 only on crowded boards without positions
    places: Mapping[str, Point]  # centres of the monasteries, by name
    names: Mapping[str, Rect]  # boxes of the monasteries' names
    seals: Mapping[str, Rect]  # boxes of the countries' seals
    roads: Sequence[Curve]  # curves in the order of the board's roads
    arcs: Sequence[Arc]  # arcs in the order of the board's alliances
    coasts: Mapping[str, str]  # the shape of each country as an SVG path


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
    places, names, land = {}, {}, {}
    for name, (x, y) in at.items():
        wide = _name_width(name, scale) / 2
        around = Rect(left + x, top + y + offset / 2, max(token, wide), token + offset / 2)
        land[name] = inside = _moved_inside(around, bounds)
        places[name] = (inside.x, inside.y - offset / 2)
        names[name] = Rect(inside.x, inside.y + offset / 2, wide, high)
    seals = {}
    for country in board.countries:
        own = [places[monastery.name] for monastery in board.monasteries_of(country)]
        x, y = np.add(seal_at[country], (left, top)) if country in seal_at else _near(own, bounds)
        seal = Rect(x, y, scale * SEAL_WIDTH / 2, scale * SEAL_HEIGHT / 2)
        seals[country] = _moved_inside(seal, bounds)
    if _drawn_parts(board) == _drawn_parts(load_components()):
        file = resources.files(__package__).joinpath("bundled_map.json")
        drawn = json.loads(file.read_text(encoding="utf-8"))
        ends_and_bends = zip(board.roads, drawn["bends"], strict=True)
        roads = [Curve(places[one], bend, places[end]) for (one, end), bend in ends_and_bends]
        arcs = [Arc(Curve(*arc["curve"]), arc["places"]) for arc in drawn["arcs"]]
        return MapLayout(scale, places, names, seals, roads, arcs, drawn["coasts"])
    roads = [_straight(places[one], places[end]) for one, end in board.roads]
    lines = [_straight(seals[one][:2], seals[end][:2]) for one, end in board.alliances]
    arcs = [Arc(line, [_on_line(line, share) for share in _ON_LINE]) for line in lines]
    coasts = {}
    for country in board.countries:
        boxes = [seals[country]]
        boxes += [land[monastery.name] for monastery in board.monasteries_of(country)]
        coasts[country] = "".join(_rectangle(box.area.grown(_SHORE)) for box in boxes)
    return MapLayout(scale, places, names, seals, roads, arcs, coasts)


def _drawn_parts(board: Board) -> Any:
    """Return the parts of a board that the layout of its map depends on."""
    return board.countries, board.monasteries, board.roads, board.alliances, board.seals


def _straight(start: Point, end: Point) -> Curve:
    return Curve(start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), end)


def _on_line(line: Curve, share: float) -> Point:
    (x, y), _, (end_x, end_y) = line
    return x + share * (end_x - x), y + share * (end_y - y)


def _rectangle(area: Area) -> str:
    left, top, width, height = area
    return f"M{left:.1f} {top:.1f}h{width:.1f}v{height:.1f}h{-width:.1f}Z"


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
