"""Cards on pictures: large on a pile, small in front of a player."""

from typing import NamedTuple

from hofspiele.envs.knatsch.components import CASTLE, TOURNAMENT_NAME, Card, Components
from hofspiele.envs.knatsch.picture.dice_faces import paint_combination, paint_row
from hofspiele.envs.knatsch.picture.emblems import (
    CUP,
    CUP_COLOUR,
    DICE_CARD_COLOUR,
    EMBLEMS,
    LOCK,
    SHIELD,
    WHITE,
    arms_of,
)
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.pieces import card as paper
from hofspiele.envs.pictures.theme import CARD_INK, CARD_LINE, CARD_MARK, ink_on

# Small cards lie in front of players, large ones on piles.
SMALL_WIDTH, SMALL_HEIGHT, SMALL_GAP = 110.0, 58.0, 8.0
LARGE_WIDTH, LARGE_HEIGHT = 150.0, 190.0


class Cards(NamedTuple):
    """The cards of a box by their names."""

    components: Components
    by_name: dict[str, Card]


def cards_of(components: Components) -> Cards:
    """Return the castles and action cards of a box; tournaments are known by their name alone."""
    return Cards(components, dict(zip(components.card_names, components.cards, strict=False)))


def paint_small(
    canvas: Canvas, cards: Cards, name: str, x: float, y: float, scale: float, copies: int = 1
) -> None:
    """Paint a castle, an action card, or `copies` tournaments, in front of a player."""
    width, height = scale * SMALL_WIDTH, scale * SMALL_HEIGHT
    paper(canvas, x, y, width, height, _colour(cards, name), name)
    left = x + max(12 * scale, 10.0)  # The edge of a small card is as thick.
    right = x + width - 5 * scale
    _paint_emblem(canvas, cards, name, left + 11 * scale, y + 19 * scale, 0.95 * scale)
    word = left + 27 * scale
    canvas.text(
        word, y + 24 * scale, _word(cards, name), 15 * scale, bold=True, fill=CARD_INK,
        room=right - word,
    )  # fmt: skip
    if name == TOURNAMENT_NAME:
        canvas.text(left, y + 50 * scale, f"× {copies}", 19 * scale, bold=True, fill=CARD_INK)
        return
    paint_combination(
        canvas, *cards.by_name[name].combination, left, y + 35 * scale, 17 * scale,
        room=right - 19 * scale - left,
    )  # fmt: skip


def paint_lock(canvas: Canvas, x: float, y: float, scale: float, *, new: bool) -> None:
    """Paint a guard on the card whose top left corner is (x, y)."""
    x += (SMALL_WIDTH - 13) * scale
    y += (SMALL_HEIGHT - 15) * scale
    fill = CARD_MARK if new else CARD_INK
    canvas.path(LOCK, x, y, 0.75 * scale, fill=fill, fill_rule="evenodd")
    canvas.piece("badge", "guarded", x - 6 * scale, y - 8.5 * scale, 12 * scale, 17 * scale)


def paint_large(canvas: Canvas, cards: Cards, name: str, x: float, y: float) -> None:
    """Paint the top card of a pile."""
    paper(canvas, x, y, LARGE_WIDTH, LARGE_HEIGHT, _colour(cards, name), name)
    middle = x + LARGE_WIDTH / 2
    canvas.text(middle, y + 21, _group(cards, name), 14, anchor="middle", fill=CARD_INK)
    _paint_emblem(canvas, cards, name, middle, y + 73, 3.2)
    canvas.text(
        middle,
        y + 142,
        _word(cards, name),
        22,
        anchor="middle",
        bold=True,
        fill=CARD_INK,
        room=LARGE_WIDTH - 28,
    )
    if name == TOURNAMENT_NAME:
        canvas.text(middle, y + 170, "the best result wins", 14, anchor="middle", fill=CARD_INK)
    else:
        combination = cards.by_name[name].combination
        paint_combination(canvas, *combination, x + 15, y + 154, 26, room=LARGE_WIDTH - 28)


def _word(cards: Cards, name: str) -> str:
    return name if name == TOURNAMENT_NAME else cards.by_name[name].of


def _group(cards: Cards, name: str) -> str:
    if name == TOURNAMENT_NAME:
        return "all take part"
    return "castle" if cards.by_name[name].kind == CASTLE else "action card"


def _colour(cards: Cards, name: str) -> str:
    if name == TOURNAMENT_NAME:
        return CUP_COLOUR
    card = cards.by_name[name]
    if card.kind == CASTLE:
        colour = arms_of(cards.components.colours, card.of).colour
        return CARD_LINE if colour == WHITE else colour  # White can't be seen on paper.
    return EMBLEMS[card.of][0] if card.of in EMBLEMS else DICE_CARD_COLOUR


def _paint_emblem(
    canvas: Canvas, cards: Cards, name: str, x: float, y: float, scale: float
) -> None:
    if name == TOURNAMENT_NAME:
        canvas.path(CUP, x, y, scale, fill=CUP_COLOUR, fill_rule="evenodd")
        return
    card = cards.by_name[name]
    if card.kind == CASTLE:
        colour, charge = arms_of(cards.components.colours, card.of)
        canvas.path(SHIELD, x, y, scale, fill=colour)
        canvas.path(charge, x, y, scale, fill=ink_on(colour))
        canvas.path(SHIELD, x, y, scale, fill="none", stroke=CARD_LINE, stroke_width=1.2)
    elif card.of in EMBLEMS:
        colour, path = EMBLEMS[card.of]
        canvas.path(path, x, y, scale, fill=colour, fill_rule="evenodd")
    else:
        paint_row(canvas, (int(card.of[-1]),), x - 11 * scale, y - 11 * scale, 22 * scale)
