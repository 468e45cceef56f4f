"""The picture of a position: rows on the left, players with their collections on the right."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from hofspiele.envs.core.words import counted
from hofspiele.envs.kou_ka_roi.actions import row_name
from hofspiele.envs.kou_ka_roi.components import CARDS_PER_ROW, Components, Kind
from hofspiele.envs.kou_ka_roi.picture import meanings
from hofspiele.envs.kou_ka_roi.picture.emblems import EMBLEM_OF_CATEGORY, EMBLEMS
from hofspiele.envs.kou_ka_roi.points import CATEGORIES
from hofspiele.envs.pictures.canvas import Area, Canvas
from hofspiele.envs.pictures.grid import grid
from hofspiele.envs.pictures.pieces import (
    card,
    card_back,
    empty_place,
    headline,
    marked,
    marked_closely,
    panel,
    seat_token,
)
from hofspiele.envs.pictures.scene import Scene
from hofspiele.envs.pictures.theme import CARD_INK

_WIDTH, _HEIGHT = 1200, 800
_TOP, _GAP, _MARGIN = 84, 12, 24
_NUMBER_RADIUS = 21
_CARD_WIDTH, _CARD_GAP = 104, 8
_CARD_PITCH = _CARD_WIDTH + _CARD_GAP
_CARDS_LEFT = _MARGIN + 2 * _NUMBER_RADIUS + 14
_CHOOSERS_LEFT = _CARDS_LEFT + CARDS_PER_ROW * _CARD_PITCH
_PANEL_LEFT = _CHOOSERS_LEFT + 104
# Distance between the edges of a panel and of its region.
_FRAME = 5
_HEADER_HEIGHT, _SHEET_LINE = 46, 40
# Maximum width of a name, also in a narrow picture.
_NAME_WIDTH, _NARROW_NAME_WIDTH = 300, 130
# Size of the chips that show how many cards of a kind a player has, and their maximum scale.
_CHIP_WIDTH, _CHIP_HEIGHT, _CHIP_GAP, _LARGEST = 76.0, 42.0, 6.0, 1.25
# Width of the rows, and of the panels in a narrow picture; columns of a player's sheet there.
_NARROW_WIDTH, _NARROW_COLUMNS = 472, 4
# The name of the pile, from which new cards come. It is not in the picture.
_PILE_PIECE = "pile"


def _row_piece(row: int, place: int) -> str:
    """Return the name of the card at a place of a row."""
    return f"card {row} {place}"


def _player_piece(seat: int) -> str:
    """Return the name of the token in a player's panel."""
    return f"token {seat}"


def _secret_piece(seat: int) -> str:
    """Return the name of the card that a seat has chosen in secret."""
    return f"secret {seat}"


def paint(components: Components, scene: Scene, event: str) -> Canvas:
    """Return the picture of a scene; the headline contains `event`, a sentence."""
    position = scene.position
    panels = _panels(scene)
    height = max(_HEIGHT, round(panels[-1].top + panels[-1].height) + _MARGIN)
    canvas = Canvas(_WIDTH, height, f"Kou-Ka-Roi, {_stage(position)}", dark=scene.dark)
    facts = [f"{counted(position['pile'], 'card')} in the pile", f"{position['box']} in the box"]
    if position["round"] == 1:
        facts.insert(0, "✓ stays for round 2, × goes back to the box")
    headline(canvas, "Kou-Ka-Roi", _stage(position), facts, event, narrow=scene.narrow)
    kinds = {kind.name: kind for kind in components.kinds}
    _paint_rows(canvas, kinds, scene)
    for seat in sorted(range(len(panels)), key=lambda seat: seat != scene.point_of_view):
        canvas.region(f"player {seat}", panels[seat].grown(_FRAME))
        with canvas.group(scene.names.of(seat)):
            _paint_player(canvas, kinds, scene, seat, panels[seat])
    return canvas


def _stage(position: Mapping[str, Any]) -> str:
    if position["over"]:
        return "the game is over"
    return f"round {position['round']} of 2" + (", last turn" if position["last_turn"] else "")


# --- rows ---------------------------------------------------------------------------------------


def _paint_rows(canvas: Canvas, kinds: Mapping[str, Kind], scene: Scene) -> None:
    rows = scene.position["rows"]
    area = Area(_MARGIN, _TOP, _NARROW_WIDTH, _HEIGHT - _MARGIN - _TOP)
    canvas.region("rows", area.grown(_FRAME))
    height = (_HEIGHT - _TOP - _MARGIN - (len(rows) - 1) * _GAP) / len(rows)
    for number, cards in enumerate(rows, 1):
        top = _TOP + (number - 1) * (height + _GAP)
        canvas.part(Area(0, top - _GAP / 2, _PANEL_LEFT - _GAP / 2, height + _GAP))
        canvas.target(row_name(number), _MARGIN, top, _CHOOSERS_LEFT - _MARGIN, height)
        with canvas.group(f"row {number}"):
            paint_number(canvas, number, _MARGIN + _NUMBER_RADIUS, top + height / 2)
            stayed = _stayed(scene.earlier["rows"][number - 1], cards)
            for place in range(CARDS_PER_ROW):
                left = _CARDS_LEFT + place * _CARD_PITCH
                if place >= len(cards):
                    empty_place(canvas, left, top, _CARD_WIDTH, height)
                    canvas.tip(meanings.NO_CARD, left, top, _CARD_WIDTH, height)
                    continue
                laid = [_PILE_PIECE] if place >= stayed else []
                with canvas.moving(_row_piece(number, place), *laid, step=2 * len(laid)):
                    _paint_row_card(canvas, kinds[cards[place]], left, top, height)
                    if scene.position["round"] == 1:
                        stays = kinds[cards[place]].stays
                        right = left + _CARD_WIDTH - 8
                        paint_whether_it_stays(canvas, right, top + 18, stays=stays)
                    if place == len(cards) - 1:
                        paint_outermost(canvas, left + _CARD_WIDTH - 1, top + height - 1)
            if stayed < len(cards):
                left, new = _CARDS_LEFT + stayed * _CARD_PITCH, len(cards) - stayed
                marked(canvas, left, top, new * _CARD_PITCH - _CARD_GAP, height)
        _paint_choosers(canvas, number, top + height / 2, scene)


def _stayed(before: Sequence[str], cards: Sequence[str]) -> int:
    """Return how many cards at the start of a row are the same as before."""
    same = 0
    while same < min(len(before), len(cards)) and before[same] == cards[same]:
        same += 1
    return same


def paint_number(canvas: Canvas, number: int, x: float, middle: float) -> None:
    """Paint the number card of a row around (`x`, `middle`)."""
    radius = _NUMBER_RADIUS
    canvas.circle(x, middle, radius, fill=canvas.theme.ink)
    canvas.text(
        x, middle + 8, str(number), 24, anchor="middle", bold=True, fill=canvas.theme.background
    )
    canvas.tip(meanings.NUMBER, x - radius, middle - radius, 2 * radius, 2 * radius)


def _paint_row_card(canvas: Canvas, kind: Kind, left: float, top: float, height: float) -> None:
    colour, path = EMBLEMS[kind.counts_as]
    card(canvas, left, top, _CARD_WIDTH, height, colour, kind.name)
    canvas.path(path, left + 34, top + height / 2 - 6, min(1.0, (height - 26) / 26), fill=colour)
    if kind.points:
        canvas.text(left + 54, top + height / 2 + 3, str(kind.points), 24, bold=True, fill=colour)
    name = kind.counts_as if kind.points else kind.name
    canvas.text(left + 16, top + height - 9, name, 16, fill=CARD_INK, room=_CARD_WIDTH - 24)
    canvas.tip(_explained(kind), left, top, _CARD_WIDTH, height)


def _explained(kind: Kind) -> str:
    return f"{kind.name}: {meanings.KINDS[kind.counts_as]}"


def paint_whether_it_stays(canvas: Canvas, right: float, bottom: float, *, stays: bool) -> None:
    """Paint the mark of a card that stays after the first scoring, or goes back to the box."""
    sign, ink = ("✓", "#2e7d32") if stays else ("×", "#b3261e")
    canvas.text(right, bottom, sign, 17, anchor="end", bold=True, fill=ink)
    canvas.tip(meanings.STAYS if stays else meanings.RETURNS, right - 16, bottom - 16, 18, 18)


def paint_outermost(canvas: Canvas, right: float, bottom: float) -> None:
    """Mark the corner of the card that goes to the box if several players choose its row."""
    canvas.polygon([(right - 13, bottom), (right, bottom - 13), (right, bottom)], fill=CARD_INK)
    canvas.tip(meanings.OUTERMOST, right - 15, bottom - 15, 15, 15)


def _paint_choosers(canvas: Canvas, number: int, middle: float, scene: Scene) -> None:
    """Paint the seats that have just chosen a row or are choosing it in secret."""
    choices = scene.decision.get("choices") or scene.position["choices"]
    seats = [int(seat) for seat, row in sorted(choices.items()) if row == number]
    for at, seat in enumerate(seats):
        x = _CHOOSERS_LEFT + 24 + 42 * (at % 2)
        y = middle if len(seats) <= 2 else middle - 19 + 38 * (at // 2)
        with canvas.moving(f"choice {seat}", *_choice_origins(scene, seat)):
            seat_token(canvas, x, y, 17, seat)
        canvas.tip(meanings.CHOICE, x - 17, y - 17, 34, 34)


def _choice_origins(scene: Scene, seat: int) -> list[str]:
    """Return where the token of a choice came from if it was not at its row before."""
    choices = scene.earlier["choices"]
    if str(seat) not in choices:
        return [_player_piece(seat)]
    return [] if choices[str(seat)] else [_secret_piece(seat)]


# --- players ------------------------------------------------------------------------------------


def _panels(scene: Scene) -> list[Area]:
    """Return the area of each player's panel."""
    seats = len(scene.position["scores"])
    if not scene.narrow:
        height = (_HEIGHT - _TOP - _MARGIN - (seats - 1) * _GAP) / seats
        width = _WIDTH - _PANEL_LEFT - _MARGIN
        return [
            Area(_PANEL_LEFT, _TOP + seat * (height + _GAP), width, height) for seat in range(seats)
        ]
    panels, top = [], float(_HEIGHT)
    for held in scene.position["collections"]:
        lines = math.ceil(len(held) / _NARROW_COLUMNS)
        chips = lines * _LARGEST * (_CHIP_HEIGHT + _CHIP_GAP)
        panels.append(Area(_MARGIN, top, _NARROW_WIDTH, _HEADER_HEIGHT + chips + 2 * _SHEET_LINE))
        top += panels[-1].height + _GAP
    return panels


def _paint_player(
    canvas: Canvas, kinds: Mapping[str, Kind], scene: Scene, seat: int, area: Area
) -> None:
    position = scene.position
    decides = seat in position["undecided"] and str(seat) not in position["choices"]
    panel(canvas, *area, active=decides or bool(scene.verdict(seat)))
    canvas.tip(meanings.COLLECTION, *area)
    with canvas.moving(_player_piece(seat)):
        seat_token(canvas, area.left + 28, area.top + 23, 14, seat)
    left, base = area.left + 52, area.top + 31
    room = _NARROW_NAME_WIDTH if scene.narrow else _NAME_WIDTH
    wide = canvas.text(left, base, scene.called(seat), 18, bold=True, room=room)
    canvas.text(left + wide + 12, base, _state_of(scene, seat), 16, fill=canvas.theme.faint)
    right = area.left + area.width - 16
    points = counted(scene.points[seat], "point")
    wide = canvas.text(right, base, points, 18, anchor="end", bold=True)
    if scored := scene.scored(seat):
        canvas.text(
            right - wide - 10, base, scored, 18, anchor="end", bold=True, fill=canvas.theme.mark
        )
    if str(seat) in position["choices"]:
        row = position["choices"][str(seat)]
        place = (
            (right - 54, area.top + 44) if not scene.narrow else (right - wide - 76, area.top + 6)
        )
        new = str(seat) not in scene.earlier["choices"]
        with canvas.moving(_secret_piece(seat), *[_player_piece(seat)][:new]):
            card_back(canvas, *place, 54, 37, str(row) if row else "?")
        canvas.tip(meanings.SECRET_CHOICE, *place, 54, 37)
    sheet = (2 if scene.narrow else 1) * _SHEET_LINE
    chips = Area(
        area.left + 16,
        area.top + _HEADER_HEIGHT,
        area.width - (32 if scene.narrow else 100),
        area.height - _HEADER_HEIGHT - sheet,
    )
    _paint_collection(canvas, kinds, scene, seat, *chips)
    _paint_sheet(canvas, scene, seat, area, area.top + area.height - sheet)


def _state_of(scene: Scene, seat: int) -> str:
    if scene.position["over"]:
        return scene.verdict(seat)
    if seat not in scene.position["undecided"]:
        return "has taken a row"
    return "has chosen" if str(seat) in scene.position["choices"] else "choosing a row"


def _paint_collection(
    canvas: Canvas, kinds: Mapping[str, Kind], scene: Scene, seat: int,
    left: float, top: float, width: float, height: float,
) -> None:  # fmt: skip
    """Paint the kinds of cards in front of a player, as large as possible."""
    held = scene.position["collections"][seat]
    cards = [
        kind for kind in sorted(kinds.values(), key=lambda kind: kind.category) if kind.name in held
    ]
    earlier = scene.earlier["collections"][seat]
    cell = _CHIP_WIDTH + _CHIP_GAP, _CHIP_HEIGHT + _CHIP_GAP
    largest, columns = grid(len(cards), *cell, width, height)
    scale = min(_LARGEST, largest)
    for at, kind in enumerate(cards):
        x = left + at % columns * scale * cell[0]
        y = top + at // columns * scale * cell[1]
        origins = _cards_taken(scene, seat, kind.name)
        with canvas.moving(f"{kind.name} {seat}", *origins, step=bool(origins)):
            _paint_chip(canvas, kind, held[kind.name], x, y, scale)
        if held[kind.name] > earlier.get(kind.name, 0):
            marked_closely(canvas, x, y, scale * _CHIP_WIDTH, scale * _CHIP_HEIGHT)


def _cards_taken(scene: Scene, seat: int, kind: str) -> list[str]:
    """Return the names of the cards of a kind in the row that a seat has just taken."""
    choices = scene.decision.get("choices", {})
    row = choices.get(str(seat))
    if row is None or [*choices.values()].count(row) > 1:
        return []
    cards = scene.earlier["rows"][row - 1]
    return [_row_piece(row, place) for place, card in enumerate(cards) if card == kind]


def _paint_chip(canvas: Canvas, kind: Kind, count: int, x: float, y: float, scale: float) -> None:
    colour, path = EMBLEMS[kind.counts_as]
    width, height = scale * _CHIP_WIDTH, scale * _CHIP_HEIGHT
    with canvas.group(f"{count} × {kind.name}"):
        card(canvas, x, y, width, height, colour, kind.name)
        canvas.path(path, x + 24 * scale, y + 16 * scale, 0.75 * scale, fill=colour)
        canvas.text(
            x + width - 7 * scale, y + 22 * scale, str(count), 20 * scale, anchor="end", bold=True,
            fill=CARD_INK,
        )  # fmt: skip
        canvas.text(
            x + 12 * scale, y + height - 5 * scale, kind.name, 12.5 * scale, fill=CARD_INK,
            room=width - 16 * scale,
        )  # fmt: skip
        canvas.tip(f"{count} × {_explained(kind)}", x, y, width, height)


def _paint_sheet(canvas: Canvas, scene: Scene, seat: int, area: Area, top: float) -> None:
    """Paint a player's points by category and in total, as counted now or at the end."""
    left, right = area.left + 16, area.left + area.width - 16
    columns, small, large = len(scene.sheet), 12.0, 15.0
    if scene.narrow:
        columns, small, large = _NARROW_COLUMNS, 15.5, 17.0
    step = (right - left) / columns
    canvas.line(left, top, right, top, stroke=canvas.theme.line)
    for at, (category, points) in enumerate(scene.sheet.items()):
        x, y = left + at % columns * step, top + at // columns * (_SHEET_LINE - 2)
        anchor, words, room = "start", category, step - 8
        if category in CATEGORIES:
            kind = EMBLEM_OF_CATEGORY[CATEGORIES.index(category)]
            colour, path = EMBLEMS[kind]
            canvas.tip(f"{category}: {meanings.KINDS[kind]}", x, y, step - 4, _SHEET_LINE)
            canvas.path(path, x + 10, y + 20, 0.7, fill=colour)
            x, room = x + 24, step - 28
        elif category == "total":
            x, anchor = right, "end"
            words = "total" if scene.position["over"] else "total now"
        canvas.text(x, y + 17, words, small, anchor=anchor, fill=canvas.theme.faint, room=room)
        canvas.text(x, y + 34, str(points[seat]), large, anchor=anchor, bold=True)
