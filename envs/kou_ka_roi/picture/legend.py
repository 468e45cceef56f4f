"""The legend of the pictures."""

from functools import partial

from hofspiele.envs.kou_ka_roi.picture import meanings
from hofspiele.envs.kou_ka_roi.picture.collection import paint_slots
from hofspiele.envs.kou_ka_roi.picture.emblems import EMBLEMS, SPECIES
from hofspiele.envs.kou_ka_roi.picture.painting import (
    paint_number,
    paint_outermost,
    paint_whether_it_stays,
)
from hofspiele.envs.pictures.canvas import Area, Canvas
from hofspiele.envs.pictures.legend import SIZE, Symbol
from hofspiele.envs.pictures.pieces import card_back, empty_place, seat_token

_MIDDLE = SIZE / 2
_CARD = 5.0, 10.0, 38.0, 28.0


def _emblem(of: str, meaning: str) -> Symbol:
    colour, path = EMBLEMS[of]
    return Symbol(of, meaning, partial(_paint_emblem, path=path, colour=colour))


def _species(name: str) -> Symbol:
    colour, _ = EMBLEMS["animal"]
    return Symbol(name, "an animal", partial(_paint_emblem, path=SPECIES[name], colour=colour))


def _paint_emblem(canvas: Canvas, path: str, colour: str) -> None:
    canvas.path(path, _MIDDLE, _MIDDLE, 1.4, fill=colour)


def _paint_slots(canvas: Canvas) -> None:
    paint_slots(canvas, 3, 5, Area(6, 17, 36, 14), EMBLEMS["animal"][0])


def _paint_empty_place(canvas: Canvas) -> None:
    empty_place(canvas, *_CARD)


def _paint_card_back(canvas: Canvas) -> None:
    card_back(canvas, *_CARD, "?")


_mark = partial(paint_whether_it_stays, right=_MIDDLE + 6, bottom=_MIDDLE + 6)
LEGEND = (
    *(_emblem(of, meaning) for of, meaning in meanings.KINDS.items()),
    *map(_species, SPECIES),
    Symbol("slots", meanings.SLOTS, _paint_slots),
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
