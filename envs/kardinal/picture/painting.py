"""The complete picture of a position."""

from hofspiele.envs.kardinal.components import Board
from hofspiele.envs.kardinal.drawing import variants
from hofspiele.envs.kardinal.picture import board_map, side_panels
from hofspiele.envs.kardinal.picture.areas import HEIGHT, WIDTH, areas_of
from hofspiele.envs.kardinal.picture.artwork import paint_open_seat
from hofspiele.envs.kardinal.picture.player_panels import paint_player
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.pieces import headline
from hofspiele.envs.pictures.scene import Scene

_MARGIN = 24


def paint(board: Board, scene: Scene, event: str) -> Canvas:
    """Return the picture of a scene; the headline contains `event`, a sentence."""
    position = scene.position
    seats, vatikan = len(position["scores"]), position["vatikan"]
    areas = areas_of(seats, vatikan=vatikan, narrow=scene.narrow)
    height = max(HEIGHT, round(areas.bottom) + _MARGIN)
    stage = "the game is over" if position["over"] else position["stage"]
    canvas = Canvas(WIDTH, height, f"Kardinal & König, {stage}", dark=scene.dark, names=scene.names)
    facts = ["places still open to advisors", *variants(position)]
    left, base = headline(canvas, "Kardinal & König", stage, facts, event, narrow=scene.narrow)
    paint_open_seat(canvas, left - 12, base - 5.5, 5.5)
    board_map.paint_map(canvas, board, scene)
    own = [seat for seat in range(seats) if seat == scene.point_of_view]
    for seat in own:
        paint_player(canvas, board, scene, seat, areas.players[seat])
    side_panels.paint_cards(canvas, board, scene, areas.cards)
    if vatikan:
        side_panels.paint_vatikan(canvas, board, scene, areas.vatikan)
    for seat in range(seats):
        if seat not in own:
            paint_player(canvas, board, scene, seat, areas.players[seat])
    side_panels.paint_alliances(canvas, board, scene, areas.alliances)
    return canvas
