"""Cards in pictures: large on a pile, small in front of a player."""

from hofspiele.envs.knatsch.components import TOURNAMENT_NAME, Combination, Components, suit_of
from hofspiele.envs.knatsch.picture import meanings
from hofspiele.envs.knatsch.picture.dice_faces import paint_combination, paint_row
from hofspiele.envs.knatsch.picture.emblems import (
    DICE_CARD_COLOUR,
    EMBLEMS,
    LOCK,
    SHIELD,
    WHITE,
    arms_of,
    paint_emblem,
)
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.pieces import card as paper
from hofspiele.envs.pictures.theme import CARD_INK, CARD_LINE, CARD_MARK, ink_on

# Sizes of small cards in front of players and of large cards on piles.
SMALL_WIDTH, SMALL_HEIGHT, SMALL_GAP = 110.0, 58.0, 8.0
LARGE_WIDTH, LARGE_HEIGHT = 150.0, 190.0


def paint_small(
    canvas: Canvas,
    components: Components,
    name: str,
    x: float,
    y: float,
    scale: float,
    copies: int = 1,
) -> None:
    """Paint a small card: a castle, an action card, or `copies` tournaments."""
    width, height = scale * SMALL_WIDTH, scale * SMALL_HEIGHT
    suit = suit_of(name)
    paper(canvas, x, y, width, height, _colour(components, suit), name)
    canvas.tip(_explained(components, name), x, y, width, height)
    left = x + max(12 * scale, 10.0)  # The coloured edge does not shrink with the card.
    right = x + width - 4 * scale
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
        canvas, *_combination(components, name), left, y + 35 * scale, 17 * scale,
        room=right - 22 * scale - left,
    )  # fmt: skip


def paint_lock(canvas: Canvas, x: float, y: float, scale: float, *, new: bool) -> None:
    """Paint the lock of a guard on the small card whose top left corner is (x, y)."""
    x += (SMALL_WIDTH - 13) * scale
    y += (SMALL_HEIGHT - 15) * scale
    fill = CARD_MARK if new else CARD_INK
    canvas.path(LOCK, x, y, 0.75 * scale, fill=fill, fill_rule="evenodd")
    area = x - 6 * scale, y - 8.5 * scale, 12 * scale, 17 * scale
    canvas.piece("badge", "guarded", *area)
    canvas.tip(meanings.LOCK, *area)


def paint_large(canvas: Canvas, components: Components, name: str, x: float, y: float) -> None:
    """Paint the top card of a pile."""
    suit = suit_of(name)
    paper(canvas, x, y, LARGE_WIDTH, LARGE_HEIGHT, _colour(components, suit), name)
    canvas.tip(_explained(components, name), x, y, LARGE_WIDTH, LARGE_HEIGHT)
    middle = x + LARGE_WIDTH / 2
    canvas.text(middle, y + 24, _group(components, suit), 14, anchor="middle", fill=CARD_INK)
    _paint_suit(canvas, components, suit, middle, y + 73, 3.2)
    canvas.text(
        middle, y + 142, suit, 22, anchor="middle", bold=True, fill=CARD_INK, room=LARGE_WIDTH - 28
    )
    if name == TOURNAMENT_NAME:
        canvas.text(middle, y + 170, "the best result wins", 14, anchor="middle", fill=CARD_INK)
    else:
        combination = _combination(components, name)
        paint_combination(canvas, *combination, x + 15, y + 154, 26, room=LARGE_WIDTH - 28)


def _explained(components: Components, name: str) -> str:
    """Return what a card means and how it is taken."""
    suit = suit_of(name)
    if suit == TOURNAMENT_NAME:
        return f"{suit}: {meanings.TOURNAMENT}"
    equal, face, extra = _combination(components, name)
    dice = ", ".join([str(face)] * equal)
    taken = f"to take it, beat {dice} and the extra die {extra}"
    return f"{suit}: {meanings.meaning_of(suit)}; {taken}"


def _combination(components: Components, name: str) -> Combination:
    return components.cards[components.card_names.index(name)].combination


def _group(components: Components, suit: str) -> str:
    if suit == TOURNAMENT_NAME:
        return "all take part"
    return "castle" if suit in components.colours else "action card"


def _colour(components: Components, suit: str) -> str:
    if suit in components.colours:
        colour, _ = arms_of(components.colours, suit)
        return CARD_LINE if colour == WHITE else colour  # White is invisible on paper.
    return EMBLEMS[suit].colour if suit in EMBLEMS else DICE_CARD_COLOUR


def _paint_suit(
    canvas: Canvas, components: Components, suit: str, x: float, y: float, scale: float
) -> None:
    """Paint the arms of a castle, the emblem of another card, or the die of a dice card."""
    if suit in components.colours:
        colour, charge = arms_of(components.colours, suit)
        canvas.path(SHIELD, x, y, scale, fill=colour)
        canvas.path(charge, x, y, scale, fill=ink_on(colour))
        canvas.path(SHIELD, x, y, scale, fill="none", stroke=CARD_LINE, stroke_width=1.2)
    elif suit in EMBLEMS:
        paint_emblem(canvas, suit, x, y, scale)
    else:
        paint_row(canvas, (int(suit[-1]),), x - 11 * scale, y - 11 * scale, 22 * scale)
