"""Dice in pictures: rows of faces, and combinations of equal dice and an extra die."""

import functools
from collections.abc import Sequence

from hofspiele.envs.pictures.canvas import Canvas

# Width of a die, gap between dice, and diameter of a pip; `paint_row` scales them.
_SIDE, _GAP, _PIP = 24, 3, 5
_EXTRA_GAP = 5
_LOW, _MIDDLE, _HIGH = 6, 12, 18
_DIAGONAL = ((_LOW, _HIGH), (_HIGH, _LOW))
_CORNERS = (*_DIAGONAL, (_LOW, _LOW), (_HIGH, _HIGH))
_CENTRE = (_MIDDLE, _MIDDLE)
_PIPS = (
    (_CENTRE,),
    _DIAGONAL,
    (*_DIAGONAL, _CENTRE),
    _CORNERS,
    (*_CORNERS, _CENTRE),
    (*_CORNERS, (_LOW, _MIDDLE), (_HIGH, _MIDDLE)),
)
# Colours (body, pips) of dice on the table and of dead dice, then of a combination's equal dice and
# extra die.
ON_TABLE, DEAD_DIE = ("#ffffff", "#22252b"), ("#b9bcc2", "#85898f")
EQUAL, EXTRA = ("#b3382c", "#ffffff"), ("#f2c84b", "#22252b")


@functools.cache
def _outlines(faces: tuple[int, ...]) -> tuple[str, str]:
    """Return the path data of the bodies and of the pips of a row of dice."""
    bodies, pips = [], []
    for at, face in enumerate(faces):
        left = at * (_SIDE + _GAP)
        bodies.append(
            f"M{left + 5} 0h14a5 5 0 0 1 5 5v14a5 5 0 0 1-5 5h-14a5 5 0 0 1-5-5v-14a5 5 0 0 1 5-5Z"
        )
        pips += [
            f"M{left + x} {y}h.01"  # With round ends, such a short line is a dot.
            for x, y in _PIPS[face - 1]
        ]
    return "".join(bodies), "".join(pips)


def paint_row(
    canvas: Canvas, faces: Sequence[int], x: float, y: float, size: float,
    colours: tuple[str, str] = ON_TABLE,
) -> None:  # fmt: skip
    """Paint a row of dice, each `size` wide, whose top left corner is (x, y)."""
    bodies, pips = _outlines(tuple(faces))
    body, ink = colours
    canvas.path(bodies, x, y, size / _SIDE, fill=body, stroke=ink, stroke_width=1)
    canvas.path(pips, x, y, size / _SIDE, stroke=ink, stroke_width=_PIP, stroke_linecap="round")
    width = (len(faces) * (_SIDE + _GAP) - _GAP) * size / _SIDE
    canvas.piece("dice", " ".join(map(str, faces)), x, y, width, size)


def paint_combination(
    canvas: Canvas, equal: int, face: int, extra: int, x: float, y: float, size: float,
    room: float,
) -> None:  # fmt: skip
    """Paint `equal` dice of a face and, after a gap, the extra die (0 without one).

    The dice are smaller than `size` if they do not fit in the width `room`.
    """
    units = (equal + (extra > 0)) * (_SIDE + _GAP) - _GAP + (_EXTRA_GAP if extra else 0)
    small = min(size, room * _SIDE / units)
    y += (size - small) / 2
    paint_row(canvas, (face,) * equal, x, y, small, EQUAL)
    if extra:
        left = x + (equal * (_SIDE + _GAP) + _EXTRA_GAP) * small / _SIDE
        paint_row(canvas, (extra,), left, y, small, EXTRA)
