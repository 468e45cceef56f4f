"""The shapes of the countries on the map: contours around their monasteries, names and seals."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from hofspiele.envs.kardinal.components import Board
from hofspiele.envs.kardinal.picture.roads import Rect, Road, points_along

_SHORE, _CHANNEL = 13.0, 4.0
_GRID = 5.0


def draw_outlines(
    board: Board, tokens: Mapping[str, Rect], names: Mapping[str, Rect], seals: Mapping[str, Rect],
    roads: Sequence[Road], bounds: np.ndarray,
) -> dict[str, list[np.ndarray]]:  # fmt: skip
    """Return the shapes of the countries around their boxes and roads; the rest is sea."""
    grid = _Grid(bounds)
    country_of = {place.name: place.country for place in board.monasteries}
    # `near` measures how near each point is to a country. `land`, which determines the coasts,
    # also includes the roads that cross borders.
    near = {country: grid.nearness(seals[country], 2) for country in board.countries}
    land = {country: grid.nearness(seals[country], 7) for country in board.countries}
    for name, country in country_of.items():
        for box in (tokens[name], names[name]):
            near[country] += grid.nearness(box, 2)
            land[country] += grid.nearness(box, 7)
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
    """Return the part of the mask `water` that is not connected to the edge of the map."""
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
        # The rim of the map is always sea.
        self.inwards = np.minimum(
            half[0] - np.abs(self.x - middle[0]), half[1] - np.abs(self.y - middle[1])
        )

    def nearness(self, box: Rect, softness: float, farther: float = 0) -> np.ndarray:
        """Return exp(-(d + `farther`) / `softness`) for the distance d of each point from `box`.

        The contours of sums of these fields have no sharp corners.
        """
        x = np.maximum(np.abs(self.x - box.x) - box.half_width, 0)
        y = np.maximum(np.abs(self.y - box.y) - box.half_height, 0)
        return np.exp(-(np.sqrt(x * x + y * y) + farther) / softness) + 1e-200

    def place(self, polygon: np.ndarray) -> np.ndarray:
        """Return the points of the map at (column, row) positions of the grid."""
        return self.origin + _GRID * polygon


# The corners of a square of the grid, in order around it.
_CORNERS = ((0, 0), (0, 1), (1, 1), (1, 0))


def zero_contours(field: np.ndarray) -> list[np.ndarray]:
    """Return the zero contours of a field that is negative on its rim, by marching squares.

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
        point = next(iter(following))
        polygon = []
        while point in following:
            polygon.append(point)
            ends = following[point]
            if len(ends) == 1:
                del following[point]
            point = ends.pop()
        polygons.append(np.array(polygon))
    return polygons


def _cross_square(
    field: np.ndarray, row: int, column: int
) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """Yield the lines that cross a square, each with the inside on the same side."""
    values = [field[row + dy, column + dx] for dy, dx in _CORNERS]
    leaving: list[tuple[float, float]] = []
    entering: list[tuple[float, float]] = []
    for side in range(4):
        here, there = side, (side + 1) % 4
        if (values[here] > 0) != (values[there] > 0):
            # Both squares that share this side interpolate from the same corner, so that their
            # points are equal.
            first, last = sorted((here, there), key=_CORNERS.__getitem__)
            (y, x), (end_y, end_x) = _CORNERS[first], _CORNERS[last]
            part = float(values[first] / (values[first] - values[last]))
            point = (column + x + part * (end_x - x), row + y + part * (end_y - y))
            (leaving if values[here] > 0 else entering).append(point)
    yield from zip(leaving, entering, strict=True)
