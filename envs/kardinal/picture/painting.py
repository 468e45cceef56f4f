"""The complete picture of a position, the areas of the panels around the map, and the legend."""

from hofspiele.envs.kardinal import wording
from hofspiele.envs.kardinal.components import Board
from hofspiele.envs.kardinal.drawing import variants
from hofspiele.envs.kardinal.picture import board_map, panels
from hofspiele.envs.kardinal.picture.artwork import paint_open_seat
from hofspiele.envs.kardinal.picture.map_layout import MAP
from hofspiele.envs.pictures import pieces
from hofspiele.envs.pictures.canvas import Area, Canvas
from hofspiele.envs.pictures.legend import MIDDLE, Symbol
from hofspiele.envs.pictures.scene import Scene
from hofspiele.envs.pictures.theme import SEATS

# Left edge of the right column, and width of the right column and of all panels in narrow pictures.
_LEFT, _WIDTH = 764, 412
_GAP, _PLAYERS_GAP = 10.0, 8.0
# Height of a player's panel in a narrow picture.
_PLAYER_HEIGHT = 152.0
# Height of Der Vatikan in heights of a player's panel, and its height in a narrow picture.
_VATIKAN_SHARE, _VATIKAN_HEIGHT = 1.5, 248.0


def _areas(seats: int, *, vatikan: bool, narrow: bool) -> tuple[Area, Area, list[Area], Area]:
    """Return the areas of the cards, the Vatican (or of height 0), the players and the alliances.

    In a narrow picture all panels are as wide as the right column, and their heights do not depend
    on `seats`.
    """
    cards = Area(_LEFT, pieces.TOP, _WIDTH, 112 if narrow else 86)
    top, share = cards.bottom + _GAP, _VATIKAN_SHARE if vatikan else 0.0
    gaps = (seats - 1) * _PLAYERS_GAP + _GAP * vatikan
    below = pieces.HEIGHT - pieces.MARGIN - top
    height = _PLAYER_HEIGHT if narrow else (below - gaps) / (seats + share)
    vatikan_height = vatikan * _VATIKAN_HEIGHT if narrow else share * height
    vatikan_area = Area(_LEFT, top, _WIDTH, vatikan_height)
    if vatikan:
        top = vatikan_area.bottom + _GAP
    players = pieces.stacked(_LEFT, top, _WIDTH, [height] * seats, _PLAYERS_GAP)
    alliances = Area(MAP.left, 700, MAP.width, 76)
    if narrow:
        alliances = Area(_LEFT, players[-1].bottom + _PLAYERS_GAP, _WIDTH, 474)
    return cards, vatikan_area, players, alliances


def paint(board: Board, scene: Scene, event: str) -> Canvas:
    """Return the picture of a scene; the headline contains `event`, a sentence."""
    position = scene.position
    seats, vatikan = len(position["scores"]), position["vatikan"]
    areas = _areas(seats, vatikan=vatikan, narrow=scene.narrow)
    cards_area, vatikan_area, player_areas, alliances_area = areas
    facts = ["places still open to advisors", *variants(position)]
    game, stage = "Kardinal & König", position["stage"]
    canvas, (left, base) = pieces.new_picture(
        scene, game, stage, facts, event, alliances_area.bottom
    )
    paint_open_seat(canvas, left - 12, base - 5.5, 5.5)
    board_map.paint_map(canvas, board, scene)
    for number, seat in enumerate(pieces.own_first(scene, seats)):
        if number == (scene.point_of_view in range(seats)):
            panels.paint_cards(canvas, board, scene, cards_area)
            if vatikan:
                panels.paint_vatikan(canvas, board, scene, vatikan_area)
        panels.paint_player(canvas, board, scene, seat, player_areas[seat])
    panels.paint_alliances(canvas, board, scene, alliances_area)
    return canvas


# --- the legend ---------------------------------------------------------------------------------


def _paint_advisors(canvas: Canvas) -> None:
    pieces.seat_token(canvas, 16.0, 24.0, 10, 1)
    canvas.text(30.0, 30.0, "2", 17, bold=True)


def _paint_arc(canvas: Canvas) -> None:
    canvas.path("M6 34Q24 8 42 30", fill="none", stroke=SEATS[1], stroke_width=4)
    pieces.seat_token(canvas, 24.0, 20, 7, 1)


def _paint_ring(canvas: Canvas) -> None:
    pieces.seat_token(canvas, *MIDDLE, 10, 1)
    canvas.circle(*MIDDLE, 15, fill="none", stroke=canvas.theme.mark, stroke_width=2.5)


_ROAD_STYLE = {"stroke": board_map.ROAD_COLOURS[0], "stroke_width": 3}
LEGEND = (
    Symbol("monastery", wording.MONASTERY, lambda it: board_map.paint_monastery(it, *MIDDLE, 2)),
    Symbol("brown line", wording.ROAD, lambda canvas: canvas.line(8, 32, 40, 16, **_ROAD_STYLE)),
    Symbol("token", wording.ABBEY, lambda canvas: pieces.seat_token(canvas, *MIDDLE, 13, 1)),
    Symbol("token with a number", wording.ADVISOR, _paint_advisors),
    Symbol("dashed circle", wording.OPEN_SEAT, lambda it: paint_open_seat(it, *MIDDLE, 11)),
    Symbol("coloured arc", wording.ARC, _paint_arc),
    Symbol("ring", wording.RING, _paint_ring),
    Symbol("dash", wording.CLOSED, lambda canvas: panels.paint_closed(canvas, *MIDDLE, 16)),
    Symbol("card back", wording.HIDDEN_CARD, lambda it: pieces.card_back(it, 5, 10, 38, 28)),
)
