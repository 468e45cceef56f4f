"""The panels around the map: alliances, the tables of the Vatican, and cards on the table."""

import math
from collections.abc import Mapping
from typing import Any

from hofspiele.envs.kardinal.components import FACE_UP_CARDS, Board
from hofspiele.envs.kardinal.picture import meanings
from hofspiele.envs.kardinal.picture.artwork import country_colour, paint_card, paint_open_seat
from hofspiele.envs.kardinal.pointing import PILE_TARGET, face_up_target, vatikan_seal_target
from hofspiele.envs.pictures.canvas import Area, Canvas
from hofspiele.envs.pictures.pieces import card_back, empty_place, marked, panel, seat_token
from hofspiele.envs.pictures.scene import Scene

# Left edge and width of each of the two columns of the picture.
_MAP_LEFT, _MAP_WIDTH = 24, 728
LEFT, WIDTH = 764, 412
_ALLIANCES_TOP, _ALLIANCES_HEIGHT = 700, 76
_CARDS_TOP, _CARDS_HEIGHT = 84, 86
_VATIKAN_TOP, _VATIKAN_HEIGHT = 180, 108
_GAP = 10
# Widths of the alliances' caption and of the space for the leaders of one alliance.
_CAPTION, _LEADERS = 72, 28
_MOST_DISCARDS = 15
TABLES = ("cloister_table", "council_table")


# --- alliances ----------------------------------------------------------------------------------


def _alliance_boxes(board: Board) -> list[tuple[float, float, float, float]]:
    """Return left, top, width and height of the line of each alliance that fits."""
    columns, rows = 4, 4
    while columns * rows < len(board.alliances) and rows < 6:
        columns, rows = columns + 1, rows + 1
    left = _MAP_LEFT + _CAPTION
    width, height = (_MAP_WIDTH - 8 - _CAPTION) / columns, (_ALLIANCES_HEIGHT - 6) / rows
    return [
        (left + at // rows * width, _ALLIANCES_TOP + 3 + at % rows * height, width, height)
        for at in range(min(len(board.alliances), columns * rows))
    ]


def paint_alliances(canvas: Canvas, board: Board) -> None:
    """Paint numbers and countries of the alliances."""
    panel(canvas, _MAP_LEFT, _ALLIANCES_TOP, _MAP_WIDTH, _ALLIANCES_HEIGHT, active=False)
    boxes = _alliance_boxes(board)
    captions = ["alliances", "and who", "leads both"]
    if len(boxes) < len(board.alliances):
        captions.append(f"({len(board.alliances) - len(boxes)} more)")
    for at, caption in enumerate(captions):
        canvas.text(
            _MAP_LEFT + 12, _ALLIANCES_TOP + 16 + 15 * at, caption, 12, fill=canvas.theme.faint
        )
    lines = zip(boxes, board.alliance_numbers, board.alliances, strict=False)
    for (left, top, width, height), number, countries in lines:
        size, base = 0.66 * height, top + 0.72 * height
        canvas.text(left + 18, base, str(number), size, anchor="end", bold=True, room=16)
        canvas.text(left + 23, base, "–".join(countries), size, room=width - 29 - _LEADERS)
        canvas.tip(f"alliance {number}: {meanings.ALLIANCE}", left, top, width, height)


def paint_leaders(canvas: Canvas, board: Board, scene: Scene) -> None:
    """Paint the tokens of the seats that would score each alliance."""
    canvas.part(Area(_MAP_LEFT, _ALLIANCES_TOP, _MAP_WIDTH, _ALLIANCES_HEIGHT))
    for (left, top, width, height), countries in zip(
        _alliance_boxes(board), board.alliances, strict=False
    ):
        one, other = (leaders(scene.position, country) for country in countries)
        seats = sorted(one & other)
        pitch = min(0.85 * height, _LEADERS / max(len(seats), 1))
        for at, seat in enumerate(seats):
            x = left + width - _LEADERS + (at + 0.5) * pitch
            seat_token(canvas, x, top + height / 2, 0.41 * pitch, seat)


def leaders(position: Mapping[str, Any], country: str) -> set[int]:
    """Return the seats with the most advisors in a country, or an empty set without advisors."""
    seated = position["advisors"].get(country, ())
    return {seat for seat, count in enumerate(seated) if count and count == max(seated)}


# --- Der Vatikan --------------------------------------------------------------------------------


def _seal_boxes(board: Board, table: str) -> dict[str, tuple[float, float, float, float]]:
    """Return left, top, width and height of the seals of a table."""
    half = (WIDTH - 24) / 2
    left, top = LEFT + 8 + TABLES.index(table) * (half + 8), _VATIKAN_TOP + 22
    width = half / max(len(board.vatikan_columns), 1)
    boxes = {}
    for at, column in enumerate(board.vatikan_columns):
        height = min(21.0, (_VATIKAN_HEIGHT - 26) / len(column))
        for row, country in enumerate(column):
            boxes[country] = (left + at * width, top + row * height, 0.95 * width, 0.9 * height)
    return boxes


def paint_vatikan(canvas: Canvas, board: Board, *, dark: bool) -> None:
    """Paint the seals of both tables of the Vatican."""
    panel(canvas, LEFT, _VATIKAN_TOP, WIDTH, _VATIKAN_HEIGHT, active=False)
    for at, table in enumerate(TABLES):
        canvas.text(
            LEFT + 10 + at * (WIDTH - 8) / 2, _VATIKAN_TOP + 16, table.replace("_", " "), 12,
            fill=canvas.theme.faint,
        )  # fmt: skip
        for country, (left, top, width, height) in _seal_boxes(board, table).items():
            canvas.rect(
                left, top, width, height, radius=4, fill=country_colour(board, country, dark=dark)
            )
            name = table.replace("_", " ")
            canvas.tip(f"{name}, {country}: {meanings.TABLES[name]}", left, top, width, height)
            size = min(11.5, 0.66 * height, width / 4)
            # Narrower seals have no space for a name next to the token.
            if width > 36:
                canvas.text(
                    left + 22, top + height / 2 + 0.33 * size, country, size, room=width - 24
                )


def paint_seals(canvas: Canvas, board: Board, scene: Scene) -> None:
    """Paint the owners of seals, and which seals can no longer be taken."""
    canvas.part(_around(_VATIKAN_TOP, _VATIKAN_HEIGHT))
    for table in TABLES:
        owners = scene.position[table]
        boxes = _seal_boxes(board, table)
        for column in board.vatikan_columns:
            taken = any(country in owners for country in column)
            for country in column:
                left, top, width, height = boxes[country]
                canvas.target(
                    vatikan_seal_target(table.replace("_", " "), country), *boxes[country]
                )
                x, middle = left + min(11.0, width / 2), top + height / 2
                radius = min(7.5, 0.4 * height, 0.45 * width)
                if country in owners:
                    seat_token(canvas, x, middle, radius, owners[country])
                    new = country not in scene.earlier[table]
                    if new or [table.replace("_", " "), country] in scene.position["placed"]:
                        canvas.rect(
                            left, top, width, height, radius=4, fill="none", stroke_width=2.5,
                            stroke=canvas.theme.mark if new else canvas.theme.ink,
                        )  # fmt: skip
                elif taken:
                    paint_closed(canvas, x, middle, radius)
                else:
                    paint_open_seat(canvas, x, middle, 0.75 * radius)
                    canvas.tip(
                        meanings.OPEN_COLUMN, x - radius, middle - radius, 2 * radius, 2 * radius
                    )


def paint_closed(canvas: Canvas, x: float, y: float, radius: float) -> None:
    """Paint the mark of a seal that can no longer be taken."""
    reach = 0.5 * radius
    canvas.line(x - reach, y, x + reach, y, stroke=canvas.theme.faint)
    canvas.tip(meanings.CLOSED, x - radius, y - radius, 2 * radius, 2 * radius)


# --- cards --------------------------------------------------------------------------------------


def paint_cards(canvas: Canvas, board: Board, scene: Scene) -> None:
    """Paint the face-up cards, the pile and the discards."""
    canvas.part(_around(_CARDS_TOP, _CARDS_HEIGHT))
    position, earlier = scene.position, scene.earlier
    panel(canvas, LEFT, _CARDS_TOP, WIDTH, _CARDS_HEIGHT, active=False)
    left, top, height = LEFT + 14, _CARDS_TOP + 27, 50
    faint = canvas.theme.faint
    canvas.text(left, _CARDS_TOP + 15, "face up", 12, fill=faint)
    for place in range(FACE_UP_CARDS):
        card = position["face_up"][place]
        canvas.target(face_up_target(place), left, top, 82, height)
        if card is None:
            empty_place(canvas, left, top, 82, height)
        else:
            paint_card(canvas, board, card, left, top, 82, height)
        if earlier["face_up"][place] != card:
            marked(canvas, left, top, 82, height)
        left += 96
    canvas.text(left, _CARDS_TOP + 15, "pile", 12, fill=faint)
    canvas.target(PILE_TARGET, left, top, 52, height)
    if position["pile"]:
        card_back(canvas, left, top, 52, height, str(position["pile"]))
    else:
        empty_place(canvas, left, top, 52, height)
    canvas.tip(meanings.PILE, left, top, 52, height)
    if earlier["pile"] != position["pile"]:
        marked(canvas, left, top, 52, height)
    left += 68
    canvas.text(
        left, _CARDS_TOP + 15, f"discards: {sum(position['discard'].values())}", 12, fill=faint
    )
    canvas.tip(meanings.DISCARDS, left, _CARDS_TOP, LEFT + WIDTH - 8 - left, _CARDS_HEIGHT)
    # On boards with many colours, only the first ones fit.
    shown = list(position["discard"].items())[:_MOST_DISCARDS]
    width, line = (LEFT + WIDTH - 8 - left) / max(math.ceil(len(shown) / 5), 1), 11.6
    for at, (colour, count) in enumerate(shown):
        x, y = left + at // 5 * width, _CARDS_TOP + 33 + at % 5 * line
        new = count > earlier["discard"].get(colour, 0)
        fill = canvas.theme.mark if new else canvas.theme.ink
        size = min(11.0, width / 4)
        canvas.text(x + 14, y, str(count), size, anchor="end", bold=True, fill=fill, room=14)
        canvas.text(x + 19, y, colour, size, fill=fill, bold=new, room=width - 22)


def bottom(*, vatikan: bool) -> float:
    """Return the top edge of the players' panels, below the panels of this module."""
    top, height = (_VATIKAN_TOP, _VATIKAN_HEIGHT) if vatikan else (_CARDS_TOP, _CARDS_HEIGHT)
    return top + height + _GAP


def _around(top: float, height: float) -> Area:
    """Return the area of a panel in the right column, including half of the gaps around it."""
    return Area(LEFT - _GAP / 2, top - _GAP / 2, WIDTH + _GAP, height + _GAP)
