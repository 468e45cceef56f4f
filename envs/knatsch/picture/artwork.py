"""Emblems, dice, cards, and the marker on the target of an attempt."""

import functools
from collections.abc import Sequence

from hofspiele.envs.core.text.words import percent
from hofspiele.envs.knatsch import wording
from hofspiele.envs.knatsch.components import TOURNAMENT_NAME, Components, suit_of
from hofspiele.envs.knatsch.pointing import target_of
from hofspiele.envs.pictures.canvas import Area, Canvas
from hofspiele.envs.pictures.legend import read_drawings
from hofspiele.envs.pictures.pieces import card as paper
from hofspiele.envs.pictures.scene import Scene
from hofspiele.envs.pictures.text import width as width_of
from hofspiele.envs.pictures.theme import CARD_INK, CARD_LINE, CARD_MARK, PAPER, ink_on

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


Colours = tuple[str, str]
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
    colours: Colours = ON_TABLE,
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


# Sizes of small cards in front of players and of large cards on piles.
SMALL_WIDTH, SMALL_HEIGHT, SMALL_GAP = 110.0, 58.0, 8.0
LARGE_WIDTH, LARGE_HEIGHT = 150.0, 190.0


def paint_small(canvas: Canvas, components: Components, name: str, area: Area, copies: int) -> None:
    """Paint a small card of any size: a castle, an action card, or `copies` tournaments."""
    suit, y, scale = suit_of(name), area.top, area.width / SMALL_WIDTH
    paper(canvas, *area, _colour(components, suit), name)
    canvas.tip(_explained(components, name), *area)
    left = area.left + max(12 * scale, 10.0)  # The coloured edge does not shrink with the card.
    right = area.right - 4 * scale
    _paint_suit(canvas, components, suit, left + 11 * scale, y + 19 * scale, 0.95 * scale)
    word = left + 25 * scale
    canvas.text(
        word, y + 24 * scale, suit, 15 * scale, bold=True, fill=CARD_INK,
        room=right - word,
    )  # fmt: skip
    if name == TOURNAMENT_NAME:
        canvas.text(left, y + 50 * scale, f"× {copies}", 19 * scale, bold=True, fill=CARD_INK)
        return
    paint_combination(
        canvas, *components.combination_of(name), left, y + 35 * scale, 17 * scale,
        room=right - 22 * scale - left,
    )  # fmt: skip


def paint_lock(canvas: Canvas, card: Area, *, new: bool) -> None:
    """Paint the lock of a guard on a small card."""
    scale = card.width / SMALL_WIDTH
    x, y = card.right - 13 * scale, card.bottom - 15 * scale
    fill = CARD_MARK if new else CARD_INK
    canvas.path(LOCK, x, y, 0.75 * scale, fill=fill, fill_rule="evenodd")
    area = Area.around(x, y, 6 * scale, 8.5 * scale)
    canvas.piece("badge", "guarded", *area)
    canvas.tip(wording.LOCK, *area)


def paint_large(canvas: Canvas, components: Components, name: str, area: Area) -> None:
    """Paint the top card of a pile."""
    suit, x, y, middle = suit_of(name), area.left, area.top, area.middle[0]
    paper(canvas, *area, _colour(components, suit), name)
    canvas.tip(_explained(components, name), *area)
    group = "castle" if suit in components.colours else "action card"
    group = "all take part" if suit == TOURNAMENT_NAME else group
    canvas.text(middle, y + 24, group, 14, anchor="middle", fill=CARD_INK)
    _paint_suit(canvas, components, suit, middle, y + 73, 3.2)
    canvas.text(
        middle, y + 142, suit, 22, anchor="middle", bold=True, fill=CARD_INK, room=LARGE_WIDTH - 28
    )
    if name == TOURNAMENT_NAME:
        canvas.text(middle, y + 170, "the best result wins", 14, anchor="middle", fill=CARD_INK)
    else:
        combination = components.combination_of(name)
        paint_combination(canvas, *combination, x + 15, y + 154, 26, room=LARGE_WIDTH - 28)


def _explained(components: Components, name: str) -> str:
    suit = suit_of(name)
    meaning = f"{suit}: {wording.meaning_of(suit)}"
    if suit == TOURNAMENT_NAME:
        return meaning
    equal, face, extra = components.combination_of(name)
    dice = ", ".join([str(face)] * equal)
    return f"{meaning}; to take it, beat {dice} and the extra die {extra}"


def _colour(components: Components, suit: str) -> str:
    if suit in components.colours:
        colour, _ = arms_of(components.colours, suit)
        return CARD_LINE if colour == WHITE else colour  # White is invisible on paper.
    return EMBLEMS[suit].colour if suit in EMBLEMS else DICE_CARD_COLOUR


def _paint_suit(
    canvas: Canvas, components: Components, suit: str, x: float, y: float, scale: float
) -> None:
    if suit in components.colours:
        colour, charge = arms_of(components.colours, suit)
        canvas.path(SHIELD, x, y, scale, fill=colour)
        canvas.path(charge, x, y, scale, fill=ink_on(colour))
        canvas.path(SHIELD, x, y, scale, fill="none", stroke=CARD_LINE, stroke_width=1.2)
    elif suit in EMBLEMS:
        paint_emblem(canvas, suit, x, y, scale)
    else:
        paint_row(canvas, (int(suit[-1]),), x - 11 * scale, y - 11 * scale, 22 * scale)


# Font size and height of the label with a chance.
_SIZE, _HEIGHT = 12.7, 17.0


def place_target(canvas: Canvas, scene: Scene, name: str, area: Area) -> None:
    """Record the area of a target, and paint its chance if it is known.

    While dice are thrown for the target, also paint a marker: a frame and a bull's eye.
    """
    canvas.target(name, *area)
    if name in scene.chances:
        paint_chance(canvas, area.right + 3, area.top - 5, scene.chances[name])
    if name == target_of(scene.position):
        canvas.frame(*area.grown(2), stroke=canvas.theme.ink, radius=7, thick=2.5)
        paint_bulls_eye(canvas, area.right - 4, area.top + 4)


def paint_chance(canvas: Canvas, right: float, top: float, chance: float) -> None:
    """Paint a chance of success as a label with its upper right corner at (`right`, `top`).

    Pages keep the group "chance" above the frames of targets.
    """
    words = percent(chance)
    width, ink = width_of(words, _SIZE, bold=True) + 10, canvas.theme.ink
    area = Area(right - width, top, width, _HEIGHT)
    with canvas.group("chance"):
        canvas.rect(*area, radius=_HEIGHT / 2, fill=ink, stroke=PAPER)
        canvas.text(area.left + 5, top + 12.7, words, _SIZE, bold=True, fill=ink_on(ink))
    canvas.piece("badge", words, *area)
    canvas.tip(f"{words}: {wording.CHANCE}", *area)


def paint_bulls_eye(canvas: Canvas, x: float, y: float) -> None:
    """Paint a bull's eye around (x, y)."""
    for radius, colour in ((8.5, "#ffffff"), (7, "#b3261e"), (4.6, "#ffffff"), (2.4, "#b3261e")):
        canvas.circle(x, y, radius, fill=colour)
    canvas.piece("badge", "target", *Area.around(x, y, 8.5))
    canvas.tip(wording.TARGET, *Area.around(x, y, 8.5))
