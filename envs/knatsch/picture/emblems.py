"""Emblems of cards, of their categories and of the king, and coats of arms of castles."""

from collections.abc import Sequence

from hofspiele.envs.knatsch.components import TOURNAMENT_NAME
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.drawings import read_drawings

# The categories of cards on a player's sheet, with the word for one card of the category.
CATEGORIES = {"castles": "castle", "tournaments": "tournament", "actions": "action"}

_DRAWINGS = read_drawings(__package__)
# Dice cards show a die instead of an emblem.
EMBLEMS = _DRAWINGS["emblems"] | {TOURNAMENT_NAME: _DRAWINGS["emblems"]["tournaments"]}
SHIELD, LOCK = (_DRAWINGS["shapes"][name].path for name in ("shield", "lock"))
_CHARGES = [charge.path for charge in _DRAWINGS["charges"].values()]
WHITE = "#ffffff"
_COLOURS = {
    "red": "#c0392b",
    "blue": "#2f6db5",
    "green": "#2e7d46",
    "yellow": "#f0c419",
    "white": WHITE,
    "black": "#2b2b2b",
    "purple": "#8456a8",
    "orange": "#e67e22",
}
DICE_CARD_COLOUR = "#b3382c"


def arms_of(colours: Sequence[str], colour: str) -> tuple[str, str]:
    """Return the arms of `colour`, one of `colours`, even if its name is not in `_COLOURS`.

    They are the colour of the shield, and a charge on it, so that arms also differ in shape.
    """
    number = colours.index(colour)
    return _COLOURS.get(colour, [*_COLOURS.values()][number]), _CHARGES[number]


def paint_emblem(canvas: Canvas, of: str, x: float, y: float, scale: float) -> None:
    """Paint the emblem of a category, of a kind of card, or of the king around (x, y)."""
    colour, path = EMBLEMS[of]
    canvas.path(path, x, y, scale, fill=colour, fill_rule="evenodd")
