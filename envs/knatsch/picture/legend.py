"""The legend of the pictures."""

from functools import partial

from hofspiele.envs.knatsch import wording
from hofspiele.envs.knatsch.components import TOURNAMENT_NAME
from hofspiele.envs.knatsch.dice import DEAD
from hofspiele.envs.knatsch.picture.pieces import (
    EMBLEMS,
    EQUAL,
    EXTRA,
    LOCK,
    ON_TABLE,
    paint_bulls_eye,
    paint_chance,
    paint_emblem,
    paint_row,
)
from hofspiele.envs.knatsch.picture.situation import DIE_SIZE, paint_die
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.legend import SIZE, Symbol
from hofspiele.envs.pictures.pieces import seat_token
from hofspiele.envs.pictures.theme import CARD_INK

_MIDDLE = SIZE / 2
_DIE, _SMALL_DIE = 30.0, 13.0


def _emblem(name: str, meaning: str, of: str) -> Symbol:
    return Symbol(name, meaning, partial(paint_emblem, of=of, x=_MIDDLE, y=_MIDDLE, scale=1.4))


def _dice(
    faces: tuple[int, ...], size: float, colours: tuple[str, str] = ON_TABLE
) -> partial[None]:
    """Return a function that paints dice in the middle of a symbol."""
    left = _MIDDLE - size * (len(faces) * 9 - 1) / 16
    return partial(paint_row, faces=faces, x=left, y=_MIDDLE - size / 2, size=size, colours=colours)


def _action(kind: str, meaning: str) -> Symbol:
    if kind in EMBLEMS:
        return _emblem(kind, meaning, kind)
    return Symbol(kind, meaning, _dice((int(kind[-1]),), _DIE))


def _paint_lock(canvas: Canvas) -> None:
    canvas.path(LOCK, _MIDDLE, _MIDDLE - 3, 1.4, fill=CARD_INK, fill_rule="evenodd")


LEGEND = (
    _emblem("castle", wording.CASTLE, "castles"),
    _emblem(TOURNAMENT_NAME, wording.TOURNAMENT, TOURNAMENT_NAME),
    _emblem("king", wording.KING, "king"),
    _emblem("actions", wording.TOTALS["actions"], "actions"),
    *(_action(kind, meaning) for kind, meaning in wording.ACTIONS.items()),
    Symbol("lock", wording.LOCK, _paint_lock),
    Symbol("red dice", wording.EQUAL_DICE, _dice((3, 3, 3), _SMALL_DIE, colours=EQUAL)),
    Symbol("yellow die", wording.EXTRA_DIE, _dice((1,), _DIE, colours=EXTRA)),
    Symbol(
        "crossed die",
        wording.DEAD_DIE,
        partial(paint_die, face=DEAD, x=(SIZE - DIE_SIZE) / 2, y=(SIZE - DIE_SIZE) / 2),
    ),
    Symbol("bull's eye", wording.TARGET, partial(paint_bulls_eye, x=_MIDDLE, y=_MIDDLE)),
    Symbol("percentage", wording.CHANCE, partial(paint_chance, right=43, top=15, chance=0.42)),
    Symbol("token", wording.PLAYER, partial(seat_token, x=_MIDDLE, y=_MIDDLE, radius=15, seat=1)),
)
