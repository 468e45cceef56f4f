"""The panels of the players: hands, supplies of pieces, points."""

from hofspiele.envs.core.words import counted
from hofspiele.envs.kardinal.components import (
    ABBEYS_PER_PLAYER,
    ADVISORS_PER_PLAYER,
    HAND_SIZE,
    Board,
)
from hofspiele.envs.kardinal.picture import meanings
from hofspiele.envs.kardinal.picture.artwork import paint_card
from hofspiele.envs.kardinal.picture.side_panels import LEFT, TABLES, WIDTH
from hofspiele.envs.kardinal.pointing import card_target
from hofspiele.envs.pictures.canvas import Area, Canvas
from hofspiele.envs.pictures.pieces import card_back, marked, panel, seat_token
from hofspiele.envs.pictures.scene import Scene

_BOTTOM, _GAP = 776, 8
_SHEET_WIDTH = 134
_CARD_GAP = 8.0
_NAME_WIDTH = 110
_RIGHT = LEFT + WIDTH - 14.0


def paint_players(canvas: Canvas, board: Board, scene: Scene, top: float) -> None:
    """Paint a panel for each player, from `top` to the lower edge."""
    seats = len(scene.position["scores"])
    height = (_BOTTOM - top - (seats - 1) * _GAP) / seats
    for seat in range(seats):
        upper = top + seat * (height + _GAP)
        canvas.part(Area(LEFT - _GAP / 2, upper - _GAP / 2, WIDTH + _GAP, height + _GAP))
        with canvas.group(scene.names.of(seat)):
            _paint_player(canvas, board, scene, seat, upper, height)


def _paint_player(
    canvas: Canvas, board: Board, scene: Scene, seat: int, top: float, height: float
) -> None:
    position = scene.position
    first = scene.verdict(seat) if position["over"] else seat == position["player"]
    panel(canvas, LEFT, top, WIDTH, height, active=bool(first))
    seat_token(canvas, LEFT + 24, top + 20, 12, seat)
    canvas.tip(meanings.PLAYER, LEFT, top, WIDTH, 38)
    end = LEFT + 44.0
    end += canvas.text(end, top + 25, scene.called(seat), 16, bold=True, room=_NAME_WIDTH)
    room = _paint_points(canvas, scene, seat, top + 25) - 8 - (end + 9)
    canvas.text(
        end + 9, top + 25, _state_of(scene, seat), 14, bold=position["over"], room=room,
        fill=canvas.theme.ink if position["over"] else canvas.theme.faint,
    )  # fmt: skip
    _paint_hand(canvas, board, scene, seat, top + 38, height - 48)
    _paint_sheet(canvas, scene, seat, top, height)


def _state_of(scene: Scene, seat: int) -> str:
    if scene.position["over"]:
        return scene.verdict(seat)
    if seat != scene.position["player"]:
        return ""
    placed = len(scene.position["placed"])
    return f"to {scene.position['step']}" + (
        f", {counted(placed, 'piece')} placed" if placed else ""
    )


def _paint_hand(
    canvas: Canvas, board: Board, scene: Scene, seat: int, top: float, room: float
) -> None:
    """Paint the cards of a hand, or the same number of card backs if it is hidden."""
    hand = scene.position["hands"][seat]
    height = min(room, 76.0)
    top += (room - height) / 2
    width = (WIDTH - _SHEET_WIDTH - 40) / HAND_SIZE - _CARD_GAP
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
        left = LEFT + 14 + at * (width + _CARD_GAP)
        if card is None:
            card_back(canvas, left, top, width, height)
            canvas.tip(meanings.HIDDEN_CARD, left, top, width, height)
        else:
            paint_card(canvas, board, card, left, top, width, height)
            if seat == scene.point_of_view:
                number = cards[:at].count(card)
                canvas.target(card_target(card, number), left, top, width, height)
        if new:
            marked(canvas, left, top, width, height)


def _paint_points(canvas: Canvas, scene: Scene, seat: int, y: float) -> float:
    """Paint the points so far and the points just scored; return the left edge of the text."""
    points = counted(scene.points[seat], "point")
    x = _RIGHT - canvas.text(_RIGHT, y, points, 16, anchor="end", bold=True)
    if scored := scene.scored(seat):
        x -= 8
        x -= canvas.text(x, y, scored, 16, anchor="end", bold=True, fill=canvas.theme.mark)
    return x


def _paint_sheet(canvas: Canvas, scene: Scene, seat: int, top: float, height: float) -> None:
    """Paint what each category would score now or has scored at the end."""
    position, right = scene.position, _RIGHT
    left = right - _SHEET_WIDTH
    abbeys = sum(owner == seat for owner in position["abbeys"].values())
    advisors = sum(seated[seat] for seated in position["advisors"].values()) + sum(
        owner == seat for table in TABLES for owner in position[table].values()
    )
    left_over = {"abbeys": ABBEYS_PER_PLAYER - abbeys, "advisors": ADVISORS_PER_PLAYER - advisors}
    line = min(24.0, (height - 40) / len(scene.sheet))
    size = min(14.0, line)
    top += (height - 40 - line * len(scene.sheet)) / 2
    for at, (category, points_of) in enumerate(scene.sheet.items()):
        y = top + 34 + (at + 0.78) * line
        total = category == "total"
        name = "total now" if total and not position["over"] else category
        canvas.text(left, y, name, size, fill=canvas.theme.faint, bold=total)
        if category in left_over:
            canvas.text(
                right - 40, y, f"{left_over[category]} left", 0.9 * size, anchor="end",
                fill=canvas.theme.faint,
            )  # fmt: skip
        canvas.text(right, y, str(points_of[seat]), size, anchor="end", bold=True)
        canvas.tip(meanings.CATEGORIES[category], left, y - size, right - left, line)
