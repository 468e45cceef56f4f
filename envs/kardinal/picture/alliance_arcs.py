"""The arcs of the alliances on the map: curves from seal to seal, and places for tokens on them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from hofspiele.envs.kardinal.components import Board
from hofspiele.envs.kardinal.picture.roads import (
    Obstacle,
    Point,
    Rect,
    Road,
    bend_curve,
    points_along,
)

# Unlike roads, arcs are never straight, so that nobody takes them for roads.
_BENDS = (0.12, -0.12, 0.17, -0.17, 0.22, -0.22, 0.28, -0.28, 0.07, -0.07)
# Positions on a curve, from 0 at its start to 1 at its end: where an arc may be cut at a seal, and
# where a token may lie, nearest to the middle first.
_CUTS = np.linspace(0.0, 1.0, 201)[:, None]
_PLACES = np.array(sorted(np.linspace(0.08, 0.92, 43), key=lambda at: abs(at - 0.5)))[:, None]

# Desired minimum distance between an arc and the middle parts of other arcs.
_APART = 8.0


class Arc(NamedTuple):
    """The arc of an alliance.

    Attributes:
        curve: the curve from the edge of one seal to the edge of the other.
        places: positions on the curve where a token covers nothing else, the best first.
    """

    curve: Road
    places: Sequence[Point]


def lay_out_arcs(
    board: Board, tokens: Mapping[str, Rect], names: Mapping[str, Rect],
    seals: Mapping[str, Rect], reach: float, seats: int, bounds: np.ndarray,
) -> list[Arc]:  # fmt: skip
    """Return the arcs of the board's alliances, in their order.

    Each has places for the tokens of up to `seats` players, as far as there is space. `reach` is
    the distance between the centre of such a token and its edges.
    """
    all_tokens, all_names = np.array([*tokens.values()]), np.array([*names.values()])
    curves: list[Road] = []
    for pair in board.alliances:
        one, other = (seals[country] for country in pair)
        others = np.array([seals[country] for country in seals if country not in pair])
        in_the_way = (
            Obstacle(all_tokens, 6, 1),
            Obstacle(others.reshape(-1, 4), 8, 2),
            Obstacle(all_names, 2, 1),
            Obstacle(_points_of(curves), 0.4, _APART),
        )
        curves.append(_cut(bend_curve(one, other, in_the_way, bounds, _BENDS), one, other))
    taken = np.concatenate([all_tokens, all_names, np.array([*seals.values()])])
    places: list[list[Point]] = [[] for _ in curves]
    for _ in range(seats):
        for curve, found in zip(curves, places, strict=True):
            for x, y in points_along(curve, _PLACES):
                gaps = np.abs(taken[:, :2] - (x, y)) - taken[:, 2:]
                if (gaps.max(1) >= reach).all():
                    found.append((float(x), float(y)))
                    taken = np.concatenate([taken, [[x, y, reach, reach]]])
                    break
    return [Arc(curve, found) for curve, found in zip(curves, places, strict=True)]


def _points_of(curves: Sequence[Road]) -> np.ndarray:
    """Return points on the middle parts of curves as boxes without extent."""
    points = [points_along(curve, _PLACES) for curve in curves]
    return np.pad(np.concatenate(points or [np.empty((0, 2))]), ((0, 0), (0, 2)))


def _cut(curve: Road, one: Rect, other: Rect) -> Road:
    """Return the part of a curve between two boxes around its ends."""
    points = points_along(curve, _CUTS)
    beyond = [(np.abs(points - box[:2]) - box[2:]).max(1) > 0 for box in (one, other)]
    outside = np.flatnonzero(beyond[0] & beyond[1])
    if not len(outside):  # The boxes touch.
        return curve
    first, last = (float(_CUTS[at, 0]) for at in (outside[0], outside[-1]))
    start, bend, end = (np.array(point) for point in curve)
    # The control point of a part is the curve's blossom (polar form) at `first` and `last`.
    control = (
        (1 - first) * (1 - last) * start
        + (first + last - 2 * first * last) * bend
        + first * last * end
    )
    return Road(tuple(points[outside[0]]), tuple(control), tuple(points[outside[-1]]))
