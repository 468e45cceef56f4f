"""The legend of the pictures."""

from hofspiele.envs.kardinal import wording
from hofspiele.envs.kardinal.picture.artwork import paint_open_seat
from hofspiele.envs.kardinal.picture.board_map import ROAD_COLOURS, paint_monastery
from hofspiele.envs.kardinal.picture.panels import paint_closed
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.legend import MIDDLE, Symbol
from hofspiele.envs.pictures.pieces import card_back, seat_token
from hofspiele.envs.pictures.theme import SEATS


def _paint_advisors(canvas: Canvas) -> None:
    seat_token(canvas, 16.0, 24.0, 10, 1)
    canvas.text(30.0, 30.0, "2", 17, bold=True)


def _paint_road(canvas: Canvas) -> None:
    canvas.line(8, 32, 40, 16, stroke=ROAD_COLOURS[0], stroke_width=3)


def _paint_arc(canvas: Canvas) -> None:
    canvas.path("M6 34Q24 8 42 30", fill="none", stroke=SEATS[1], stroke_width=4)
    seat_token(canvas, 24.0, 20, 7, 1)


def _paint_ring(canvas: Canvas) -> None:
    seat_token(canvas, *MIDDLE, 10, 1)
    canvas.circle(*MIDDLE, 15, fill="none", stroke=canvas.theme.mark, stroke_width=2.5)


LEGEND = (
    Symbol("monastery", wording.MONASTERY, lambda canvas: paint_monastery(canvas, *MIDDLE, 2)),
    Symbol("brown line", wording.ROAD, _paint_road),
    Symbol("token", wording.ABBEY, lambda canvas: seat_token(canvas, *MIDDLE, 13, 1)),
    Symbol("token with a number", wording.ADVISOR, _paint_advisors),
    Symbol("dashed circle", wording.OPEN_SEAT, lambda it: paint_open_seat(it, *MIDDLE, 11)),
    Symbol("coloured arc", wording.ARC, _paint_arc),
    Symbol("ring", wording.RING, _paint_ring),
    Symbol("dash", wording.CLOSED, lambda canvas: paint_closed(canvas, *MIDDLE, 16)),
    Symbol("card back", wording.HIDDEN_CARD, lambda canvas: card_back(canvas, 5, 10, 38, 28)),
)
