"""The lower left of a picture: the attempt, the goals of the game, or the final scores."""

from hofspiele.envs.knatsch.narration import main_words, winner_of
from hofspiele.envs.knatsch.picture import meanings
from hofspiele.envs.knatsch.picture.areas import (
    ATTEMPT_TOP,
    FRAME,
    HEIGHT,
    MARGIN,
    PADDING,
    TABLE_WIDTH,
)
from hofspiele.envs.knatsch.picture.attempt import paint_attempt, paint_dice
from hofspiele.envs.knatsch.picture.emblems import CATEGORIES, paint_emblem
from hofspiele.envs.knatsch.picture.player_panels import number_of_cards
from hofspiele.envs.knatsch.scoring import (
    CASTLES_TO_CHALLENGE,
    CASTLES_TO_WIN,
    CASTLES_WITH_TOURNAMENTS,
    TOURNAMENTS_TO_WIN,
)
from hofspiele.envs.pictures.canvas import Area, Canvas
from hofspiele.envs.pictures.pieces import panel, seat_token
from hofspiele.envs.pictures.scene import Scene

# Distance of each column's right edge from the right edge of the final sheet.
_COLUMNS = (246, 146, 72, 0)
_LARGEST_LINE = 40
_GOALS = (
    ({"castles": CASTLES_TO_WIN}, f"{CASTLES_TO_WIN} castles"),
    (
        {"castles": CASTLES_WITH_TOURNAMENTS, "tournaments": TOURNAMENTS_TO_WIN},
        f"{CASTLES_WITH_TOURNAMENTS} castles, {TOURNAMENTS_TO_WIN} tournaments",
    ),
    ({"castles": CASTLES_TO_CHALLENGE, "king": 1}, f"{CASTLES_TO_CHALLENGE} castles, king beaten"),
)


def paint_situation(canvas: Canvas, scene: Scene) -> None:
    """Paint the attempt, the goals of the game, or the final scores."""
    position = scene.position
    height = HEIGHT - MARGIN - ATTEMPT_TOP
    area = Area(MARGIN, ATTEMPT_TOP, TABLE_WIDTH, height)
    canvas.region("the attempt", area.grown(FRAME))
    panel(canvas, *area, active=False)
    left, width = MARGIN + PADDING, TABLE_WIDTH - 2 * PADDING
    seat, words, more = main_words(scene)
    x = left
    if seat is not None:
        seat_token(canvas, left + 14, ATTEMPT_TOP + 34, 14, seat)
        canvas.tip(f"{scene.names.of(seat)}: {meanings.DECIDES}", left, ATTEMPT_TOP + 20, 28, 28)
        x += 42
    room = left + width - x
    canvas.text(x, ATTEMPT_TOP + 31, words, 19, bold=True, room=room)
    canvas.text(x, ATTEMPT_TOP + 54, more, 16, fill=canvas.theme.faint, room=room)
    top = ATTEMPT_TOP + 76
    if position["over"]:
        _paint_final_sheet(canvas, scene, left, top, width)
    elif position["attempt"] is not None:
        paint_attempt(canvas, scene, left, top, width)
    else:
        _paint_goals(canvas, left, top, width)


def _paint_goals(canvas: Canvas, left: float, top: float, width: float) -> None:
    canvas.line(left, top + 2, left + width, top + 2, stroke=canvas.theme.line)
    canvas.text(left, top + 30, "the game is won with", 16, fill=canvas.theme.faint)
    for at, (needed, words) in enumerate(_GOALS):
        y = top + 68 + at * 82
        x = left + 14
        for of, count in needed.items():
            for _ in range(count):
                paint_emblem(canvas, of, x, y, 1.15)
                x += 34
            x += 8
        canvas.text(left, y + 36, words, 17, bold=True, room=width)


def _paint_final_sheet(canvas: Canvas, scene: Scene, left: float, top: float, width: float) -> None:
    """Paint a table of each player's cards per category and points, and dice that beat the king."""
    seats = scene.position["num_players"]
    rights = [left + width - column for column in _COLUMNS]
    for right, word in zip(rights, (*CATEGORIES, "points"), strict=True):
        canvas.text(right, top + 12, word, 14, anchor="end", fill=canvas.theme.faint)
    line = min(_LARGEST_LINE, 190 / seats)
    for seat in range(seats):
        y = top + 22 + (seat + 0.5) * line
        canvas.line(left, y - line / 2, left + width, y - line / 2, stroke=canvas.theme.line)
        seat_token(canvas, left + 12, y, 11, seat)
        canvas.tip(f"{scene.names.of(seat)}: {meanings.PLAYER}", left + 1, y - 11, 22, 22)
        bold = seat == winner_of(scene)
        cards = number_of_cards(scene.position, seat)
        numbers = [*cards.values(), scene.sheet["total"][seat]]
        for right, number in zip(rights, numbers, strict=True):
            canvas.text(right, y + 6, str(number), 17, anchor="end", bold=bold)
    if scene.position["attempt"] is not None:
        paint_dice(canvas, scene, left, HEIGHT - MARGIN - 84)
