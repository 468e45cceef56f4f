"""The layout of a board's map: positions of monasteries, names, seals, roads and countries.

The component file has the positions of monasteries and seals. Without positions, they are laid out
in rows. Names are below their monasteries. The coasts, roads and alliances of the bundled board are
in bundled_map.json; other boards have rectangular coasts and straight roads and alliances.
"""

import functools
import itertools
import json
from collections.abc import Mapping, Sequence
from importlib import resources
from math import ceil, sqrt
from typing import Any, NamedTuple

import numpy as np

from hofspiele.envs.kardinal.components import MAP_HEIGHT, MAP_WIDTH, Board, load_components
from hofspiele.envs.pictures.canvas import Area
from hofspiele.envs.pictures.pieces import MARGIN, SMALLEST_TEXT, TOP
from hofspiele.envs.pictures.text import fit_text, width

TOKEN_RADIUS, NAME_SIZE, NAME_ROOM = 10.0, SMALLEST_TEXT, 96.0
# A seal is a plate for advisors below the name of its country.
SEAL_WIDTH, SEAL_HEIGHT = 92.0, 42.0
COUNTRY_SIZE, PLATE_HEIGHT = 19.0, 23.0
# Maximum reach of tokens in radii. Tokens with few corners exceed their radius.
_TOKEN_REACH = 1.3
MAP = Area(MARGIN, TOP, MAP_WIDTH, MAP_HEIGHT)
# Minimum distance from the edge of the map, which leaves space for a shore.
_RIM = 24.0
_INSIDE = MAP.grown(-_RIM)
# Distance of a seal without a position from the monasteries of its country.
_TO_SEAL = 52.0
# Maximum number of columns; height of a row, below which all sizes shrink.
_MOST_COLUMNS, _ROW_HEIGHT = 6, 50.0
# Width of the land around monasteries, names and seals on boards other than the bundled one.
_SHORE = 13.0
# Positions of the leaders' tokens on a straight line between two seals, as shares of its length.
_ON_LINE = (0.5, 0.4, 0.6, 0.3, 0.7)

Point = tuple[float, float]


class Curve(NamedTuple):
    """A quadratic Bézier curve: a road between monasteries, or an arc between seals."""

    start: Point
    bend: Point
    end: Point

    @property
    def path(self) -> str:
        """The curve as an SVG path."""
        return "M{:.4g} {:.4g}Q{:.4g} {:.4g} {:.4g} {:.4g}".format(*itertools.chain(*self))


class Arc(NamedTuple):
    """The arc of an alliance."""

    curve: Curve  # from one seal to the other
    places: Sequence[Point]  # positions on the curve for the tokens of leaders, the best first


class MapLayout(NamedTuple):
    """The layout of a board's map."""

    scale: float  # factor of all sizes; below 1 only on crowded boards without positions
    places: Mapping[str, Point]  # centres of the monasteries, by name
    names: Mapping[str, Point]  # centres of the monasteries' names
    seals: Mapping[str, Area]  # the countries' seals
    roads: Sequence[Curve]  # curves in the order of the board's roads
    arcs: Sequence[Arc]  # arcs in the order of the board's alliances
    coasts: Mapping[str, str]  # the shape of each country as an SVG path


@functools.lru_cache(maxsize=8)
def layout_of(board: Board) -> MapLayout:
    """Return the layout of a board's map in `MAP`."""
    at: Mapping[str, Point] = {
        one.name: one.place for one in board.monasteries if one.place is not None
    }
    seal_at, scale = board.seals, 1.0
    if not at:
        at, seal_at, scale = _places_in_rows(board)
    token, offset = scale * TOKEN_RADIUS * _TOKEN_REACH, scale * (TOKEN_RADIUS + 5 + NAME_SIZE / 2)
    places, names, land, widths = {}, {}, {}, {}
    for name, (x, y) in at.items():
        text, size = fit_text(name, scale * NAME_SIZE, scale * NAME_ROOM)
        widths[name] = width(text, size)
        across, down = max(token, widths[name] / 2), token + offset / 2
        land[name] = _moved_inside(MAP.left + x, MAP.top + y + offset / 2, across, down)
        x, y = land[name].middle
        places[name], names[name] = (x, y - offset / 2), (x, y + offset / 2)
    _move_apart(names, widths, scale * NAME_SIZE)
    seals = {}
    for country in board.countries:
        own = [places[monastery.name] for monastery in board.monasteries_of(country)]
        x, y = np.add(seal_at[country], MAP[:2]) if country in seal_at else _near(own)
        seals[country] = _moved_inside(x, y, scale * SEAL_WIDTH / 2, scale * SEAL_HEIGHT / 2)
    if _drawn_parts(board) == _drawn_parts(load_components()):
        file = resources.files(__package__).joinpath("bundled_map.json")
        drawn = json.loads(file.read_text(encoding="utf-8"))
        ends_and_bends = zip(board.roads, drawn["bends"], strict=True)
        roads = [Curve(places[one], bend, places[end]) for (one, end), bend in ends_and_bends]
        arcs = [Arc(Curve(*arc["curve"]), arc["places"]) for arc in drawn["arcs"]]
        return MapLayout(scale, places, names, seals, roads, arcs, drawn["coasts"])
    roads = [_straight(places[one], places[end]) for one, end in board.roads]
    lines = [_straight(seals[one].middle, seals[end].middle) for one, end in board.alliances]
    arcs = [Arc(line, [_on_line(line, share) for share in _ON_LINE]) for line in lines]
    coasts = {}
    for country in board.countries:
        boxes = [seals[country]]
        boxes += [land[monastery.name] for monastery in board.monasteries_of(country)]
        coasts[country] = "".join(box.grown(_SHORE).path for box in boxes)
    return MapLayout(scale, places, names, seals, roads, arcs, coasts)


def _move_apart(names: dict[str, Point], widths: Mapping[str, float], height: float) -> None:
    """Move names that overlap to the left and to the right, each by half of what they overlap."""
    for left, right in itertools.permutations(names, 2):
        (x, y), (end_x, end_y) = names[left], names[right]
        overlap = (widths[left] + widths[right]) / 2 - (end_x - x)
        if x < end_x and abs(end_y - y) < height and overlap > 0:
            names[left], names[right] = (x - overlap / 2, y), (end_x + overlap / 2, end_y)


def _drawn_parts(board: Board) -> Any:
    """Return the parts of a board that the layout of its map depends on."""
    return board.countries, board.monasteries, board.roads, board.alliances, board.seals


def _straight(start: Point, end: Point) -> Curve:
    return Curve(start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), end)


def _on_line(line: Curve, share: float) -> Point:
    (x, y), _, (end_x, end_y) = line
    return x + share * (end_x - x), y + share * (end_y - y)


# --- places -------------------------------------------------------------------------------------


def _near(places: Sequence[Point]) -> Point:
    """Return the position for a seal below its monasteries, or above if there is no space below."""
    x, y = np.transpose(places)
    below, above = float(y.max()) + _TO_SEAL, float(y.min()) - _TO_SEAL
    return float(x.mean()), below if below + SEAL_HEIGHT / 2 <= _INSIDE.bottom else above


def _places_in_rows(board: Board) -> tuple[Mapping[str, Point], Mapping[str, Point], float]:
    """Return positions of monasteries and seals in rows, and the scale at which they fit.

    Rows alternate between left-to-right and right-to-left, so that countries stay together.
    """
    number = len(board.countries) + len(board.monasteries)
    columns = min(_MOST_COLUMNS, ceil(sqrt(number)))
    rows = ceil(number / columns)
    area = Area(_RIM, _RIM, _INSIDE.width, _INSIDE.height)
    cells = area.cells(columns, rows)
    snake = (
        cells[row * columns + (columns - 1 - column if row % 2 else column)].middle
        for row in range(rows)
        for column in range(columns)
    )
    places, seals = {}, {}
    for country in board.countries:
        seals[country] = next(snake)
        for monastery in board.monasteries_of(country):
            places[monastery.name] = next(snake)
    return places, seals, min(1.0, area.height / rows / _ROW_HEIGHT)


def _moved_inside(x: float, y: float, across: float, down: float) -> Area:
    """Return the area around (`x`, `y`), moved as little as needed to keep away from the edge."""
    left = min(max(x - across, _INSIDE.left), _INSIDE.right - 2 * across)
    top = min(max(y - down, _INSIDE.top), _INSIDE.bottom - 2 * down)
    return Area(left, top, 2 * across, 2 * down)
