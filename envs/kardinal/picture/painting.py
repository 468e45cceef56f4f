"""The complete picture of a position, and the areas of the panels around the map."""

from typing import NamedTuple

from hofspiele.envs.kardinal.components import Board
from hofspiele.envs.kardinal.drawing import variants
from hofspiele.envs.kardinal.picture import board_map, panels
from hofspiele.envs.kardinal.picture.artwork import paint_open_seat
from hofspiele.envs.kardinal.picture.panels import paint_player
from hofspiele.envs.pictures.canvas import Area, Canvas
from hofspiele.envs.pictures.pieces import new_picture, own_first
from hofspiele.envs.pictures.scene import Scene

# Left edge and width of the right column.
_LEFT, _WIDTH = 764, 412
_MAP_LEFT, _MAP_WIDTH = 24, 728
_BOTTOM, _GAP = 776.0, 10.0
_PLAYERS_GAP = 8.0
# Height of a player's panel in a narrow picture.
_PLAYER_HEIGHT = 152.0
# Height of Der Vatikan, in heights of a player's panel.
_VATIKAN_SHARE = 1.5


class Areas(NamedTuple):
    """The areas of the panels; `vatikan` has the height 0 without the expansion."""

    cards: Area
    vatikan: Area
    alliances: Area
    players: list[Area]

    @property
    def bottom(self) -> float:
        """The lower edge of the lowest panel."""
        last = max([*self[:3], *self.players], key=lambda area: area.top + area.height)
        return last.top + last.height


def areas_of(seats: int, *, vatikan: bool, narrow: bool) -> Areas:
    """Return the areas in a picture for a number of seats.

    In a narrow picture all panels are as wide as the right column, and their heights do not depend
    on `seats`.
    """
    cards = Area(_LEFT, 84, _WIDTH, 112 if narrow else 86)
    top = cards.top + cards.height + _GAP
    share = _VATIKAN_SHARE if vatikan else 0.0
    gaps = (seats - 1) * _PLAYERS_GAP + _GAP * vatikan
    height = _PLAYER_HEIGHT if narrow else (_BOTTOM - top - gaps) / (seats + share)
    vatikan_area = Area(_LEFT, top, _WIDTH, share * height)
    if vatikan:
        top += vatikan_area.height + _GAP
    pitch = height + _PLAYERS_GAP
    players = [Area(_LEFT, top + seat * pitch, _WIDTH, height) for seat in range(seats)]
    alliances = (
        Area(_LEFT, top + seats * pitch, _WIDTH, 474)
        if narrow
        else Area(_MAP_LEFT, 700, _MAP_WIDTH, 76)
    )
    return Areas(cards, vatikan_area, alliances, players)


def paint(board: Board, scene: Scene, event: str) -> Canvas:
    """Return the picture of a scene; the headline contains `event`, a sentence."""
    position = scene.position
    seats, vatikan = len(position["scores"]), position["vatikan"]
    areas = areas_of(seats, vatikan=vatikan, narrow=scene.narrow)
    facts = ["places still open to advisors", *variants(position)]
    game, stage = "Kardinal & König", position["stage"]
    canvas, (left, base) = new_picture(scene, game, stage, facts, event, areas.bottom)
    paint_open_seat(canvas, left - 12, base - 5.5, 5.5)
    board_map.paint_map(canvas, board, scene)
    for number, seat in enumerate(own_first(scene, seats)):
        if number == (scene.point_of_view in range(seats)):
            panels.paint_cards(canvas, board, scene, areas.cards)
            if vatikan:
                panels.paint_vatikan(canvas, board, scene, areas.vatikan)
        paint_player(canvas, board, scene, seat, areas.players[seat])
    panels.paint_alliances(canvas, board, scene, areas.alliances)
    return canvas
