"""The panels of the players: hands, supplies of pieces, points."""

from hofspiele.envs.core.text.words import counted
from hofspiele.envs.kardinal.components import (
    ABBEYS_PER_PLAYER,
    ADVISORS_PER_PLAYER,
    HAND_SIZE,
    Board,
)
from hofspiele.envs.kardinal.picture import meanings
from hofspiele.envs.kardinal.picture.artwork import paint_card
from hofspiele.envs.kardinal.picture.motion import drawn_from, hand_piece, player_piece
from hofspiele.envs.kardinal.picture.side_panels import FRAME, TABLES
from hofspiele.envs.kardinal.pointing import card_target
from hofspiele.envs.pictures.canvas import Area, Canvas
from hofspiele.envs.pictures.pieces import card_back, marked, panel, seat_token
from hofspiele.envs.pictures.scene import Scene

_SHEET_WIDTH = 134
_CARD_GAP = 7.0
_NAME_WIDTH = 110


def paint_player(canvas: Canvas, board: Board, scene: Scene, seat: int, area: Area) -> None:
    """Paint the panel of a player in three parts: the name, the hand and the points."""
    position = scene.position
    left, top, width, height = area
    right = left + width - 14
    canvas.region(f"cards of {scene.names.of(seat)}", area.grown(FRAME))
    with canvas.group(scene.names.of(seat)):
        first = scene.verdict(seat) if position["over"] else seat == position["player"]
        panel(canvas, *area, active=bool(first))
        with canvas.moving(player_piece(seat)):
            seat_token(canvas, left + 24, top + 20, 12, seat)
        canvas.tip(f"{scene.names.of(seat)}: {meanings.PLAYER}", left, top, width, 38)
        end = left + 44.0
        end += canvas.text(end, top + 25, scene.called(seat), 16, bold=True, room=_NAME_WIDTH)
        room = _paint_points(canvas, scene, seat, right, top + 25) - 8 - (end + 9)
        canvas.text(
            end + 9, top + 25, _state_of(scene, seat), 14, bold=position["over"], room=room,
            fill=canvas.theme.ink if position["over"] else canvas.theme.faint,
        )  # fmt: skip
    canvas.part(area.grown(FRAME))
    with canvas.group(scene.names.of(seat)):
        hand = Area(left + 14, top + 38, width - _SHEET_WIDTH - 30, height - 48)
        _paint_hand(canvas, board, scene, seat, hand)
    canvas.part(area.grown(FRAME))
    with canvas.group(scene.names.of(seat)):
        _paint_sheet(canvas, scene, seat, right, top, height)


def _state_of(scene: Scene, seat: int) -> str:
    if scene.position["over"]:
        return scene.verdict(seat)
    if seat != scene.position["player"]:
        return ""
    placed = len(scene.position["placed"])
    return f"to {scene.position['step']}" + (
        f", {counted(placed, 'piece')} placed" if placed else ""
    )


def _paint_hand(canvas: Canvas, board: Board, scene: Scene, seat: int, area: Area) -> None:
    """Paint the cards of a hand, or the same number of card backs if it is hidden."""
    hand = scene.position["hands"][seat]
    height = min(area.height, 76.0)
    top = area.top + (area.height - height) / 2
    width = area.width / HAND_SIZE - _CARD_GAP
    earlier = scene.earlier["hands"][seat]
    if isinstance(hand, int):
        cards = [None] * hand
        is_new = [at >= earlier for at in range(hand)]
    else:
        cards, is_new = [], []
        for colour, count in hand.items():
            cards += [colour] * count
            is_new += [at >= earlier.get(colour, 0) for at in range(count)]
    for at, (card, new) in enumerate(zip(cards, is_new, strict=True)):
        left = area.left + at * (width + _CARD_GAP)
        number = cards[:at].count(card)
        origins = [origin for origin in [drawn_from(scene)] if origin and new]
        with canvas.moving(hand_piece(seat, card, number), *origins):
            if card is None:
                card_back(canvas, left, top, width, height)
            else:
                paint_card(canvas, board, card, left, top, width, height)
        if card is None:
            canvas.tip(meanings.HIDDEN_CARD, left, top, width, height)
        elif seat == scene.point_of_view:
            canvas.target(card_target(card, number), left, top, width, height)
        if new:
            marked(canvas, left, top, width, height)


def _paint_points(canvas: Canvas, scene: Scene, seat: int, right: float, y: float) -> float:
    """Paint the points so far and the points just scored; return the left edge of the text."""
    points = counted(scene.points[seat], "point")
    x = right - canvas.text(right, y, points, 16, anchor="end", bold=True)
    if scored := scene.scored(seat):
        x -= 8
        x -= canvas.text(x, y, scored, 16, anchor="end", bold=True, fill=canvas.theme.mark)
    return x


def _paint_sheet(
    canvas: Canvas, scene: Scene, seat: int, right: float, top: float, height: float
) -> None:
    """Paint what each category would score now or has scored at the end."""
    position = scene.position
    left = right - _SHEET_WIDTH
    abbeys = sum(owner == seat for owner in position["abbeys"].values())
    advisors = sum(seated[seat] for seated in position["advisors"].values()) + sum(
        owner == seat for table in TABLES for owner in position[table].values()
    )
    left_over = {"abbeys": ABBEYS_PER_PLAYER - abbeys, "advisors": ADVISORS_PER_PLAYER - advisors}
    line = min(24.0, (height - 36) / len(scene.sheet))
    size = min(14.0, line)
    top += (height - 36 - line * len(scene.sheet)) / 2
    for at, (category, points_of) in enumerate(scene.sheet.items()):
        y = top + 31 + (at + 0.78) * line
        total = category == "total"
        name = "total now" if total and not position["over"] else category
        canvas.text(left, y, name, size, fill=canvas.theme.faint, bold=total)
        if category in left_over:
            canvas.text(
                right - 34, y, f"{left_over[category]} left", 0.95 * size, anchor="end",
                fill=canvas.theme.faint,
            )  # fmt: skip
        canvas.text(right, y, str(points_of[seat]), size, anchor="end", bold=True)
        canvas.tip(meanings.CATEGORIES[category], left, y - size, right - left, line)
