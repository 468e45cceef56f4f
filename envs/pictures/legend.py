"""Symbols of pictures: drawings in SVG files, and explanations for the rules pages."""

from collections.abc import Callable
from importlib import resources
from typing import Any, NamedTuple
from xml.etree import ElementTree

from hofspiele.envs.pictures.canvas import Canvas


class Drawing(NamedTuple):
    """A drawing: its only colour, and its path data within 24 by 24 units around (0, 0)."""

    colour: str
    path: str


def read_drawings(package: str) -> dict[str, dict[str, Drawing]]:
    """Return the drawings in a package's ``drawings.svg`` by group and name, with spaces for _."""
    file = resources.files(package).joinpath("drawings.svg")
    return {
        group.attrib["id"]: {
            path.attrib["id"].replace("_", " "): Drawing(path.get("fill", ""), path.attrib["d"])
            for path in group
        }
        for group in ElementTree.fromstring(file.read_text(encoding="utf-8"))
    }


# Width and height of the picture of a symbol, and its middle.
SIZE = 48
MIDDLE = SIZE / 2, SIZE / 2


class Symbol(NamedTuple):
    """A symbol with its explanation."""

    name: str  #: the name of the symbol
    meaning: str  #: what it means, as the end of a sentence that begins with the name
    paint: Callable[[Canvas], object]  #: paints it in the middle of a canvas of SIZE by SIZE

    def picture(self) -> Canvas:
        """Return a picture of the symbol."""
        canvas = Canvas(SIZE, SIZE, self.name)
        self.paint(canvas)
        return canvas


def drawn_symbol(name: str, meaning: str, drawing: Drawing, **style: Any) -> Symbol:
    """Return a symbol that consists of a drawing."""
    colour, path = drawing
    return Symbol(
        name, meaning, lambda canvas: canvas.path(path, *MIDDLE, 1.4, fill=colour, **style)
    )
