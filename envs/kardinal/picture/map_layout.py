"""The layout of a board's map, from the coordinates in its file or from its roads.

Each monastery with its name, and the seal of each country, is a box near its place. Boxes are
pushed apart until they do not overlap. Then each name takes the side of its monastery where the
fewest roads cross it, roads bend around what is in their way, and countries and coasts are drawn
around their boxes.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from hofspiele.envs.kardinal.components import Board
from hofspiele.envs.kardinal.picture.road_network import places_from_roads
from hofspiele.envs.pictures.text import CAPITALS, fit_text, width

# On crowded boards all sizes shrink alike.
TOKEN_RADIUS, NAME_SIZE, NAME_ROOM = 10.0, 11.0, 96.0
SEAL_WIDTH, SEAL_HEIGHT = 100.0, 36.0
# Tokens with few corners reach farther than their radius, most of all upwards.
_TOKEN_REACH = 1.3
_GAP, _SHORE, _CHANNEL = 7.0, 13.0, 4.0
# Boxes keep this distance from the edge of the map, so that there is room for a shore.
_RIM = 24.0
# A degree may be at most this much longer in one direction than in the other.
_MOST_STRETCHED = 1.6
_GOLDEN_ANGLE = 2.39996
_GROWING, _STEPS, _PULL = 300, 1500, 0.03
# Boxes may fill at most this part of the map at first; then they shrink step by step until all fit.
_MOST_FILLED, _SHRINK = 0.5, 0.88
_GRID = 5.0
_BENDS = (0.0, 0.07, -0.07, 0.14, -0.14, 0.21, -0.21, 0.28, -0.28)
_ALONG = np.linspace(0.0, 1.0, 25)[:, None]


class Rect(NamedTuple):
    """A rectangle, given by its centre and half its sides."""

    x: float
    y: float
    half_width: float
    half_height: float


class Road(NamedTuple):
    """A quadratic curve between two monasteries."""

    start: tuple[float, float]
    bend: tuple[float, float]
    end: tuple[float, float]


class MapLayout(NamedTuple):
    """The layout of a board's map.

    Attributes:
        scale: the factor by which all sizes shrink; 1 except on crowded boards.
        places: centres of the monasteries, by name.
        names: boxes of their names.
        seals: boxes of the countries' seals.
        roads: curves in the order of the board's roads.
        outlines: the shape of each country, a list of closed polygons.
    """

    scale: float
    places: Mapping[str, tuple[float, float]]
    names: Mapping[str, Rect]
    seals: Mapping[str, Rect]
    roads: Sequence[Road]
    outlines: Mapping[str, Sequence[np.ndarray]]


def lay_out_map(board: Board, left: float, top: float, right: float, bottom: float) -> MapLayout:
    """Return the layout of a board's map within these bounds."""
    bounds = np.array([[left, top], [right, bottom]])
    wanted = _project_places(board, bounds)
    filled = 4 * _half_sizes(board, 1.0).prod(1).sum() / (bounds[1] - bounds[0]).prod()
    scale = min(1.0, float(np.sqrt(_MOST_FILLED / filled)))
    while (centres := _push_apart(wanted, _half_sizes(board, scale), scale * _GAP, bounds)) is None:
        scale *= _SHRINK
    places = centres[: len(board.monasteries)] - [0, _name_offset(scale) / 2]
    seals = [
        Rect(x, y, scale * SEAL_WIDTH / 2, scale * SEAL_HEIGHT / 2)
        for x, y in centres[len(board.monasteries) :]
    ]
    index = {monastery.name: at for at, monastery in enumerate(board.monasteries)}
    ends = np.array([[places[index[name]] for name in road] for road in board.roads])
    ends = ends.reshape(-1, 2, 2)
    straight = [Road(tuple(one), tuple((one + other) / 2), tuple(other)) for one, other in ends]
    names = _place_names(board, scale, places, seals, straight, bounds)
    roads = _bend_roads(scale, places, names, seals, ends, bounds)
    names = _place_names(board, scale, places, seals, roads, bounds)
    return MapLayout(
        scale,
        {name: (float(places[at][0]), float(places[at][1])) for name, at in index.items()},
        dict(zip(index, names, strict=True)),
        dict(zip(board.countries, seals, strict=True)),
        roads,
        _draw_outlines(board, scale, places, names, seals, roads, bounds),
    )


# --- places -------------------------------------------------------------------------------------


def _project_places(board: Board, bounds: np.ndarray) -> np.ndarray:
    """Return the wanted places of monasteries, then of seals: (places + countries, 2)."""
    given = [place.coordinates for place in board.monasteries if place.coordinates is not None]
    degrees = np.array(given)[:, ::-1] * [1, -1] if given else places_from_roads(board)
    degrees /= max(1.0, np.abs(degrees).max())
    degrees -= (degrees.min(0) + degrees.max(0)) / 2
    span = np.maximum(np.ptp(degrees, 0), 1e-9)
    room = bounds[1] - bounds[0] - [SEAL_WIDTH, 2 * SEAL_HEIGHT]
    stretch = room / span
    stretch = np.minimum(stretch, stretch.min() * _MOST_STRETCHED)
    places = bounds.mean(0) + stretch * degrees
    country_of = [place.country for place in board.monasteries]
    seals = [places[[country == own for own in country_of]].mean(0) for country in board.countries]
    wanted = np.concatenate([places, seals])
    # Places that coincide are arranged in a spiral, like the seeds of a sunflower.
    apart = np.abs(wanted[:, None] - wanted).max(-1)
    earlier = np.tril(apart < 1, -1).sum(1)[:, None]
    turns = _GOLDEN_ANGLE * earlier
    return wanted + 20 * np.sqrt(earlier) * np.hstack([np.cos(turns), np.sin(turns)])


def _name_width(name: str, scale: float) -> float:
    text, size = fit_text(name, scale * NAME_SIZE, scale * NAME_ROOM)
    return width(text, size)


def _name_offset(scale: float) -> float:
    """Return how far the middle of a name is below its monastery."""
    return scale * (TOKEN_RADIUS + 5 + NAME_SIZE / 2)


def _half_sizes(board: Board, scale: float) -> np.ndarray:
    """Return half the sides of the boxes of monasteries with their names, then of seals."""
    token = scale * TOKEN_RADIUS * _TOKEN_REACH
    high = token + _name_offset(scale) / 2
    boxes = [(max(token, _name_width(place.name, scale) / 2), high) for place in board.monasteries]
    seal = (scale * SEAL_WIDTH / 2, scale * SEAL_HEIGHT / 2)
    return np.array([*boxes, *[seal] * len(board.countries)])


def _push_apart(
    wanted: np.ndarray, sizes: np.ndarray, gap: float, bounds: np.ndarray
) -> np.ndarray | None:
    """Return centres near the wanted ones at which no boxes overlap; None if there are none.

    Boxes grow slowly, so that neighbours stay neighbours.
    """
    low, high = bounds[0] + sizes + _RIM, bounds[1] - sizes - _RIM
    if (low > high).any():
        return None
    centres = np.clip(wanted, low, high)
    reach = sizes[:, None] + sizes[None] + gap
    np.einsum("iij->ij", reach)[:] = 0
    order = np.sign(np.subtract.outer(np.arange(len(sizes)), np.arange(len(sizes))))[:, :, None]
    for step in range(_STEPS):
        grown = min(1.0, 0.2 + step / _GROWING)
        apart = centres[:, None] - centres[None]
        overlap = grown * reach - np.abs(apart)
        least = overlap.min(2)
        if grown == 1 and least.max() < 0.3:
            return centres
        # Boxes move mostly in the direction that separates them sooner, and a little in the other
        # one, so that columns do not jam.
        towards = np.where(apart == 0, order, np.sign(apart))
        push = towards * np.where(overlap == least[:, :, None], 1, 0.25)
        centres = centres + 0.3 * (np.maximum(least, 0)[:, :, None] * push).sum(1)
        if grown < 1:
            centres += _PULL * (wanted - centres)
        centres = np.clip(centres, low, high)
    return None


# --- names and roads ----------------------------------------------------------------------------


def _place_names(
    board: Board, scale: float, places: np.ndarray, seals: Sequence[Rect],
    roads: Sequence[Road], bounds: np.ndarray,
) -> list[Rect]:  # fmt: skip
    """Return boxes of the names: below, or where around the token the fewest roads cross them."""
    points = np.array([points_along(road, _ALONG) for road in roads]).reshape(-1, 2)
    token = scale * TOKEN_RADIUS * _TOKEN_REACH
    tokens = [Rect(x, y, token, token) for x, y in places]
    half = [_name_width(place.name, scale) / 2 for place in board.monasteries]
    high = scale * NAME_SIZE * CAPITALS / 2 + 2
    offset = _name_offset(scale)
    names = [Rect(x, y + offset, wide, high) for (x, y), wide in zip(places, half, strict=True)]
    for at, ((x, y), wide) in enumerate(zip(places, half, strict=True)):
        beside, askew = token + 2 * scale + wide, 0.4 * token + wide
        others = np.array([*tokens, *seals, *names[:at], *names[at + 1 :]])
        fewest = _count_inside(points, np.array([names[at]]), 1)
        for dx, dy in (
            (beside, 0.0), (-beside, 0.0), (0.0, -offset), (askew, offset), (-askew, offset),
            (askew, -offset), (-askew, -offset),
        ):  # fmt: skip
            tried = Rect(x + dx, y + dy, wide, high)
            crossed = _count_inside(points, np.array([tried]), 1)
            if crossed < fewest and _is_free(tried, others, bounds):
                names[at], fewest = tried, crossed
    return names


def _count_inside(points: np.ndarray, boxes: np.ndarray, margin: float) -> int:
    """Return how many points lie in boxes or their margins."""
    distance = np.abs(points[:, None] - boxes[:, :2]) - boxes[:, 2:]
    return int((distance < margin).all(-1).sum())


def _is_free(box: Rect, others: np.ndarray, bounds: np.ndarray) -> bool:
    centre, half = np.array(box[:2]), np.array(box[2:])
    if (centre - half < bounds[0] + _RIM).any() or (centre + half > bounds[1] - _RIM).any():
        return False
    apart = np.abs(others[:, :2] - centre) - others[:, 2:] - half
    return not (apart < 3).all(1).any()


def _bend_roads(
    scale: float, places: np.ndarray, names: Sequence[Rect], seals: Sequence[Rect],
    ends: np.ndarray, bounds: np.ndarray,
) -> list[Road]:  # fmt: skip
    """Return the roads, each bent so as to avoid what is in its way."""
    token = scale * TOKEN_RADIUS
    tokens = np.array([Rect(x, y, token, token) for x, y in places])
    in_the_way = ((tokens, 6, 5), (np.array(seals), 4, 2), (np.array(names), 0.7, -1))
    roads = []
    for one, other in ends:
        along = other - one
        tried = []
        for bend in _BENDS:
            control = (one + other) / 2 + 2 * bend * np.array([-along[1], along[0]])
            road = Road(tuple(one), tuple(control), tuple(other))
            curve = points_along(road, _ALONG)
            # The ends of a road are always at tokens, so they do not count.
            near = np.abs(curve[:, None] - [one, other]).max(-1).min(1) < 1.6 * token
            leaves = (curve < bounds[0] + 4) | (curve > bounds[1] - 4)
            cost = abs(bend) * 10 + 100 * leaves.sum()
            for boxes, weight, margin in in_the_way:
                cost += weight * _count_inside(curve[~near], boxes, margin)
            tried.append((cost, road))
        roads.append(min(tried, key=lambda of: of[0])[1])
    return roads


def points_along(road: Road, along: np.ndarray) -> np.ndarray:
    """Return points of a road at fractions of its length: (N, 1) → (N, 2)."""
    start, bend, end = (np.array(point) for point in road)
    return (1 - along) ** 2 * start + 2 * along * (1 - along) * bend + along**2 * end


# --- countries ----------------------------------------------------------------------------------


def _draw_outlines(
    board: Board, scale: float, places: np.ndarray, names: Sequence[Rect], seals: Sequence[Rect],
    roads: Sequence[Road], bounds: np.ndarray,
) -> dict[str, list[np.ndarray]]:  # fmt: skip
    """Return the shapes of the countries around their boxes and roads; the sea parts the rest."""
    grid = _Grid(bounds)
    country_of = {place.name: place.country for place in board.monasteries}
    token = scale * TOKEN_RADIUS * _TOKEN_REACH
    # `near` measures how near each point is to a country; `land` also counts the roads that
    # cross its borders, and gives the coasts.
    near = {
        country: grid.nearness(seal, 2)
        for country, seal in zip(board.countries, seals, strict=True)
    }
    land = {
        country: grid.nearness(seal, 7)
        for country, seal in zip(board.countries, seals, strict=True)
    }
    for place, at, name in zip(board.monasteries, places, names, strict=True):
        for box in (Rect(at[0], at[1], token, token), name):
            near[place.country] += grid.nearness(box, 2)
            land[place.country] += grid.nearness(box, 7)
    masses = {country: {country} for country in board.countries}
    for (one, other), road in zip(board.roads, roads, strict=True):
        here, there = country_of[one], country_of[other]
        length = np.hypot(*np.subtract(road.end, road.start))
        for x, y in points_along(road, np.linspace(0, 1, 2 + int(length / _SHORE))[:, None]):
            land[here] += grid.nearness(Rect(x, y, 0, 0), 7, _SHORE / 3)
            if here == there:
                near[here] += grid.nearness(Rect(x, y, 0, 0), 2, _SHORE / 3)
        joined = masses[here] | masses[there]
        for country in joined:
            masses[country] = joined
    distance = {country: -2 * np.log(near[country]) for country in board.countries}
    shore = {
        country: _SHORE + 7 * np.log(sum(land[joined] for joined in masses[country]))
        for country in board.countries
    }
    lakes = _find_lakes(np.max([*shore.values()], 0) <= 0)
    outlines = {}
    for country in board.countries:
        mass = masses[country]
        field = np.minimum(np.where(lakes, _SHORE, shore[country]), grid.inwards)
        for other in board.countries:
            if other != country:
                border = (distance[other] - distance[country]) / 2
                field = np.minimum(field, border - (0 if other in mass else _CHANNEL))
        outlines[country] = [grid.place(polygon) for polygon in zero_contours(field)]
    return outlines


def _find_lakes(water: np.ndarray) -> np.ndarray:
    """Return the water that is not connected over water with the edge of the map."""
    sea, last = np.zeros_like(water), -1
    sea[0] = True
    while sea.sum() != last:
        last = sea.sum()
        for _ in range(8):
            sea[1:] |= sea[:-1]
            sea[:-1] |= sea[1:]
            sea[:, 1:] |= sea[:, :-1]
            sea[:, :-1] |= sea[:, 1:]
            sea &= water
    return water & ~sea


class _Grid:
    """Points on the map, including a margin around it."""

    def __init__(self, bounds: np.ndarray):
        self.origin = bounds[0] - _GRID
        columns, rows = np.ceil((bounds[1] - self.origin) / _GRID).astype(int) + 2
        self.x = self.origin[0] + _GRID * np.arange(columns)
        self.y = (self.origin[1] + _GRID * np.arange(rows))[:, None]
        middle, half = (bounds[0] + bounds[1]) / 2, (bounds[1] - bounds[0]) / 2 - _SHORE / 2
        # Beyond a rim at the edge of the map there is always sea.
        self.inwards = np.minimum(
            half[0] - np.abs(self.x - middle[0]), half[1] - np.abs(self.y - middle[1])
        )

    def nearness(self, box: Rect, softness: float, farther: float = 0) -> np.ndarray:
        """Return 1 in a box, and less with the distance from it.

        The contours of sums of these fields have no sharp corners.
        """
        x = np.maximum(np.abs(self.x - box.x) - box.half_width, 0)
        y = np.maximum(np.abs(self.y - box.y) - box.half_height, 0)
        return np.exp(-(np.sqrt(x * x + y * y) + farther) / softness) + 1e-200

    def place(self, polygon: np.ndarray) -> np.ndarray:
        """Return points of the map at indices of its grid."""
        return self.origin + _GRID * polygon


# The corners of a square of the grid, in order around it.
_CORNERS = ((0, 0), (0, 1), (1, 1), (1, 0))


def zero_contours(field: np.ndarray) -> list[np.ndarray]:
    """Return where a field that is negative on its rim is zero, by marching squares.

    Returns:
        Closed polygons of (column, row).
    """
    inside = np.asarray(field > 0)
    rows, columns = field.shape[0] - 1, field.shape[1] - 1
    corners = [inside[dy : dy + rows, dx : dx + columns] for dy, dx in _CORNERS]
    crossed = np.any(corners, 0) & ~np.all(corners, 0)
    following: dict[tuple[float, float], list[tuple[float, float]]] = {}
    for row, column in zip(*np.nonzero(crossed), strict=True):
        for start, end in _cross_square(field, int(row), int(column)):
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


def _cross_square(
    field: np.ndarray, row: int, column: int
) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """Yield the lines that cross a square, each with the inside on the same hand."""
    values = [field[row + dy, column + dx] for dy, dx in _CORNERS]
    leaving: list[tuple[float, float]] = []
    entering: list[tuple[float, float]] = []
    for side in range(4):
        here, there = values[side], values[(side + 1) % 4]
        if (here > 0) != (there > 0):
            (dy, dx), (ey, ex) = _CORNERS[side], _CORNERS[(side + 1) % 4]
            # Both squares that share this side must start at the same end, so that they find
            # exactly the same point.
            if (dy, dx) > (ey, ex):
                (dy, dx), (ey, ex), one, other = (ey, ex), (dy, dx), there, here
            else:
                one, other = here, there
            part = float(one / (one - other))
            point = (column + dx + part * (ex - dx), row + dy + part * (ey - dy))
            (leaving if here > 0 else entering).append(point)
    yield from zip(leaving, entering, strict=True)
