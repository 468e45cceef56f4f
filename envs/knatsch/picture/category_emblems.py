"""Emblems of the categories of points, and of the king."""

from hofspiele.envs.knatsch.picture.emblems import (
    CARDS,
    CARDS_COLOUR,
    CASTLE,
    CASTLE_COLOUR,
    CROWN,
    CROWN_COLOUR,
    CUP,
    CUP_COLOUR,
)
from hofspiele.envs.pictures.canvas import Canvas

# The keys are the categories of a score sheet, the values are words for one of their cards.
CATEGORIES = {"castles": "castle", "tournaments": "tournament", "actions": "action"}
_EMBLEM_OF = {
    "castles": (CASTLE, CASTLE_COLOUR),
    "tournaments": (CUP, CUP_COLOUR),
    "actions": (CARDS, CARDS_COLOUR),
    "king": (CROWN, CROWN_COLOUR),
}


def paint_emblem(canvas: Canvas, of: str, x: float, y: float, scale: float) -> None:
    """Paint the emblem of a category or of the king around (x, y)."""
    path, colour = _EMBLEM_OF[of]
    canvas.path(path, x, y, scale, fill=colour, fill_rule="evenodd")
