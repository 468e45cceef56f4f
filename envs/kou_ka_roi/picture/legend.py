"""The legend of the pictures."""

from functools import partial

from hofspiele.envs.kou_ka_roi.picture import meanings
from hofspiele.envs.kou_ka_roi.picture.emblems import EMBLEMS
from hofspiele.envs.kou_ka_roi.picture.painting import (
    paint_number,
    paint_outermost,
    paint_whether_it_stays,
)
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.legend import SIZE, Symbol
from hofspiele.envs.pictures.pieces import card_back, empty_place, seat_token

_MIDDLE = SIZE / 2
_CARD = 5.0, 10.0, 38.0, 28.0


def _paint_emblem(canvas: Canvas, of: str) -> None:
    colour, path = EMBLEMS[of]
    canvas.path(path, _MIDDLE, _MIDDLE, 1.4, fill=colour)


def _paint_empty_place(canvas: Canvas) -> None:
    empty_place(canvas, *_CARD)


def _paint_card_back(canvas: Canvas) -> None:
    card_back(canvas, *_CARD, "?")


_mark = partial(paint_whether_it_stays, right=_MIDDLE + 6, bottom=_MIDDLE + 6)
LEGEND = (
    *(Symbol(of, meaning, partial(_paint_emblem, of=of)) for of, meaning in meanings.KINDS.items()),
    Symbol("tick", meanings.STAYS, partial(_mark, stays=True)),
    Symbol("cross", meanings.RETURNS, partial(_mark, stays=False)),
    Symbol(
        "black corner",
        meanings.OUTERMOST,
        partial(paint_outermost, right=_MIDDLE + 7, bottom=_MIDDLE + 7),
    ),
    Symbol("number", meanings.NUMBER, partial(paint_number, number=1, x=_MIDDLE, middle=_MIDDLE)),
    Symbol("empty place", meanings.NO_CARD, _paint_empty_place),
    Symbol("token", meanings.CHOICE, partial(seat_token, x=_MIDDLE, y=_MIDDLE, radius=15, seat=1)),
    Symbol("card back", meanings.SECRET_CHOICE, _paint_card_back),
)
