"""The lower left of a picture: the attempt, the goals of the game, or the final scores."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from hofspiele.envs.knatsch import scoring, wording
from hofspiele.envs.knatsch.actions import KEPT
from hofspiele.envs.knatsch.components import ACTION_KINDS, suit_of
from hofspiele.envs.knatsch.dice import (
    DEAD,
    DICE_CARDS,
    NUM_DICE,
    dice_lookups,
    dice_set_of,
    parts_of,
)
from hofspiele.envs.knatsch.narration import main_words, winner_of
from hofspiele.envs.knatsch.picture import artwork
from hofspiele.envs.knatsch.picture.player_panels import number_of_cards
from hofspiele.envs.knatsch.picture.table import ATTEMPT_TOP, PADDING, TABLE_WIDTH
from hofspiele.envs.knatsch.pointing import die
from hofspiele.envs.pictures.canvas import Area, Canvas
from hofspiele.envs.pictures.pieces import HEIGHT, MARGIN, panel, seat_token
from hofspiele.envs.pictures.scene import Scene

# Distance of each column's right edge from the right edge of the final sheet.
_COLUMNS = (246, 146, 72, 0)
_LARGEST_LINE = 40
_GOALS = (
    ({"castles": scoring.CASTLES_TO_WIN}, f"{scoring.CASTLES_TO_WIN} castles"),
    (
        {"castles": scoring.CASTLES_WITH_TOURNAMENTS, "tournaments": scoring.TOURNAMENTS_TO_WIN},
        f"{scoring.CASTLES_WITH_TOURNAMENTS} castles, {scoring.TOURNAMENTS_TO_WIN} tournaments",
    ),
    (
        {"castles": scoring.CASTLES_TO_CHALLENGE, "king": 1},
        f"{scoring.CASTLES_TO_CHALLENGE} castles, king beaten",
    ),
)


def paint_situation(canvas: Canvas, scene: Scene) -> None:
    """Paint the attempt, the goals of the game, or the final scores."""
    position = scene.position
    area = Area(MARGIN, ATTEMPT_TOP, TABLE_WIDTH, HEIGHT - MARGIN - ATTEMPT_TOP)
    panel(canvas, area, region="the attempt")
    left, width = MARGIN + PADDING, TABLE_WIDTH - 2 * PADDING
    seat, words, more = main_words(scene)
    x = left
    if seat is not None:
        tip = f"{scene.names.of(seat)}: {wording.DECIDES}"
        seat_token(canvas, left + 14, ATTEMPT_TOP + 34, 14, seat, tip)
        x += 42
    room = left + width - x
    canvas.text(x, ATTEMPT_TOP + 31, words, 19, bold=True, room=room)
    canvas.label(x, ATTEMPT_TOP + 54, more, 16, room=room)
    top = ATTEMPT_TOP + 76
    if position["over"]:
        _paint_final_sheet(canvas, scene, left, top, width)
    elif position["attempt"] is not None:
        paint_attempt(canvas, scene, left, top, width)
    else:
        _paint_goals(canvas, left, top, width)


def _paint_goals(canvas: Canvas, left: float, top: float, width: float) -> None:
    canvas.line(left, top + 2, left + width, top + 2, stroke=canvas.theme.line)
    canvas.label(left, top + 30, "the game is won with", 16)
    for at, (needed, words) in enumerate(_GOALS):
        y = top + 68 + at * 82
        x = left + 14
        for of, count in needed.items():
            for _ in range(count):
                artwork.paint_emblem(canvas, of, x, y, 1.15)
                x += 34
            x += 8
        canvas.text(left, y + 36, words, 17, bold=True, room=width)


def _paint_final_sheet(canvas: Canvas, scene: Scene, left: float, top: float, width: float) -> None:
    seats = scene.position["num_players"]
    rights = [left + width - column for column in _COLUMNS]
    for right, word in zip(rights, (*artwork.CATEGORIES, "points"), strict=True):
        canvas.label(right, top + 12, word, 14, anchor="end")
    line = min(_LARGEST_LINE, 190 / seats)
    for seat in range(seats):
        y = top + 22 + (seat + 0.5) * line
        canvas.line(left, y - line / 2, left + width, y - line / 2, stroke=canvas.theme.line)
        seat_token(canvas, left + 12, y, 11, seat, f"{scene.names.of(seat)}: {wording.PLAYER}")
        bold = seat == winner_of(scene)
        cards = number_of_cards(scene.position, seat)
        numbers = [*cards.values(), scene.sheet["total"][seat]]
        for right, number in zip(rights, numbers, strict=True):
            canvas.text(right, y + 6, str(number), 17, anchor="end", bold=bold)
    if scene.position["attempt"] is not None:
        paint_dice(canvas, scene, left, HEIGHT - MARGIN - 84)


DIE_SIZE, _DIE_GAP, _GROUPS_GAP = 46.0, 8.0, 26.0
_CROSS = DIE_SIZE - 18
_SMALL_DIE = 27.0
_LINE = 44
_LABEL_WIDTH = 82.0


def paint_attempt(canvas: Canvas, scene: Scene, left: float, top: float, width: float) -> None:
    """Paint the dice and the result to beat; during throws, also the result and throws left."""
    attempt = scene.position["attempt"]
    paint_dice(canvas, scene, left, top)
    top += _LINE + 52
    room = width - _LABEL_WIDTH - 74
    if scene.position["step"] != "dice":
        # The result of the dice is left out, because a dice card won just now would change it.
        _label(canvas, "beaten", left, top)
        _paint_result(canvas, attempt["beat"], left + _LABEL_WIDTH, top, room)
        return
    cards = _dice_cards(scene.position, attempt["by"])
    if cards:
        _label(canvas, "dice cards", left, top)
        artwork.paint_row(canvas, cards, left + _LABEL_WIDTH, top, _SMALL_DIE)
        canvas.tip(wording.DICE_CARDS, left, top, width, _SMALL_DIE)
        top += _LINE
    made = _result(cards, attempt["dice"])
    _label(canvas, "result", left, top)
    _paint_result(canvas, made, left + _LABEL_WIDTH, top, room)
    if attempt["beat"] is not None:
        beaten, ink = made > attempt["beat"], canvas.theme.ink
        verdict, ink = ("✓ beaten", ink) if beaten else ("× not yet", canvas.theme.faint)
        canvas.text(left + width, top + 20, verdict, 16, anchor="end", bold=beaten, fill=ink)
    top += _LINE
    _label(canvas, "to beat", left, top)
    _paint_result(canvas, attempt["beat"], left + _LABEL_WIDTH, top, room)
    if attempt.get("leader") is not None:
        canvas.label(left + width - 30, top + 20, "by", 16, anchor="end")
        tip = f"{scene.names.of(attempt['leader'])}: {wording.LEADER}"
        seat_token(canvas, left + width - 12, top + 14, 12, attempt["leader"], tip)
    top += _LINE
    _label(canvas, "throws left", left, top)
    throws, x = attempt["throws_left"], left + _LABEL_WIDTH
    for at in range(throws):
        canvas.circle(x + 9 + 24 * at, top + 14, 7, fill=canvas.theme.ink)
    canvas.text(x + 24 * throws + 4 * (throws > 0), top + 20, str(throws), 18, bold=True)


def _label(canvas: Canvas, text: str, left: float, top: float) -> None:
    canvas.label(left, top + 20, text, 15, room=_LABEL_WIDTH - 6)


# --- dice ---------------------------------------------------------------------------------------


def paint_dice(canvas: Canvas, scene: Scene, left: float, top: float) -> None:
    """Paint the dice in one group, or in two: the dice kept and the dice thrown just now."""
    dice = scene.position["attempt"]["dice"]
    kept = _dice_kept(scene)
    thrown = sorted((Counter(dice) - Counter(kept)).elements())
    faces_so_far: list[int] = []
    for faces, word in ((kept, "dice" if scene.before is None else "kept"), (thrown, "thrown")):
        if not faces:
            continue
        new = faces is thrown
        wide = len(faces) * (DIE_SIZE + _DIE_GAP) - _DIE_GAP
        ink = canvas.theme.mark if new else canvas.theme.faint
        canvas.text(left, top + 12, word, 14, fill=ink, bold=new, room=wide)
        for at, face in enumerate(faces):
            area = Area(left + at * (DIE_SIZE + _DIE_GAP), top + 24, DIE_SIZE, DIE_SIZE)
            name = die(face, faces_so_far.count(face))
            with canvas.moving(name, tumbles=new):
                paint_die(canvas, face, area.left, area.top)
            canvas.target(name, *area)
            canvas.tip(wording.DEAD_DIE if face == DEAD else wording.DIE, *area)
            faces_so_far.append(face)
        if new:
            canvas.frame(
                left - 4, top + 20, wide + 8, DIE_SIZE + 8, stroke=ink, radius=10, thick=2.5
            )
        left += wide + _GROUPS_GAP


def paint_die(canvas: Canvas, face: int, x: float, y: float) -> None:
    """Paint a die on the table whose top left corner is (x, y)."""
    artwork.paint_row(
        canvas, (face,), x, y, DIE_SIZE, artwork.DEAD_DIE if face == DEAD else artwork.ON_TABLE
    )
    if face == DEAD:
        for slope in (0, 1):
            canvas.line(
                x + 9, y + 9 + slope * _CROSS, x + 9 + _CROSS, y + 9 + (1 - slope) * _CROSS,
                stroke="#8f1d14", stroke_width=4, stroke_linecap="round",
            )  # fmt: skip


def _dice_kept(scene: Scene) -> list[int]:
    """Return the faces of the kept dice, or all unchanged faces if the action is unknown."""
    attempt = scene.position["attempt"]
    dice = Counter(attempt["dice"])
    if scene.before is None:
        return sorted(dice.elements())
    earlier = scene.before["attempt"]
    if scene.before["step"] != "dice" or any(
        earlier[field] != attempt[field] for field in ("by", "target")
    ):
        return []
    action = scene.decision.get("action", "")
    signs = action.removeprefix("keep ") if action.startswith("keep ") else KEPT * NUM_DICE
    kept = Counter(face for face, sign in zip(earlier["dice"], signs, strict=True) if sign == KEPT)
    return sorted((kept & dice).elements())


# --- results ------------------------------------------------------------------------------------


def _dice_cards(position: Mapping[str, Any], seat: int) -> list[int]:
    kinds = [suit_of(card) for card in position["actions"][seat]]
    return [face for face, kind in enumerate(ACTION_KINDS[:DICE_CARDS], 1) if kind in kinds]


def _result(dice_cards: Sequence[int], dice: Sequence[int]) -> list[int]:
    bits = sum(1 << face - 1 for face in dice_cards)
    strength = dice_lookups().strength[bits, dice_set_of(dice)]
    return [int(part) for part in parts_of(int(strength))]


def _paint_result(
    canvas: Canvas, result: Sequence[int] | None, left: float, top: float, room: float
) -> None:
    if result is None or not result[0]:
        canvas.text(left, top + 20, "nothing", 17, room=room)
    else:
        equal, face, extra = result
        artwork.paint_combination(canvas, equal, face, extra, left, top, _SMALL_DIE, room)
        canvas.tip(wording.COMBINATION, left, top, room, _SMALL_DIE)
