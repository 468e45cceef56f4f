"""The legend of the pictures."""

from functools import partial

from hofspiele.envs.kou_ka_roi import wording
from hofspiele.envs.kou_ka_roi.picture.cards import EMBLEMS, SPECIES, paint_slots
from hofspiele.envs.kou_ka_roi.picture.painting import (
    paint_number,
    paint_outermost,
    paint_whether_it_stays,
)
from hofspiele.envs.pictures.canvas import Area
from hofspiele.envs.pictures.legend import SIZE, Drawing, Symbol
from hofspiele.envs.pictures.pieces import card_back, empty_place, seat_token

_MIDDLE = SIZE / 2
_CARD = 5.0, 10.0, 38.0, 28.0


def _emblem(name: str, meaning: str, emblem: Drawing) -> Symbol:
    colour, path = emblem
    return Symbol(
        name, meaning, lambda canvas: canvas.path(path, _MIDDLE, _MIDDLE, 1.4, fill=colour)
    )


_mark = partial(paint_whether_it_stays, right=_MIDDLE + 6, bottom=_MIDDLE + 6)
LEGEND = (
    *(_emblem(of, meaning, EMBLEMS[of]) for of, meaning in wording.KINDS.items()),
    *(_emblem(name, "an animal", emblem) for name, emblem in SPECIES.items()),
    Symbol(
        "slots",
        wording.SLOTS,
        lambda canvas: paint_slots(canvas, 3, 5, Area(6, 17, 36, 14), EMBLEMS["animal"].colour),
    ),
    Symbol("tick", wording.STAYS, partial(_mark, stays=True)),
    Symbol("cross", wording.RETURNS, partial(_mark, stays=False)),
    Symbol(
        "black corner",
        wording.OUTERMOST,
        partial(paint_outermost, right=_MIDDLE + 7, bottom=_MIDDLE + 7),
    ),
    Symbol("number", wording.NUMBER, partial(paint_number, number=1, x=_MIDDLE, middle=_MIDDLE)),
    Symbol("empty place", wording.NO_CARD, lambda canvas: empty_place(canvas, *_CARD)),
    Symbol("token", wording.CHOICE, partial(seat_token, x=_MIDDLE, y=_MIDDLE, radius=15, seat=1)),
    Symbol("card back", wording.SECRET_CHOICE, lambda canvas: card_back(canvas, *_CARD, "?")),
)
