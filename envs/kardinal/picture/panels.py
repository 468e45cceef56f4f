"""The panels around the map: alliances, the Vatican, cards on the table, and players."""

import math

from hofspiele.envs.core.text.words import counted
from hofspiele.envs.kardinal import pointing, wording
from hofspiele.envs.kardinal.components import HAND_SIZE, TABLES, Board
from hofspiele.envs.kardinal.picture import artwork
from hofspiele.envs.kardinal.wording import leaders_of_both
from hofspiele.envs.pictures import pieces
from hofspiele.envs.pictures.canvas import Area, Canvas
from hofspiele.envs.pictures.scene import Scene

# Width of the caption beside the alliances, and height of the caption above them in narrow panels.
_CAPTION, _CAPTION_ABOVE = 68, 24
# Left margin of the alliances in narrow panels.
_MARGIN = 6
# Minimum width of a panel with the caption beside the alliances.
_WIDE = 600
# Width of the space for the leaders of one alliance, in wide and in narrow panels.
_LEADERS, _LEADERS_NARROW = 20, 120
_MOST_DISCARDS = 15
# Width of the space for face-up cards.
_FACE_UP_WIDTH = 192
# Maximum height of a seal of the Vatican, and maximum radius of the token on it.
_LARGEST_SEAL, _LARGEST_TOKEN = 54.5, 12.0
# Font size of captions.
SMALL = 13.5


# --- alliances ----------------------------------------------------------------------------------


def _alliance_boxes(board: Board, area: Area) -> list[Area]:
    """Return the area of each alliance's line of text, for as many alliances as fit."""
    is_wide = area.width >= _WIDE
    columns, rows = (4, 4) if is_wide else (1, 15)
    while columns * rows < len(board.alliances) and rows < (6 if is_wide else 24):
        columns, rows = columns + is_wide, rows + 1
    beside, above = (_CAPTION, 0) if is_wide else (_MARGIN, _CAPTION_ABOVE)
    left, top = area.left + beside, area.top + above + 3
    lines = Area(left, top, area.right - 8 - left, area.bottom - 3 - top)
    by_column = [cell for column in lines.cells(columns, 1) for cell in column.cells(1, rows)]
    return by_column[: len(board.alliances)]


def paint_alliances(canvas: Canvas, board: Board, scene: Scene, area: Area) -> None:
    """Paint each alliance with its countries and the tokens of the seats that would score it."""
    pieces.panel(canvas, area, region="alliances")
    boxes = _alliance_boxes(board, area)
    captions = ["alliances", "and their", "leaders"]
    if len(boxes) < len(board.alliances):
        captions.append(f"({len(board.alliances) - len(boxes)} more)")
    size, room, share = pieces.SMALLEST_TEXT, _LEADERS, 0.85
    if area.width < _WIDE:
        captions, size, room, share = [" ".join(captions)], 14.0, _LEADERS_NARROW, 0.96
    for at, caption in enumerate(captions):
        canvas.label(area.left + 12, area.top + 6 + (size - 2) + 15 * at, caption, size)
    lines = [*zip(boxes, board.alliance_numbers, board.alliances, strict=False)]
    for (left, top, width, height), number, countries in lines:
        size, base = min(0.71 * height, 14.5), top + 0.72 * height
        canvas.text(left + 17, base, str(number), size, anchor="end", bold=True, room=16)
        canvas.text(left + 21, base, "–".join(countries), size, room=width - 24 - room)
        canvas.tip(f"alliance {number}: {wording.ALLIANCE}", left, top, width, height)
    canvas.part(area.grown(pieces.FRAME))
    for (left, top, width, height), _, countries in lines:
        seats = leaders_of_both(scene.position, countries)
        pitch = min(share * height, room / max(len(seats), 1))
        for at, seat in enumerate(seats):
            x = left + width - room + (at + 0.5) * pitch
            pieces.seat_token(canvas, x, top + height / 2, 0.41 * pitch, seat)


# --- Der Vatikan --------------------------------------------------------------------------------


def paint_vatikan(canvas: Canvas, board: Board, scene: Scene, area: Area) -> None:
    """Paint both tables of the Vatican: their names, and the seals with their owners."""
    pieces.panel(canvas, area, region="Der Vatikan")
    half = (area.width - 24) / 2
    for at, field in enumerate(TABLES):
        table, left = field.replace("_", " "), area.left + 8 + at * (half + 8)
        end = left + 2 + canvas.text(left + 2, area.top + 17, table, 14.5, bold=True)
        canvas.label(
            end + 7, area.top + 17, wording.TABLE_SCORES[table], SMALL, room=left + half - end - 5
        )
        owners = scene.position[field]
        width = half / max(len(board.vatikan[field]), 1)
        for number, column in enumerate(board.vatikan[field]):
            taken = any(country in owners for country in column)
            height = min(_LARGEST_SEAL, (area.height - 28) / len(column))
            for row, country in enumerate(column):
                top = area.top + 25 + row * height
                seal = Area(left + number * width, top, 0.95 * width, 0.9 * height)
                _paint_seal(canvas, board, scene, table, country, seal, taken=taken)


def _paint_seal(
    canvas: Canvas, board: Board, scene: Scene, table: str, country: str, area: Area,
    *, taken: bool,
) -> None:  # fmt: skip
    left, top, width, height = area
    colour = artwork.country_colour(board, country, canvas)
    canvas.rect(*area, radius=4, fill=colour)
    canvas.tip(f"{table}, {country}: {wording.TABLES[table]}", *area)
    canvas.target(pointing.vatikan_seal_target(table, country), *area)
    size, middle = min(14.0, 0.66 * height, width / 4), top + height / 2
    # Narrower seals have no space for a name next to the token.
    if width > 36:
        start = 2 * min(_LARGEST_TOKEN, 0.4 * height) + 6
        canvas.text(left + start, middle + 0.33 * size, country, size, room=width - start - 1)
    radius = min(_LARGEST_TOKEN, 0.4 * height, 0.45 * width)
    x = left + min(radius + 4, width / 2)
    field = table.replace(" ", "_")
    owner = scene.position[field].get(country)
    if owner is not None:
        tip = f"{table}, {country}: {scene.names.of(owner)} owns this seal"
        new = country not in scene.earlier[field]
        artwork.paint_piece(canvas, f"{field} {country}", x, middle, radius, owner, tip, new=new)
        if ink := artwork.ink_around(canvas, scene, [table, country], new=new):
            canvas.rect(*area, radius=4, fill="none", stroke_width=2.5, stroke=ink)
    elif taken:
        paint_closed(canvas, x, middle, radius)
    else:
        artwork.paint_open_seat(canvas, x, middle, 0.75 * radius)
        canvas.tip(wording.OPEN_COLUMN, *Area.around(x, middle, radius))


def paint_closed(canvas: Canvas, x: float, y: float, radius: float) -> None:
    """Paint the mark of a seal that can no longer be taken."""
    reach = 0.5 * radius
    canvas.line(x - reach, y, x + reach, y, stroke=canvas.theme.faint)
    canvas.tip(wording.CLOSED, *Area.around(x, y, radius))


# --- cards --------------------------------------------------------------------------------------


def paint_cards(canvas: Canvas, board: Board, scene: Scene, area: Area) -> None:
    """Paint the face-up cards, the pile and the discards."""
    pieces.panel(canvas, area, region="cards on the table")
    position, earlier = scene.position, scene.earlier
    left, top, height = area.left + 12, area.top + 27, area.height - 36
    canvas.label(left, area.top + 17, "face up", SMALL)
    pitch = _FACE_UP_WIDTH / max(board.face_up_cards, 2)
    for place in range(board.face_up_cards):
        card, name = position["face_up"][place], artwork.face_up_piece(place)
        changed = earlier["face_up"][place] != card
        slot = Area(left, top, pitch - 14, height)
        canvas.target(pointing.face_up_target(place), *slot)
        if card is None:
            pieces.empty_place(canvas, *slot)
        else:
            taken = artwork.drawn_from(scene) == name
            origins = [pieces.PILE_PIECE][: taken or changed]
            with canvas.moving(name, *origins, step=taken):
                artwork.paint_card(canvas, board, card, *slot)
        if changed:
            pieces.marked(canvas, *slot)
        left += pitch
    canvas.label(left, area.top + 17, "pile", SMALL)
    slot = Area(left, top, 52, height)
    canvas.target(pointing.PILE_TARGET, *slot)
    if position["pile"]:
        with canvas.moving(pieces.PILE_PIECE):
            pieces.card_back(canvas, *slot, str(position["pile"]))
    else:
        pieces.empty_place(canvas, *slot)
    canvas.tip(wording.PILE, *slot)
    if earlier["pile"] != position["pile"]:
        pieces.marked(canvas, *slot)
    canvas.part(area.grown(pieces.FRAME))
    left += 68
    _paint_discards(canvas, scene, Area(left, area.top, area.right - 8 - left, area.height))


def _paint_discards(canvas: Canvas, scene: Scene, area: Area) -> None:
    discard, earlier = scene.position["discard"], scene.earlier["discard"]
    canvas.label(area.left, area.top + 17, f"discards: {sum(discard.values())}", SMALL)
    canvas.tip(wording.DISCARDS, *area)
    # On boards with many colours, only the first ones fit.
    shown = list(discard.items())[:_MOST_DISCARDS]
    width = area.width / max(math.ceil(len(shown) / 5), 1)
    line = (area.height - 28) / 5
    for at, (colour, count) in enumerate(shown):
        x, y = area.left + at // 5 * width, area.top + 33 + at % 5 * line
        new = count > earlier.get(colour, 0)
        fill = canvas.theme.mark if new else canvas.theme.ink
        size = min(13.5, 1.07 * line, width / 4)
        origins = artwork.cards_paid(scene, colour) if new else []
        with canvas.moving(f"discards {colour}", *origins):
            canvas.text(x + 14, y, str(count), size, anchor="end", bold=True, fill=fill, room=14)
            canvas.text(x + 19, y, colour, size, fill=fill, bold=new, room=width - 20)


_SHEET_WIDTH = 134
_CARD_GAP = 7.0
_NAME_WIDTH = 110


def paint_player(canvas: Canvas, board: Board, scene: Scene, seat: int, area: Area) -> None:
    """Paint the panel of a player in three parts: the name, the hand and the points."""
    position = scene.position
    left, top, width, height = area
    right = left + width - 14
    canvas.region(f"cards of {scene.names.of(seat)}", area.grown(pieces.FRAME))
    with canvas.group(scene.names.of(seat)):
        first = scene.verdict(seat) if position["over"] else seat == position["player"]
        pieces.panel(canvas, area, active=bool(first))
        with canvas.moving(pieces.player_piece(seat)):
            pieces.seat_token(canvas, left + 24, top + 20, 12, seat)
        canvas.tip(f"{scene.names.of(seat)}: {wording.PLAYER}", left, top, width, 38)
        end = left + 44.0
        end += canvas.text(end, top + 25, scene.called(seat), 16, bold=True, room=_NAME_WIDTH)
        room = pieces.player_points(canvas, scene, seat, right, top + 25, 16) - 8 - (end + 9)
        canvas.text(
            end + 9, top + 25, _state_of(scene, seat), 14, bold=position["over"], room=room,
            fill=canvas.theme.ink if position["over"] else canvas.theme.faint,
        )  # fmt: skip
    canvas.part(area.grown(pieces.FRAME))
    with canvas.group(scene.names.of(seat)):
        hand = Area(left + 14, top + 38, width - _SHEET_WIDTH - 30, height - 48)
        _paint_hand(canvas, board, scene, seat, hand)
    canvas.part(area.grown(pieces.FRAME))
    with canvas.group(scene.names.of(seat)):
        _paint_sheet(canvas, board, scene, seat, right, top, height)


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
    hand, earlier = artwork.hand_of(scene.position, seat), artwork.hand_of(scene.earlier, seat)
    height = min(area.height, 76.0)
    top = area.top + (area.height - height) / 2
    width = area.width / HAND_SIZE - _CARD_GAP
    cards = [
        (colour, number, number >= earlier.get(colour, 0))
        for colour, count in hand.items()
        for number in range(count)
    ]
    for at, (card, number, new) in enumerate(cards):
        slot = Area(area.left + at * (width + _CARD_GAP), top, width, height)
        origins = [origin for origin in [artwork.drawn_from(scene)] if origin and new]
        with canvas.moving(artwork.hand_piece(seat, card, number), *origins):
            if card is None:
                pieces.card_back(canvas, *slot)
                canvas.tip(wording.HIDDEN_CARD, *slot)
            else:
                artwork.paint_card(canvas, board, card, *slot)
        if card is not None and seat == scene.point_of_view:
            canvas.target(pointing.card_target(card, number), *slot)
        if new:
            pieces.marked(canvas, *slot)


def _paint_sheet(
    canvas: Canvas, board: Board, scene: Scene, seat: int, right: float, top: float, height: float
) -> None:
    position = scene.position
    left = right - _SHEET_WIDTH
    abbeys = sum(owner == seat for owner in position["abbeys"].values())
    advisors = sum(seated[seat] for seated in position["advisors"].values()) + sum(
        owner == seat for table in TABLES for owner in position[table].values()
    )
    left_over = {
        "abbeys": board.abbeys_per_player - abbeys,
        "advisors": board.advisors_per_player - advisors,
    }
    line = min(24.0, (height - 36) / len(scene.sheet))
    size = min(14.0, line)
    top += (height - 36 - line * len(scene.sheet)) / 2
    for at, (category, points_of) in enumerate(scene.sheet.items()):
        y = top + 31 + (at + 0.78) * line
        total = category == "total"
        name = "total now" if total and not position["over"] else category
        canvas.label(left, y, name, size, bold=total)
        if category in left_over:
            canvas.label(right - 34, y, f"{left_over[category]} left", 0.95 * size, anchor="end")
        canvas.text(right, y, str(points_of[seat]), size, anchor="end", bold=True)
        canvas.tip(wording.CATEGORIES[category], left, y - size, right - left, line)
