"""The roads on the map: curves that bend around obstacles."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from hofspiele.envs.kardinal.components import Board
from hofspiele.envs.pictures.canvas import Area

_BENDS = (0.0, 0.07, -0.07, 0.14, -0.14, 0.21, -0.21, 0.28, -0.28)
_ALONG = np.linspace(0.0, 1.0, 25)[:, None]

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


class Road(NamedTuple):
    """A quadratic Bézier curve: a road between monasteries, or an arc between seals."""

    start: Point
    bend: Point
    end: Point


class Obstacle(NamedTuple):
    """Boxes that curves avoid.

    Attributes:
        boxes: (N, 4), each a `Rect`.
        weight: the cost of each point of a curve in a box.
        margin: the distance from a box up to which points count as inside.
    """

    boxes: np.ndarray
    weight: float
    margin: float


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
        Obstacle(tokens, 6, 5),
        Obstacle(np.array([*seals.values()]), 20, 2),
        Obstacle(np.array([*names.values()]), 0.7, -1),
    )
    # The ends of a road are always at tokens, so points near the ends do not count.
    ends = {name: Rect(x, y, 1.6 * token, 1.6 * token) for name, (x, y) in places.items()}
    return [bend_curve(ends[one], ends[other], in_the_way, bounds) for one, other in board.roads]


def bend_curve(
    one: Rect, other: Rect, in_the_way: Sequence[Obstacle], bounds: np.ndarray,
    bends: Sequence[float] = _BENDS,
) -> Road:  # fmt: skip
    """Return the curve between the centres of two boxes that meets the fewest obstacles.

    The parts of the curve in the two boxes do not count. A strong bend and points near the edge of
    the map count as obstacles too. `bends` are the distances from a straight line to try, as shares
    of the line's length; of equally good curves the first wins.
    """
    start, end = np.array(one[:2]), np.array(other[:2])
    along = end - start
    tried = []
    for bend in bends:
        control = (start + end) / 2 + 2 * bend * np.array([-along[1], along[0]])
        curve = Road(tuple(start), tuple(control), tuple(end))
        points = points_along(curve, _ALONG)
        outside = points[~(_are_inside(points, np.array([one, other]), 0).any(1))]
        leaves = (points < bounds[0] + 4) | (points > bounds[1] - 4)
        cost = abs(bend) * 10 + 100 * leaves.sum()
        for boxes, weight, margin in in_the_way:
            cost += weight * _are_inside(outside, boxes, margin).sum()
        tried.append((cost, curve))
    return min(tried, key=lambda of: of[0])[1]


def _are_inside(points: np.ndarray, boxes: np.ndarray, margin: float) -> np.ndarray:
    """Return whether each point (row) is in each box (column), enlarged by `margin`."""
    distance = np.abs(points[:, None] - boxes[:, :2]) - boxes[:, 2:]
    inside: np.ndarray = (distance < margin).all(-1)
    return inside


def points_along(road: Road, along: np.ndarray) -> np.ndarray:
    """Return points of a road at its curve parameters `along` in [0, 1]: (N, 1) → (N, 2)."""
    start, bend, end = (np.array(point) for point in road)
    return (1 - along) ** 2 * start + 2 * along * (1 - along) * bend + along**2 * end
