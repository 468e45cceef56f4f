"""The legend of the pictures."""

from functools import partial

from hofspiele.envs.kardinal import wording
from hofspiele.envs.kardinal.picture.artwork import paint_open_seat
from hofspiele.envs.kardinal.picture.board_map import ROAD_COLOURS, paint_monastery
from hofspiele.envs.kardinal.picture.panels import paint_closed
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.legend import SIZE, Symbol
from hofspiele.envs.pictures.pieces import card_back, seat_token
from hofspiele.envs.pictures.theme import SEATS

_MIDDLE = SIZE / 2
_token = partial(seat_token, x=_MIDDLE, y=_MIDDLE, seat=1)


def _paint_advisors(canvas: Canvas) -> None:
    seat_token(canvas, _MIDDLE - 8, _MIDDLE, 10, 1)
    canvas.text(_MIDDLE + 6, _MIDDLE + 6, "2", 17, bold=True)


def _paint_road(canvas: Canvas) -> None:
    canvas.line(8, 32, 40, 16, stroke=ROAD_COLOURS[0], stroke_width=3)


def _paint_arc(canvas: Canvas) -> None:
    canvas.path("M6 34Q24 8 42 30", fill="none", stroke=SEATS[1], stroke_width=4)
    seat_token(canvas, _MIDDLE, 20, 7, 1)


def _paint_ring(canvas: Canvas) -> None:
    _token(canvas, radius=10)
    canvas.circle(_MIDDLE, _MIDDLE, 15, fill="none", stroke=canvas.theme.mark, stroke_width=2.5)


LEGEND = (
    Symbol("monastery", wording.MONASTERY, partial(paint_monastery, x=_MIDDLE, y=_MIDDLE, scale=2)),
    Symbol("brown line", wording.ROAD, _paint_road),
    Symbol("token", wording.ABBEY, partial(_token, radius=13)),
    Symbol("token with a number", wording.ADVISOR, _paint_advisors),
    Symbol(
        "dashed circle",
        wording.OPEN_SEAT,
        partial(paint_open_seat, x=_MIDDLE, y=_MIDDLE, radius=11),
    ),
    Symbol("coloured arc", wording.ARC, _paint_arc),
    Symbol("ring", wording.RING, _paint_ring),
    Symbol("dash", wording.CLOSED, partial(paint_closed, x=_MIDDLE, y=_MIDDLE, radius=16)),
    Symbol("card back", wording.HIDDEN_CARD, partial(card_back, x=5, y=10, width=38, height=28)),
)
