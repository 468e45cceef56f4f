"""Symbols of a game's pictures with their explanations, as on the rules pages."""

from collections.abc import Callable
from typing import NamedTuple

from hofspiele.envs.pictures.canvas import Canvas

# Width and height of the picture of a symbol.
SIZE = 48


class Symbol(NamedTuple):
    """A symbol with its explanation.

    Attributes:
        name: the name of the symbol.
        meaning: what it means, as the end of a sentence that begins with the name.
        paint: a function that paints it in the middle of a canvas of SIZE by SIZE.
    """

    name: str
    meaning: str
    paint: Callable[[Canvas], object]

    def picture(self) -> Canvas:
        """Return a picture of the symbol."""
        canvas = Canvas(SIZE, SIZE, self.name)
        self.paint(canvas)
        return canvas
