"""The roads on the map: curves that bend around obstacles."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from hofspiele.envs.kardinal.components import Board
from hofspiele.envs.pictures.canvas import Area

_BENDS = (0.0, 0.07, -0.07, 0.14, -0.14, 0.21, -0.21, 0.28, -0.28)
_ALONG = np.linspace(0.0, 1.0, 25)[:, None]

Point = tuple[float, float]


class Rect(NamedTuple):
    """A rectangle, given by its centre and half its sides."""

    x: float
    y: float
    half_width: float
    half_height: float

    @property
    def area(self) -> Area:
        left, top = self.x - self.half_width, self.y - self.half_height
        return Area(left, top, 2 * self.half_width, 2 * self.half_height)


class Road(NamedTuple):
    """A quadratic curve between two monasteries."""

    start: Point
    bend: Point
    end: Point


def bend_roads(
    board: Board, places: Mapping[str, Point], names: Mapping[str, Rect],
    seals: Mapping[str, Rect], token: float, bounds: np.ndarray,
) -> list[Road]:  # fmt: skip
    """Return the roads of a board, each bent around obstacles.

    `places`, `names` and `seals` are as in `MapLayout`; tokens have the radius `token`, and
    `bounds` are two opposite corners of the map.
    """
    tokens = np.array([Rect(x, y, token, token) for x, y in places.values()])
    in_the_way = (
        (tokens, 6, 5), (np.array([*seals.values()]), 4, 2), (np.array([*names.values()]), 0.7, -1)
    )  # fmt: skip
    roads = []
    for road in board.roads:
        one, other = np.array([places[name] for name in road])
        along = other - one
        tried = []
        for bend in _BENDS:
            control = (one + other) / 2 + 2 * bend * np.array([-along[1], along[0]])
            curve = Road(tuple(one), tuple(control), tuple(other))
            points = points_along(curve, _ALONG)
            # The ends of a road are always at tokens, so points near the ends do not count.
            near = np.abs(points[:, None] - [one, other]).max(-1).min(1) < 1.6 * token
            leaves = (points < bounds[0] + 4) | (points > bounds[1] - 4)
            cost = abs(bend) * 10 + 100 * leaves.sum()
            for boxes, weight, margin in in_the_way:
                cost += weight * _count_inside(points[~near], boxes, margin)
            tried.append((cost, curve))
        roads.append(min(tried, key=lambda of: of[0])[1])
    return roads


def _count_inside(points: np.ndarray, boxes: np.ndarray, margin: float) -> int:
    """Return the number of (point, box) pairs with the point in the box enlarged by `margin`."""
    distance = np.abs(points[:, None] - boxes[:, :2]) - boxes[:, 2:]
    return int((distance < margin).all(-1).sum())


def points_along(road: Road, along: np.ndarray) -> np.ndarray:
    """Return points of a road at its curve parameters `along` in [0, 1]: (N, 1) → (N, 2)."""
    start, bend, end = (np.array(point) for point in road)
    return (1 - along) ** 2 * start + 2 * along * (1 - along) * bend + along**2 * end
