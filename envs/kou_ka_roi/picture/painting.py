"""The picture of a position, with rows on the left and players on the right, and the legend."""

import math
from collections.abc import Mapping, Sequence

from hofspiele.envs.core.text.words import counted
from hofspiele.envs.kou_ka_roi import wording
from hofspiele.envs.kou_ka_roi.actions import row_name
from hofspiele.envs.kou_ka_roi.components import CARDS_PER_ROW, Components, Kind
from hofspiele.envs.kou_ka_roi.drawing import state_of
from hofspiele.envs.kou_ka_roi.picture.cards import (
    CHIP_PITCH,
    EMBLEM_OF_CATEGORY,
    EMBLEMS,
    SPECIES,
    choice_origins,
    emblem_of,
    paint_collection,
    paint_empty_places,
    paint_slots,
    row_piece,
    secret_piece,
)
from hofspiele.envs.kou_ka_roi.points import CATEGORIES
from hofspiele.envs.pictures import pieces
from hofspiele.envs.pictures.canvas import Area, Canvas
from hofspiele.envs.pictures.legend import MIDDLE, Symbol, drawn_symbol
from hofspiele.envs.pictures.scene import Scene
from hofspiele.envs.pictures.theme import CARD_INK

_NUMBER_RADIUS = 21
_CARD_WIDTH, _CARD_GAP = 104, 8
_CARD_PITCH = _CARD_WIDTH + _CARD_GAP
_CARDS_LEFT = pieces.MARGIN + 2 * _NUMBER_RADIUS + 14
_CHOOSERS_LEFT = _CARDS_LEFT + CARDS_PER_ROW * _CARD_PITCH
_PANEL_LEFT = _CHOOSERS_LEFT + 66
# Radius of the token of a single chooser, and of the tokens of several.
_CHOOSER, _CHOOSERS = 17, 13
_HEADER_HEIGHT, _SHEET_LINE = 42, 40
# Maximum width of a name in a broad and in a narrow picture.
_NAME_WIDTH, _NARROW_NAME_WIDTH = 300, 130
# Width of the rows and of narrow panels; columns of chips and of points in a narrow panel.
_NARROW_WIDTH, _NARROW_CHIPS, _NARROW_COLUMNS = 450, 6, 4


def paint(components: Components, scene: Scene, event: str) -> Canvas:
    """Return the picture of a scene, with `event`, a sentence, in the headline unless narrow."""
    position = scene.position
    panels = _panels(len(components.kinds), scene)
    facts = [f"{counted(position['pile'], 'card')} in the pile", f"{position['box']} in the box"]
    if position["round"] == 1:
        facts.insert(0, "✓ stays for round 2, × goes back to the box")
    stage = f"round {position['round']} of 2" + ", last turn" * position["last_turn"]
    canvas, _ = pieces.new_picture(scene, "Kou-Ka-Roi", stage, facts, event, panels[-1].bottom)
    kinds = {kind.name: kind for kind in components.kinds}
    _paint_rows(canvas, kinds, scene)
    for seat in pieces.own_first(scene, len(panels)):
        canvas.region(f"cards of {scene.names.of(seat)}", panels[seat].grown(pieces.FRAME))
        _paint_player(canvas, components.kinds, scene, seat, panels[seat])
    return canvas


# --- rows ---------------------------------------------------------------------------------------


def _paint_rows(canvas: Canvas, kinds: Mapping[str, Kind], scene: Scene) -> None:
    rows = scene.position["rows"]
    area = pieces.below_headline(pieces.MARGIN, pieces.MARGIN + _NARROW_WIDTH)
    canvas.region("rows", area.grown(pieces.FRAME))
    places = area.cells(1, len(rows), pieces.GAP)
    for number, (cards, (_, top, _, height)) in enumerate(zip(rows, places, strict=True), 1):
        canvas.part(
            Area(0, top - pieces.GAP / 2, _PANEL_LEFT - pieces.GAP / 2, height + pieces.GAP)
        )
        canvas.target(row_name(number), pieces.MARGIN, top, _CHOOSERS_LEFT - pieces.MARGIN, height)
        with canvas.group(f"row {number}"):
            paint_number(canvas, number, pieces.MARGIN + _NUMBER_RADIUS, top + height / 2)
            stayed = _stayed(scene.earlier["rows"][number - 1], cards)
            for place in range(CARDS_PER_ROW):
                left = _CARDS_LEFT + place * _CARD_PITCH
                if place >= len(cards):
                    pieces.empty_place(canvas, left, top, _CARD_WIDTH, height)
                    canvas.tip(wording.NO_CARD, left, top, _CARD_WIDTH, height)
                    continue
                laid = [pieces.PILE_PIECE] if place >= stayed else []
                with canvas.moving(row_piece(number, place), *laid, step=2 * len(laid)):
                    _paint_row_card(canvas, kinds[cards[place]], left, top, height)
                    if scene.position["round"] == 1:
                        stays = kinds[cards[place]].stays
                        right = left + _CARD_WIDTH - 8
                        paint_whether_it_stays(canvas, right, top + 18, stays=stays)
                    if place == len(cards) - 1:
                        paint_outermost(canvas, left + _CARD_WIDTH - 1, top + height - 1)
            if stayed < len(cards):
                left, new = _CARDS_LEFT + stayed * _CARD_PITCH, len(cards) - stayed
                pieces.marked(canvas, left, top, new * _CARD_PITCH - _CARD_GAP, height)
        _paint_choosers(canvas, number, top + height / 2, scene)


def _stayed(before: Sequence[str], cards: Sequence[str]) -> int:
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
    canvas.tip(wording.NUMBER, *Area.around(x, middle, radius))


def _paint_row_card(canvas: Canvas, kind: Kind, left: float, top: float, height: float) -> None:
    colour, path = emblem_of(kind)
    pieces.card(canvas, left, top, _CARD_WIDTH, height, colour, kind.name)
    middle, scale = top + (height - 22) / 2, min(1.8, (height - 32) / 26)
    canvas.path(path, left + (36 if kind.points else 48), middle, scale, fill=colour)
    if kind.points:
        canvas.text(left + 62, middle + 9, str(kind.points), 26, bold=True, fill=colour)
    name = kind.counts_as if kind.points else kind.name
    canvas.text(left + 16, top + height - 9, name, 16, fill=CARD_INK, room=_CARD_WIDTH - 24)
    canvas.tip(wording.explained(kind), left, top, _CARD_WIDTH, height)


def paint_whether_it_stays(canvas: Canvas, right: float, bottom: float, *, stays: bool) -> None:
    """Paint the mark of a card that stays after the first scoring, or goes back to the box."""
    sign, ink = ("✓", "#2e7d32") if stays else ("×", "#b3261e")
    canvas.text(right, bottom, sign, 17, anchor="end", bold=True, fill=ink)
    canvas.tip(wording.STAYS if stays else wording.RETURNS, right - 16, bottom - 16, 18, 18)


def paint_outermost(canvas: Canvas, right: float, bottom: float) -> None:
    """Mark the corner of the card that goes to the box if several players choose its row."""
    canvas.polygon([(right - 13, bottom), (right, bottom - 13), (right, bottom)], fill=CARD_INK)
    canvas.tip(wording.OUTERMOST, right - 15, bottom - 15, 15, 15)


def _paint_choosers(canvas: Canvas, number: int, middle: float, scene: Scene) -> None:
    choices = scene.decision.get("choices") or scene.position["choices"]
    seats = [int(seat) for seat, row in sorted(choices.items()) if row == number]
    radius = _CHOOSER if len(seats) == 1 else _CHOOSERS
    lines = math.ceil(len(seats) / 2)
    for at, seat in enumerate(seats):
        x = _CHOOSERS_LEFT + (26 if len(seats) == 1 else 13 + 28 * (at % 2))
        y = middle + 28 * (at // 2 - (lines - 1) / 2)
        tip = f"{scene.names.of(seat)}: {wording.CHOICE}"
        with canvas.moving(f"choice {seat}", *choice_origins(scene, seat)):
            pieces.seat_token(canvas, x, y, radius, seat, tip)


# --- players ------------------------------------------------------------------------------------


def _panels(kinds: int, scene: Scene) -> list[Area]:
    seats = len(scene.position["scores"])
    if not scene.narrow:
        area = pieces.below_headline(_PANEL_LEFT, pieces.WIDTH - pieces.MARGIN)
        return area.cells(1, seats, pieces.GAP)
    chips = math.ceil(kinds / _NARROW_CHIPS) * CHIP_PITCH
    height = _HEADER_HEIGHT + chips + 2 * _SHEET_LINE
    return pieces.stacked(pieces.MARGIN, pieces.HEIGHT, _NARROW_WIDTH, [height] * seats)


def _paint_player(
    canvas: Canvas, kinds: tuple[Kind, ...], scene: Scene, seat: int, area: Area
) -> None:
    """Paint the panel of a player in three parts: the name, the empty places, the cards."""
    with canvas.group(scene.names.of(seat)):
        _paint_header(canvas, scene, seat, area)
    sheet = (2 if scene.narrow else 1) * _SHEET_LINE
    top = area.top + _HEADER_HEIGHT
    places = Area(area.left + 16, top, area.width - 32, area.height - _HEADER_HEIGHT - sheet - 3)
    canvas.part(places)
    held = scene.position["collections"][seat]
    canvas.paint_once(paint_empty_places, kinds, tuple(held), places)
    canvas.part(area.grown(pieces.FRAME))
    with canvas.group(scene.names.of(seat)):
        paint_collection(canvas, kinds, scene, seat, places)
        _paint_sheet(canvas, scene, seat, area, area.bottom - sheet)


def _paint_header(canvas: Canvas, scene: Scene, seat: int, area: Area) -> None:
    position = scene.position
    decides = seat in position["undecided"] and str(seat) not in position["choices"]
    pieces.panel(canvas, area, active=decides or bool(scene.verdict(seat)))
    canvas.tip(f"{scene.names.of(seat)}: {wording.COLLECTION}", *area)
    with canvas.moving(pieces.player_piece(seat)):
        pieces.seat_token(canvas, area.left + 28, area.top + 23, 14, seat)
    left, base = area.left + 52, area.top + 31
    room = _NARROW_NAME_WIDTH if scene.narrow else _NAME_WIDTH
    wide = canvas.text(left, base, scene.called(seat), 18, bold=True, room=room)
    words = scene.verdict(seat) or state_of(scene.position, seat)
    canvas.label(left + wide + 12, base, words, 16)
    right = pieces.player_points(canvas, scene, seat, area.right - 16, base, 18, gap=10)
    if str(seat) in position["choices"]:
        row = position["choices"][str(seat)]
        place = (right - 76, area.top + 3)
        new = str(seat) not in scene.earlier["choices"]
        with canvas.moving(secret_piece(seat), *[pieces.player_piece(seat)][:new]):
            pieces.card_back(canvas, *place, 54, 36, str(row) if row else "?")
        canvas.tip(wording.SECRET_CHOICE, *place, 54, 36)


def _paint_sheet(canvas: Canvas, scene: Scene, seat: int, area: Area, top: float) -> None:
    left, right = area.left + 16, area.right - 16
    columns, small, large = len(scene.sheet), pieces.SMALLEST_TEXT, 15.0
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
            canvas.tip(f"{category}: {wording.KINDS[kind]}", x, y, step - 4, _SHEET_LINE)
            canvas.path(path, x + 10, y + 20, 0.7, fill=colour)
            x, room = x + 24, step - 28
        elif category == "total":
            x, anchor = right, "end"
            words = "total" if scene.position["over"] else "total now"
        canvas.label(x, y + 17, words, small, anchor=anchor, room=room)
        canvas.text(x, y + 34, str(points[seat]), large, anchor=anchor, bold=True)


# --- the legend ---------------------------------------------------------------------------------

_CARD, _SLOTS = Area(5.0, 10.0, 38.0, 28.0), Area(6, 17, 36, 14)
_ANIMAL = EMBLEMS["animal"].colour

LEGEND = (
    *(drawn_symbol(of, meaning, EMBLEMS[of]) for of, meaning in wording.KINDS.items()),
    *(drawn_symbol(name, "an animal", emblem) for name, emblem in SPECIES.items()),
    Symbol("slots", wording.SLOTS, lambda canvas: paint_slots(canvas, 3, 5, _SLOTS, _ANIMAL)),
    Symbol("tick", wording.STAYS, lambda it: paint_whether_it_stays(it, 30.0, 30.0, stays=True)),
    Symbol(
        "cross", wording.RETURNS, lambda it: paint_whether_it_stays(it, 30.0, 30.0, stays=False)
    ),
    Symbol("black corner", wording.OUTERMOST, lambda canvas: paint_outermost(canvas, 31.0, 31.0)),
    Symbol("number", wording.NUMBER, lambda canvas: paint_number(canvas, 1, *MIDDLE)),
    Symbol("empty place", wording.NO_CARD, lambda canvas: pieces.empty_place(canvas, *_CARD)),
    Symbol("token", wording.CHOICE, lambda canvas: pieces.seat_token(canvas, *MIDDLE, 15, 1)),
    Symbol(
        "card back", wording.SECRET_CHOICE, lambda canvas: pieces.card_back(canvas, *_CARD, "?")
    ),
)
