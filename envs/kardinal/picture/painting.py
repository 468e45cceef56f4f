"""The complete picture of a position."""

import functools

from hofspiele.envs.kardinal.components import Board
from hofspiele.envs.kardinal.drawing import variants
from hofspiele.envs.kardinal.picture import board_map, player_panels, side_panels
from hofspiele.envs.kardinal.picture.artwork import paint_open_seat
from hofspiele.envs.pictures.canvas import Area, Box, Canvas
from hofspiele.envs.pictures.pieces import headline
from hofspiele.envs.pictures.scene import Scene

_WIDTH, _HEIGHT = 1200, 800


def paint(board: Board, scene: Scene, event: str) -> Canvas:
    """Return the picture of a scene; the headline contains `event`, a sentence."""
    position = scene.position
    stage = "the game is over" if position["over"] else position["stage"]
    canvas = Canvas(_WIDTH, _HEIGHT, f"Kardinal & König, {stage}", dark=scene.dark)
    canvas.add_part(*_background(board, vatikan=position["vatikan"], dark=scene.dark))
    facts = ["places still open to advisors", *variants(position)]
    left = headline(canvas, "Kardinal & König", stage, facts, event)
    paint_open_seat(canvas, left - 12, 32.5, 5.5)
    board_map.paint_pieces(canvas, board, board_map.layout_of(board), scene)
    side_panels.paint_leaders(canvas, board, scene)
    if position["vatikan"]:
        side_panels.paint_seals(canvas, board, scene)
    side_panels.paint_cards(canvas, board, scene)
    player_panels.paint_players(
        canvas, board, scene, side_panels.bottom(vatikan=position["vatikan"])
    )
    return canvas


@functools.lru_cache(maxsize=16)
def _background(
    board: Board, *, vatikan: bool, dark: bool
) -> tuple[str, tuple[Box, ...], tuple[tuple[str, Area], ...]]:
    """Return the SVG that all positions share, and the boxes and tips in it."""
    canvas = Canvas(_WIDTH, _HEIGHT, "", dark=dark)
    canvas.part()
    board_map.paint_map(canvas, board, board_map.layout_of(board), dark=dark)
    side_panels.paint_alliances(canvas, board)
    if vatikan:
        side_panels.paint_vatikan(canvas, board, dark=dark)
    return canvas.svg_parts()[-1], tuple(canvas.boxes), tuple(canvas.tips)
