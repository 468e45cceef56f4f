"""Where everything lies on the map of a board, worked out from the coordinates of its file.

Each monastery with its name, and the seal of each country, is a box near its place. Boxes are pushed
apart until none meets another; names then take the side where roads cross them least, roads bend
around what lies in their way, and countries and coasts are drawn around their boxes.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from hofspiele.envs.kardinal.components import Board
from hofspiele.envs.pictures.text import CAPITALS, fitted, width

# sizes before all of them shrink alike to fit on the map
TOKEN_RADIUS, NAME_SIZE, NAME_ROOM = 10.0, 11.0, 96.0
SEAL_WIDTH, SEAL_HEIGHT = 112.0, 40.0
# tokens with few corners reach farther than their radius, most of all upwards
_TOKEN_REACH = 1.3
_GAP, _SHORE, _CHANNEL = 7.0, 15.0, 4.0
# how much longer a degree may be in one direction than in the other
_MOST_STRETCHED = 1.6
_STEPS, _PULLED_STEPS = 1500, 500
_SHRINK = 0.93
_GRID = 5.0
_BENDS = (0.0, 0.1, -0.1, 0.2, -0.2, 0.3, -0.3, 0.42, -0.42)
_ALONG = np.linspace(0.0, 1.0, 25)[:, None]


class Rect(NamedTuple):
    """A rectangle by its centre and half its sides."""

    x: float
    y: float
    half_width: float
    half_height: float


class Road(NamedTuple):
    """A quadratic curve between two monasteries."""

    start: tuple[float, float]
    bend: tuple[float, float]
    end: tuple[float, float]


class Geography(NamedTuple):
    """The map of a board.

    Attributes:
        scale: by which all sizes shrink; 1 on all but crowded boards.
        places: centres of the monasteries, by name.
        names: boxes of their names.
        seals: boxes of the countries' seals.
        roads: in the order of the board.
        outlines: of the countries, each a list of closed polygons.
    """

    scale: float
    places: Mapping[str, tuple[float, float]]
    names: Mapping[str, Rect]
    seals: Mapping[str, Rect]
    roads: Sequence[Road]
    outlines: Mapping[str, Sequence[np.ndarray]]


def lay_out(board: Board, left: float, top: float, right: float, bottom: float) -> Geography:
    """The map of a board within these bounds."""
    bounds = np.array([[left, top], [right, bottom]])
    wanted = _projected(board, bounds)
    scale = 1.0
    while (centres := _spread(wanted, _sizes(board, scale), bounds)) is None:
        scale *= _SHRINK
    places = centres[: len(board.monasteries)] - [0, _name_offset(scale) / 2]
    seals = [
        Rect(x, y, scale * SEAL_WIDTH / 2, scale * SEAL_HEIGHT / 2)
        for x, y in centres[len(board.monasteries) :]
    ]
    index = {monastery.name: at for at, monastery in enumerate(board.monasteries)}
    ends = np.array([[places[index[name]] for name in road] for road in board.roads])
    ends = ends.reshape(-1, 2, 2)
    names = _names(board, scale, places, seals, ends, bounds)
    roads = _roads(scale, places, names, seals, ends)
    return Geography(
        scale,
        {name: (float(places[at][0]), float(places[at][1])) for name, at in index.items()},
        dict(zip(index, names, strict=True)),
        dict(zip(board.countries, seals, strict=True)),
        roads,
        _outlines(board, scale, places, names, seals, roads, bounds),
    )


# --- places -------------------------------------------------------------------------------------


def _projected(board: Board, bounds: np.ndarray) -> np.ndarray:
    """Where monasteries and then seals should be: (places + countries, 2)."""
    degrees = np.array([(place.east, -place.north) for place in board.monasteries])
    degrees /= max(1.0, np.abs(degrees).max())
    degrees -= (degrees.min(0) + degrees.max(0)) / 2
    span = np.maximum(np.ptp(degrees, 0), 1e-9)
    room = bounds[1] - bounds[0] - [SEAL_WIDTH, 2 * SEAL_HEIGHT]
    stretch = room / span
    stretch = np.minimum(stretch, stretch.min() * _MOST_STRETCHED)
    places = bounds.mean(0) + stretch * degrees
    country_of = [place.country for place in board.monasteries]
    seals = [
        places[[country == own for own in country_of]].mean(0) for country in board.countries
    ]
    wanted = np.concatenate([places, seals])
    # places that coincide go different ways
    turns = 2.4 * np.arange(len(wanted))
    return wanted + np.stack([np.cos(turns), np.sin(turns)], 1)


def _name_width(name: str, scale: float) -> float:
    text, size = fitted(name, scale * NAME_SIZE, scale * NAME_ROOM)
    return width(text, size)


def _name_offset(scale: float) -> float:
    """How far below a monastery the middle of a name is."""
    return scale * (TOKEN_RADIUS + 5 + NAME_SIZE / 2)


def _sizes(board: Board, scale: float) -> np.ndarray:
    """Half the sides of the boxes of monasteries, names below them, and seals."""
    token = scale * TOKEN_RADIUS * _TOKEN_REACH
    high = token + _name_offset(scale) / 2
    boxes = [
        (max(token, _name_width(place.name, scale) / 2), high) for place in board.monasteries
    ]
    seal = (scale * SEAL_WIDTH / 2, scale * SEAL_HEIGHT / 2)
    return np.array([*boxes, *[seal] * len(board.countries)])


def _spread(wanted: np.ndarray, sizes: np.ndarray, bounds: np.ndarray) -> np.ndarray | None:
    """Centres near the wanted ones at which no boxes meet; None if none were found."""
    low, high = bounds[0] + sizes + _SHORE, bounds[1] - sizes - _SHORE
    if (low > high).any():
        return None
    centres = np.clip(wanted, low, high)
    reach = sizes[:, None] + sizes[None] + _GAP
    for step in range(_STEPS):
        apart = centres[:, None] - centres[None]
        overlap = reach - np.abs(apart)
        np.einsum("iij->ij", overlap)[:] = 0
        meet = (overlap > 0).all(2)
        if not (meet & (overlap > 0.2).all(2)).any() and step >= _PULLED_STEPS:
            return centres
        shortest = overlap == overlap.min(2, keepdims=True)
        push = np.where(meet[:, :, None] & shortest, np.where(apart < 0, -1, 1) * overlap, 0)
        centres = centres + 0.4 * push.sum(1)
        if step < _PULLED_STEPS:
            centres += 0.03 * (wanted - centres)
        centres = np.clip(centres, low, high)
    return None


# --- names and roads ----------------------------------------------------------------------------


def _names(
    board: Board, scale: float, places: np.ndarray, seals: Sequence[Rect], ends: np.ndarray,
    bounds: np.ndarray,
) -> list[Rect]:  # fmt: skip
    """Boxes of the names: below, above, or beside, where fewest roads cross them."""
    roads = np.array([one + (other - one) * _ALONG for one, other in ends]).reshape(-1, 2)
    token = scale * TOKEN_RADIUS * _TOKEN_REACH
    tokens = [Rect(x, y, token, token) for x, y in places]
    half = [_name_width(place.name, scale) / 2 for place in board.monasteries]
    high = scale * NAME_SIZE * CAPITALS / 2 + 2
    offset = _name_offset(scale)
    names = [
        Rect(x, y + offset, wide, high) for (x, y), wide in zip(places, half, strict=True)
    ]
    for at, ((x, y), wide) in enumerate(zip(places, half, strict=True)):
        beside = token + 3 * scale + wide
        others = [*tokens, *seals, *names[:at], *names[at + 1 :]]
        fewest = _inside(roads, names[at], 2)
        for dx, dy in ((beside, 0.0), (-beside, 0.0), (0.0, -offset)):
            tried = Rect(x + dx, y + dy, wide, high)
            crossed = _inside(roads, tried, 2)
            if crossed < fewest and _is_free(tried, others, bounds):
                names[at], fewest = tried, crossed
    return names


def _inside(points: np.ndarray, box: Rect, margin: float) -> int:
    """How many points lie in a box and its margin."""
    distance = np.abs(points - [box.x, box.y]) - [box.half_width, box.half_height]
    return int((distance < margin).all(-1).sum())


def _is_free(box: Rect, others: Sequence[Rect], bounds: np.ndarray) -> bool:
    centre, half = np.array([box.x, box.y]), np.array([box.half_width, box.half_height])
    if (centre - half < bounds[0] + _SHORE).any() or (centre + half > bounds[1] - _SHORE).any():
        return False
    boxes = np.array(others)
    apart = np.abs(boxes[:, :2] - centre) - boxes[:, 2:] - half
    return not (apart < 3).all(1).any()


def _roads(
    scale: float, places: np.ndarray, names: Sequence[Rect], seals: Sequence[Rect],
    ends: np.ndarray,
) -> list[Road]:  # fmt: skip
    """Roads, each bent so as to pass what is in its way."""
    token = scale * TOKEN_RADIUS
    tokens = [Rect(x, y, token, token) for x, y in places]
    roads = []
    for one, other in ends:
        along = other - one
        across = np.array([-along[1], along[0]])
        passed = [box for box in tokens if (box.x, box.y) not in (tuple(one), tuple(other))]
        best = None
        for bend in _BENDS:
            control = (one + other) / 2 + 2 * bend * across
            curve = (1 - _ALONG) ** 2 * one + 2 * _ALONG * (1 - _ALONG) * control
            curve = curve + _ALONG**2 * other
            cost = abs(bend) * 12
            for boxes, weight, margin in ((passed, 9, 5), (seals, 5, 3), (names, 2, 0)):
                cost += weight * sum(_inside(curve, box, margin) for box in boxes)
            if best is None or cost < best[0]:
                best = cost, Road(tuple(one), tuple(control), tuple(other))
        roads.append(best[1])
    return roads


# --- countries ----------------------------------------------------------------------------------


def _outlines(
    board: Board, scale: float, places: np.ndarray, names: Sequence[Rect], seals: Sequence[Rect],
    roads: Sequence[Road], bounds: np.ndarray,
) -> dict[str, list[np.ndarray]]:  # fmt: skip
    """The countries around their boxes and roads; the sea parts what no road joins."""
    columns, rows = np.ceil((bounds[1] - bounds[0]) / _GRID).astype(int) + 1
    x, y = np.meshgrid(np.arange(columns), np.arange(rows))
    points = bounds[0] + _GRID * np.stack([x, y], -1)
    country_of = {place.name: place.country for place in board.monasteries}
    token = scale * TOKEN_RADIUS * _TOKEN_REACH
    own: dict[str, list[np.ndarray]] = {country: [] for country in board.countries}
    for place, at, name in zip(board.monasteries, places, names, strict=True):
        own[place.country] += [_distance(points, Rect(*at, token, token)), _distance(points, name)]
    for country, seal in zip(board.countries, seals, strict=True):
        own[country].append(_distance(points, seal))
    land = {country: list(distances) for country, distances in own.items()}
    mass = {country: {country} for country in board.countries}
    for (one, other), road in zip(board.roads, roads, strict=True):
        here, there = country_of[one], country_of[other]
        for at in _ALONG[::3]:
            x, y = (1 - at) ** 2 * road.start + 2 * at * (1 - at) * road.bend + at**2 * road.end
            distance = _distance(points, Rect(x, y, 0, 0)) + _SHORE / 3
            land[here].append(distance)
            if here == there:
                own[here].append(distance)
        joined = mass[here] | mass[there]
        for country in joined:
            mass[country] = joined
    near = {country: _soft_least(distances, 2) for country, distances in own.items()}
    outlines = {}
    for country in board.countries:
        inside = mass[country]
        shore = _soft_least([d for joined in inside for d in land[joined]], 7)
        field = _SHORE - shore
        for other in board.countries:
            if other != country:
                channel = 0 if other in inside else _CHANNEL
                field = np.minimum(field, (near[other] - near[country]) / 2 - channel)
        outlines[country] = [
            bounds[0] + _GRID * polygon for polygon in contours(np.pad(field, 1, constant_values=-1))
        ]
    return outlines


def _distance(points: np.ndarray, box: Rect) -> np.ndarray:
    outside = np.abs(points - [box.x, box.y]) - [box.half_width, box.half_height]
    return np.hypot(*np.moveaxis(np.maximum(outside, 0), -1, 0))


def _soft_least(distances: Sequence[np.ndarray], softness: float) -> np.ndarray:
    """The least of the distances, with corners rounded off."""
    return -softness * np.log(sum(np.exp(-distance / softness) for distance in distances) + 1e-300)


# corners of a square of the grid in turn, and the sides between them
_CORNERS = ((0, 0), (0, 1), (1, 1), (1, 0))


def contours(field: np.ndarray) -> list[np.ndarray]:
    """Where a field that is negative on its rim is zero: closed polygons of (x, y).

    Marching squares; a cell of the grid measures 1, and (0, 0) is that of ``field[1, 1]``.
    """
    inside = field > 0
    count = sum(
        inside[dy : dy + len(field) - 1, dx : dx + field.shape[1] - 1] * 1 for dy, dx in _CORNERS
    )
    following: dict[tuple[float, float], list[tuple[float, float]]] = {}
    for row, column in zip(*np.nonzero((count > 0) & (count < 4)), strict=True):
        for start, end in _crossings(field, int(row), int(column)):
            following.setdefault(start, []).append(end)
    polygons = []
    while following:
        first = point = next(iter(following))
        polygon = []
        while point in following:
            polygon.append(point)
            ends = following[point]
            following_point = ends.pop()
            if not ends:
                del following[point]
            point = following_point
        assert point == first
        polygons.append(np.array(polygon))
    return polygons


def _crossings(
    field: np.ndarray, row: int, column: int
) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """Lines through a square, each with the inside on the same hand."""
    values = [field[row + dy, column + dx] for dy, dx in _CORNERS]
    leaving, entering = [], []
    for side in range(4):
        here, there = values[side], values[(side + 1) % 4]
        if (here > 0) != (there > 0):
            (dy, dx), (ey, ex) = _CORNERS[side], _CORNERS[(side + 1) % 4]
            # from the same end in both squares that share the side, so that points are the same
            if (dy, dx) > (ey, ex):
                (dy, dx), (ey, ex), one, other = (ey, ex), (dy, dx), there, here
            else:
                one, other = here, there
            part = float(one / (one - other))
            point = (column + dx + part * (ex - dx) - 1, row + dy + part * (ey - dy) - 1)
            (leaving if here > 0 else entering).append(point)
    yield from zip(leaving, entering, strict=True)
