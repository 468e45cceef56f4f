"""Emblems of cards and of categories of points, 24 by 24 units around their centre."""

from collections.abc import Sequence
from typing import NamedTuple

from hofspiele.envs.knatsch.components import TOURNAMENT_NAME
from hofspiele.envs.pictures.canvas import Canvas

# The categories of a score sheet, with the word for one card of the category.
CATEGORIES = {"castles": "castle", "tournaments": "tournament", "actions": "action"}

SHIELD = "M-10-11H10V0C10 6 5 10 0 12C-5 10-10 6-10 0Z"
LOCK = "M-8-1H-6V-5A6 6 0 0 1 6-5V-1H8V11H-8ZM-3-1H3V-5A3 3 0 0 0-3-5Z"


class Arms(NamedTuple):
    """A coat of arms: a coloured shield with a charge, so that coats also differ in shape."""

    colour: str
    charge: str


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
# The charges are a pale, a cross, a chevron, a fess, a saltire, a roundel, quarters and a bend.
_CHARGES = (
    "M-3.3-11H3.3V10.4L0 12L-3.3 10.4Z",
    "M-2.5-11H2.5V-4H10V0C10 .4 10 .7 9.9 1H2.5V10.8L0 12L-2.5 10.8V1H-9.9C-10 .7-10 .4-10 0V-4"
    "H-2.5Z",
    "M0-5.5L9.7 3.2C9.2 5 8.2 6.6 7 7.9L0 1.7L-7 7.9C-8.2 6.6-9.2 5-9.7 3.2Z",
    "M-10-4.5H10V0C10 .7 9.9 1.4 9.8 2H-9.8C-9.9 1.4-10 .7-10 0Z",
    "M-10-11H-6.3L0-3.4L6.3-11H10V-8.3L2.7 .3L8.3 6.2C7.6 7.3 6.8 8.2 5.9 8.9L0 2.9L-5.9 8.9"
    "C-6.8 8.2-7.6 7.3-8.3 6.2L-2.7 .3L-10-8.3Z",
    "M-5-1A5 5 0 1 0 5-1A5 5 0 1 0-5-1Z",
    "M-10-11H0V0H-10ZM0 0H10C10 6 5 10 0 12Z",
    "M-10-11H-4.5L8.9 5.1C8 6.9 6.8 8.3 5.4 9.3L-10-6.5Z",
)


def arms_of(colours: Sequence[str], colour: str) -> Arms:
    """Return the arms of `colour`, one of `colours`, even if its name is not in `_COLOURS`."""
    number = colours.index(colour)
    return Arms(_COLOURS.get(colour, [*_COLOURS.values()][number]), _CHARGES[number])


_CUP = (
    "#b08010",
    "M-6-11H6V-9H10C10-4 8-1 4.5 0C3.5 2 2.5 3 1.5 3.5V7H5V11H-5V7H-1.5V3.5C-2.5 3-3.5 2-4.5 0"
    "C-8-1-10-4-10-9H-6ZM-6-6.8H-7.6C-7.3-5-6.6-3.5-5.6-2.6C-5.9-4-6-5.4-6-6.8Z"
    "M6-6.8H7.6C7.3-5 6.6-3.5 5.6-2.6C5.9-4 6-5.4 6-6.8Z",
)
# Colour and path data of each emblem, by name. Dice cards show a die instead of an emblem.
EMBLEMS = {
    "castles": (
        "#857a69",
        "M-10-12H-5.5V-9H-2.2V-12H2.2V-9H5.5V-12H10V-4H8V12H3V6.5A3 3 0 0 0-3 6.5V12H-8V-4H-10Z",
    ),
    "tournaments": _CUP,
    "actions": ("#857a69", "M-10-7H-4V8H4V10H-10ZM-2-10H10V6H-2ZM.5-7.5V3.5H7.5V-7.5Z"),
    "king": ("#b08010", "M-10 4L-12-8L-5-2L0-11L5-2L12-8L10 4ZM-10 6.5H10V10H-10Z"),
    TOURNAMENT_NAME: _CUP,
    "catapult": (
        "#8a4b1f",
        "M-12 3H12V6H-12ZM-9 9.2A3 3 0 1 0-3 9.2A3 3 0 1 0-9 9.2ZM3 9.2A3 3 0 1 0 9 9.2"
        "A3 3 0 1 0 3 9.2ZM-5.8-8.4L-3.4-10.4L9.6 3H5.6ZM-5 3L-1.4-4L.6-2L-1.8 3Z"
        "M-12-9.4A3.1 3.1 0 1 0-5.8-9.4A3.1 3.1 0 1 0-12-9.4Z",
    ),
    "champion": (
        "#8a4b1f",
        "M-8 12V-2C-8-6-5.5-8.5-1.5-9C-1-11 2-13 8-11.5C5-11 4-10 3.5-8.5C6.5-7.5 8-5 8-2V12H2V4"
        "H-2V12ZM-5.5-2.2V.6H5.5V-2.2Z",
    ),
    "stack": (
        "#6a4c93",
        "M0-11.5L11.5-6L0-.5L-11.5-6ZM-11.5-2.5L0 3L11.5-2.5V.5L0 6L-11.5 .5Z"
        "M-11.5 3.5L0 9L11.5 3.5V6.5L0 12L-11.5 6.5Z",
    ),
    "castle guard": (
        "#2f5d73",
        "M-10-12H-5.5V-9H-2.2V-12H2.2V-9H5.5V-12H10V-4H8V12H-8V-4H-10ZM-4 .5V7.5H4V.5H2.7V-1.2"
        "A2.7 2.7 0 0 0-2.7-1.2V.5ZM-1.2 .5V-1.2A1.2 1.2 0 0 1 1.2-1.2V.5Z",
    ),
    "action guard": (
        "#2f5d73",
        "M-7-12H7A2 2 0 0 1 9-10V10A2 2 0 0 1 7 12H-7A2 2 0 0 1-9 10V-10A2 2 0 0 1-7-12Z"
        "M-5-1V7H5V-1H3.4V-3A3.4 3.4 0 0 0-3.4-3V-1ZM-1.6-1V-3A1.6 1.6 0 0 1 1.6-3V-1Z",
    ),
    "treason": ("#8a1f4b", "M-1.7-12H1.7V-7.5H7.5V-4.3H2.6V7L0 12L-2.6 7V-4.3H-7.5V-7.5H-1.7Z"),
    "protection": (
        "#2f5d73",
        "M-11.5 0A11.5 11.5 0 1 0 11.5 0A11.5 11.5 0 1 0-11.5 0ZM-1.4-8.8V-3.4A3.6 3.6 0 0 0-3.4"
        "-1.4H-8.8A8.9 8.9 0 0 1-1.4-8.8ZM1.4-8.8A8.9 8.9 0 0 1 8.8-1.4H3.4A3.6 3.6 0 0 0 1.4-3.4Z"
        "M8.8 1.4A8.9 8.9 0 0 1 1.4 8.8V3.4A3.6 3.6 0 0 0 3.4 1.4ZM-1.4 8.8A8.9 8.9 0 0 1-8.8 1.4"
        "H-3.4A3.6 3.6 0 0 0-1.4 3.4Z",
    ),
}
DICE_CARD_COLOUR = "#b3382c"


def paint_emblem(canvas: Canvas, of: str, x: float, y: float, scale: float) -> None:
    """Paint the emblem of a category, of a kind of card, or of the king around (x, y)."""
    colour, path = EMBLEMS[of]
    canvas.path(path, x, y, scale, fill=colour, fill_rule="evenodd")
