"""Boxes and arrows on a transparent background, with colours for light and dark pages."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from hofspiele.envs.pictures.canvas import Canvas, document

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
# Colours of boxes, which suit white text.
BLUE, GREEN, BROWN, PURPLE = "#1f5f8b", "#3d6b35", "#8a4a17", "#71377f"
# The colour of arrows and of text outside of boxes, which is visible on white and on black.
_LINE = "#7b8190"
_TITLE, _CAPTION, _LEADING = 16, 13, 17
# Length and half the width of the head of an arrow.
_HEAD, _HALF = 10, 5


class Block(NamedTuple):
    """A box: its centre, its size, its title, and lines of text below the title."""

    x: float
    y: float
    width: float
    height: float
    title: str
    lines: tuple[str, ...] = ()
    colour: str = BLUE

    @property
    def top(self) -> tuple[float, float]:
        """The middle of the upper edge."""
        return self.x, self.y - self.height / 2

    @property
    def bottom(self) -> tuple[float, float]:
        """The middle of the lower edge."""
        return self.x, self.y + self.height / 2

    @property
    def left(self) -> tuple[float, float]:
        """The middle of the left edge."""
        return self.x - self.width / 2, self.y

    @property
    def right(self) -> tuple[float, float]:
        """The middle of the right edge."""
        return self.x + self.width / 2, self.y


class Diagram:
    """A diagram that is being drawn.

    Args:
        width, height: size of the picture.
        title: a description for people who do not see the picture.

    Attributes:
        boxes: the bounding boxes of all texts.
        blocks: all blocks.
    """

    def __init__(self, width: int, height: int, title: str):
        self.blocks: list[Block] = []
        self._title = title
        self._canvas = Canvas(width, height, title)
        self._canvas.part()
        self.boxes = self._canvas.boxes

    def block(self, block: Block) -> Block:
        """Draw a block and return it."""
        canvas, (left, _), (_, top) = self._canvas, block.left, block.top
        room = block.width - 12
        canvas.rect(left, top, block.width, block.height, radius=8, fill=block.colour)
        baseline = block.y + 6 - _LEADING / 2 * len(block.lines)
        canvas.text(
            block.x, baseline, block.title, _TITLE,
            anchor="middle", bold=True, fill="#ffffff", room=room,
        )  # fmt: skip
        for number, line in enumerate(block.lines, start=1):
            y = baseline + 1 + _LEADING * number
            canvas.text(block.x, y, line, _CAPTION, anchor="middle", fill="#ffffff", room=room)
        self.blocks.append(block)
        return block

    def arrow(self, *points: tuple[float, float], curved: bool = False) -> None:
        """Draw an arrow through `points`, as straight lines or as curves from top to bottom."""
        (x, y), (end_x, end_y) = points[-2:]
        length = ((end_x - x) ** 2 + (end_y - y) ** 2) ** 0.5
        # Curves arrive from above.
        dx, dy = (0, 1) if curved else ((end_x - x) / length, (end_y - y) / length)
        neck = (end_x - _HEAD * dx, end_y - _HEAD * dy)
        path = _curve([*points[:-1], neck]) if curved else _straight([*points[:-1], neck])
        self._canvas.path(path, fill="none", stroke=_LINE, stroke_width=1.8)
        self._canvas.polygon(
            [
                (end_x, end_y),
                (neck[0] - _HALF * dy, neck[1] + _HALF * dx),
                (neck[0] + _HALF * dy, neck[1] - _HALF * dx),
            ],
            fill=_LINE,
        )

    def note(self, x: float, y: float, text: str, anchor: str = "middle") -> None:
        """Write a line of text next to an arrow."""
        self._canvas.text(x, y, text, _CAPTION, anchor=anchor, fill=_LINE, bold=True)

    def svg(self) -> str:
        """Return the picture as an SVG document without a background."""
        canvas = self._canvas
        _, *parts = canvas.svg_parts()
        return document(canvas.width, canvas.height, self._title, parts) + "\n"


def _straight(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _curve(points: Sequence[tuple[float, float]]) -> str:
    path = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for (x, y), (next_x, next_y) in pairwise(points):
        middle = (y + next_y) / 2
        path += f"C{x:.1f} {middle:.1f} {next_x:.1f} {middle:.1f} {next_x:.1f} {next_y:.1f}"
    return path
