"""The complete picture of a position."""

import functools

from hofspiele.envs.kardinal.components import Board
from hofspiele.envs.kardinal.drawing import variants
from hofspiele.envs.kardinal.picture import board_map, side_panels
from hofspiele.envs.kardinal.picture.areas import HEIGHT, WIDTH, Areas, areas_of
from hofspiele.envs.kardinal.picture.artwork import paint_open_seat
from hofspiele.envs.kardinal.picture.player_panels import paint_player
from hofspiele.envs.pictures.canvas import Area, Box, Canvas, Layer
from hofspiele.envs.pictures.pieces import headline
from hofspiele.envs.pictures.scene import Scene

_MARGIN = 24
# Layers that many positions share, and the boxes and tips in them.
_Shared = tuple[tuple[Layer, ...], tuple[Box, ...], tuple[tuple[str, Area], ...]]


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
    layout = board_map.layout_of(board)
    canvas.add_layers(*_land(board, dark=scene.dark))
    board_map.paint_alliances(canvas, board, layout, scene)
    canvas.add_layers(
        *_signs_and_panels(board, seats, vatikan=vatikan, dark=scene.dark, narrow=scene.narrow)
    )
    board_map.paint_pieces(canvas, board, layout, scene)
    own, others = _own_and_others(scene, areas)
    for seat in own:
        paint_player(canvas, board, scene, seat, areas.players[seat])
    side_panels.paint_cards(canvas, board, scene, areas.cards)
    if vatikan:
        side_panels.paint_seals(canvas, board, scene, areas.vatikan)
    for seat in others:
        paint_player(canvas, board, scene, seat, areas.players[seat])
    side_panels.paint_leaders(canvas, board, scene, areas.alliances)
    return canvas


def _own_and_others(scene: Scene, areas: Areas) -> tuple[list[int], list[int]]:
    """Return the seat that sees the picture, if there is one, and all other seats."""
    seats = range(len(areas.players))
    own = [seat for seat in seats if seat == scene.point_of_view]
    return own, [seat for seat in seats if seat not in own]


@functools.lru_cache(maxsize=8)
def _land(board: Board, *, dark: bool) -> _Shared:
    """Return the lowest layer of the map."""
    canvas = Canvas(WIDTH, HEIGHT, "", dark=dark)
    board_map.paint_land(canvas, board, board_map.layout_of(board), dark=dark)
    return _shared(canvas)


@functools.lru_cache(maxsize=32)
def _signs_and_panels(
    board: Board, seats: int, *, vatikan: bool, dark: bool, narrow: bool
) -> _Shared:
    """Return the signs on the map, and the parts of panels that are always the same."""
    areas = areas_of(seats, vatikan=vatikan, narrow=narrow)
    canvas = Canvas(WIDTH, HEIGHT, "", dark=dark)
    board_map.paint_signs(canvas, board, board_map.layout_of(board), dark=dark)
    side_panels.paint_alliances(canvas, board, areas.alliances)
    if vatikan:
        side_panels.paint_vatikan(canvas, board, areas.vatikan, dark=dark)
    return _shared(canvas)


def _shared(canvas: Canvas) -> _Shared:
    """Return the contents of a canvas without its background."""
    return tuple(canvas.layers()[1:]), tuple(canvas.boxes), tuple(canvas.tips)
