"""The upper left of a picture: the piles and the king; and the sizes of all areas."""

import math
from collections.abc import Mapping
from typing import Any

from hofspiele.envs.knatsch import wording
from hofspiele.envs.knatsch.actions import pile_name, under_pile_name
from hofspiele.envs.knatsch.components import TOURNAMENT_NAME, Components
from hofspiele.envs.knatsch.narration import dice_were_thrown
from hofspiele.envs.knatsch.picture import artwork
from hofspiele.envs.knatsch.pointing import THE_KING
from hofspiele.envs.knatsch.scoring import CASTLES_TO_CHALLENGE
from hofspiele.envs.pictures.canvas import Area, Canvas
from hofspiele.envs.pictures.pieces import FRAME, GAP, MARGIN, TOP, empty_place, marked, panel
from hofspiele.envs.pictures.scene import Scene
from hofspiele.envs.pictures.theme import CARD_LINE, PAPER

TABLE_WIDTH = 384
PLAYERS_LEFT = MARGIN + TABLE_WIDTH + 20
KING_TOP, KING_HEIGHT = 326, 54
ATTEMPT_TOP = KING_TOP + KING_HEIGHT + GAP
# Distance of the contents of a panel from its edge.
PADDING = 16
_UNDER_TOP, _UNDER_HEIGHT = 277, 46


def paint_piles(canvas: Canvas, components: Components, scene: Scene) -> None:
    """Paint the top card of each pile and the number of cards below."""
    canvas.region(
        "piles and king", Area(MARGIN, TOP, TABLE_WIDTH, KING_TOP + KING_HEIGHT - TOP).grown(FRAME)
    )
    pitch = (TABLE_WIDTH + GAP) / 2
    for number, pile in enumerate(scene.position["piles"]):
        name, left = pile_name(number), MARGIN + number * pitch
        card = Area(left + 12, TOP, artwork.LARGE_WIDTH, artwork.LARGE_HEIGHT)
        canvas.part(Area(left, TOP - GAP / 2, pitch, KING_TOP - TOP))
        with canvas.group(name):
            if pile["top"] is None:
                empty_place(canvas, *card)
            else:
                _paint_stack(canvas, math.ceil(pile["below"] / 4), card)
                with canvas.moving(_top_piece(pile, number), step=dice_were_thrown(scene)):
                    artwork.paint_large(canvas, components, pile["top"], card)
            if scene.earlier["piles"][number] != pile:
                marked(canvas, *card)
            artwork.place_target(canvas, scene, name, card)
            end = left + 18 + canvas.text(left + 18, 310, name, 17, bold=True)
            below = f"{pile['below']} more below" if pile["top"] else "empty"
            canvas.label(end + 6, 310, below, 15, room=card.right - end - 12)
        canvas.target(under_pile_name(number), card.left, _UNDER_TOP, card.width, _UNDER_HEIGHT)


def _paint_stack(canvas: Canvas, cards: int, top: Area) -> None:
    for depth in range(min(cards, 5), 0, -1):
        below = top._replace(left=top.left + 2.5 * depth, top=top.top + 2.5 * depth)
        canvas.rect(*below, radius=5, fill=PAPER, stroke=CARD_LINE)


def _top_piece(pile: Mapping[str, Any], number: int) -> str:
    """Return the piece name of a pile's top card: its name, and for a tournament also its pile."""
    top: str = pile["top"]
    return f"{top} on {pile_name(number)}" if top == TOURNAMENT_NAME else top


def tournaments_taken(scene: Scene) -> list[str]:
    """Return the piece names of tournaments that were on top of piles that have just changed."""
    return [
        _top_piece(before, number)
        for number, before in enumerate(scene.earlier["piles"])
        if before["top"] == TOURNAMENT_NAME and before != scene.position["piles"][number]
    ]


def paint_king(canvas: Canvas, components: Components, scene: Scene) -> None:
    """Paint the king and the combination to beat."""
    canvas.part(Area(0, KING_TOP - GAP / 2, PLAYERS_LEFT - GAP / 2, KING_HEIGHT + GAP))
    area = Area(MARGIN, KING_TOP, TABLE_WIDTH, KING_HEIGHT)
    with canvas.group(THE_KING):
        panel(canvas, area)
        middle = area.middle[1]
        artwork.paint_emblem(canvas, "king", MARGIN + 32, middle, 1.3)
        canvas.text(MARGIN + 58, middle - 2, THE_KING, 17, bold=True)
        canvas.label(MARGIN + 58, middle + 16, f"needs {CASTLES_TO_CHALLENGE} castles", 14)
        artwork.paint_combination(
            canvas, *components.king, MARGIN + 190, middle - 14, 28, TABLE_WIDTH - 210
        )
        canvas.tip(f"{THE_KING}: {wording.KING}", *area)
        artwork.place_target(canvas, scene, THE_KING, area)
