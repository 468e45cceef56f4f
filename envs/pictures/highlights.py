"""Parts of a picture that a page lights up while they score."""

from collections.abc import Sequence
from typing import NamedTuple


class Highlight(NamedTuple):
    """Pieces that score together, such as the abbeys of a country.

    Attributes:
        pieces: the names of pieces of the picture that light up (see `Canvas.moving`).
        links: pairs of names of pieces between which a line lights up.
        points: the points that each seat scores.
    """

    pieces: Sequence[str]
    links: Sequence[tuple[str, str]]
    points: Sequence[int]
