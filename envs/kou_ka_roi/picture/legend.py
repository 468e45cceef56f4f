"""The legend of the pictures."""

from hofspiele.envs.kou_ka_roi import wording
from hofspiele.envs.kou_ka_roi.picture.cards import EMBLEMS, SPECIES, paint_slots
from hofspiele.envs.kou_ka_roi.picture.painting import (
    paint_number,
    paint_outermost,
    paint_whether_it_stays,
)
from hofspiele.envs.pictures.canvas import Area
from hofspiele.envs.pictures.legend import MIDDLE, Symbol, drawn_symbol
from hofspiele.envs.pictures.pieces import card_back, empty_place, seat_token

_CARD, _SLOTS = Area(5.0, 10.0, 38.0, 28.0), Area(6, 17, 36, 14)
_ANIMAL = EMBLEMS["animal"].colour

LEGEND = (
    *(drawn_symbol(of, meaning, EMBLEMS[of]) for of, meaning in wording.KINDS.items()),
    *(drawn_symbol(name, "an animal", emblem) for name, emblem in SPECIES.items()),
    Symbol("slots", wording.SLOTS, lambda canvas: paint_slots(canvas, 3, 5, _SLOTS, _ANIMAL)),
    Symbol("tick", wording.STAYS, lambda it: paint_whether_it_stays(it, 30.0, 30.0, stays=True)),
    Symbol(
        "cross", wording.RETURNS, lambda it: paint_whether_it_stays(it, 30.0, 30.0, stays=False)
    ),
    Symbol("black corner", wording.OUTERMOST, lambda canvas: paint_outermost(canvas, 31.0, 31.0)),
    Symbol("number", wording.NUMBER, lambda canvas: paint_number(canvas, 1, *MIDDLE)),
    Symbol("empty place", wording.NO_CARD, lambda canvas: empty_place(canvas, *_CARD)),
    Symbol("token", wording.CHOICE, lambda canvas: seat_token(canvas, *MIDDLE, 15, 1)),
    Symbol("card back", wording.SECRET_CHOICE, lambda canvas: card_back(canvas, *_CARD, "?")),
)
