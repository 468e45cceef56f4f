"""The areas of the panels around the map."""

from typing import NamedTuple

from hofspiele.envs.pictures.canvas import Area

WIDTH, HEIGHT = 1200, 800
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
