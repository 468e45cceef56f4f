"""Emblems and names of cards, and the collections in front of players."""

import functools
import math
from collections.abc import Collection, Sequence

from hofspiele.envs.kou_ka_roi import wording
from hofspiele.envs.kou_ka_roi.components import Kind
from hofspiele.envs.pictures.canvas import Area, Canvas
from hofspiele.envs.pictures.legend import Drawing, read_drawings
from hofspiele.envs.pictures.pieces import card, empty_place, grid, marked_closely, player_piece
from hofspiele.envs.pictures.scene import Scene
from hofspiele.envs.pictures.theme import CARD_INK, CARD_LINE, PAPER

_DRAWINGS = read_drawings(__package__)
# Emblems by `Kind.counts_as`, and by name for the bundled species. Other species get the emblem
# for animals.
EMBLEMS, SPECIES = _DRAWINGS["emblems"], _DRAWINGS["species"]

# The emblems of `points.CATEGORIES`, in order.
EMBLEM_OF_CATEGORY = ("king", "church", "victory", "knight", "animal", "farmhouse")


def emblem_of(kind: Kind) -> Drawing:
    """Return the emblem of a kind of card."""
    emblem = EMBLEMS[kind.counts_as]
    return SPECIES.get(kind.name, emblem) if kind.counts_as == "animal" else emblem


def row_piece(row: int, place: int) -> str:
    """Return the name of the card at a place of a row."""
    return f"card {row} {place}"


def secret_piece(seat: int) -> str:
    """Return the name of the card back that stands for the secret choice of a seat."""
    return f"secret {seat}"


def choice_origins(scene: Scene, seat: int) -> list[str]:
    """Return the piece that a choice's token comes from; [] if the token was already at its row."""
    choices = scene.earlier["choices"]
    if str(seat) not in choices:
        return [player_piece(seat)]
    return [] if choices[str(seat)] else [secret_piece(seat)]


def cards_taken(scene: Scene, seat: int, kind: str) -> list[str]:
    """Return the names of the cards of a kind in the row that a seat has just taken."""
    choices = scene.decision.get("choices", {})
    row = choices.get(str(seat))
    if row is None or [*choices.values()].count(row) > 1:
        return []
    cards = scene.earlier["rows"][row - 1]
    return [row_piece(row, place) for place, card in enumerate(cards) if card == kind]


# Size of the chips that show how many cards of a kind a player has, at a scale of 1.
_CHIP_WIDTH, _CHIP_HEIGHT, _CHIP_GAP = 66.0, 38.0, 6.0
CHIP_PITCH = _CHIP_HEIGHT + _CHIP_GAP
_SLOT_GAP = 2.0


def _chips(kinds: Sequence[Kind], area: Area) -> tuple[float, list[tuple[Kind, Area]]]:
    """Return the scale of the chips, and each kind with the area of its chip; chips fill `area`."""
    width, height = area.width + _CHIP_GAP, area.height + _CHIP_GAP
    scale, columns = grid(len(kinds), _CHIP_WIDTH + _CHIP_GAP, CHIP_PITCH, width, height)
    lines = math.ceil(len(kinds) / columns)
    chips = area.cells(math.ceil(len(kinds) / lines), lines, _CHIP_GAP)
    ordered = sorted(kinds, key=lambda kind: kind.category)
    return scale, [*zip(ordered, chips, strict=False)]


def paint_empty_places(
    canvas: Canvas, kinds: Sequence[Kind], held: Collection[str], area: Area
) -> None:
    """Paint the places of all kinds of which a player has no cards."""
    scale, chips = _chips(kinds, area)
    for kind, chip in chips:
        if kind.name not in held:
            empty_place(canvas, *chip)
            _paint_emblem(canvas, kind, chip, scale, canvas.theme.line, canvas.theme.panel)
            if slots := _slots_of(kind):
                paint_slots(canvas, 0, slots, _slots_area(chip, scale), colour="none")
            canvas.tip(f"no {wording.explained(kind)}", *chip)


def paint_collection(
    canvas: Canvas, kinds: Sequence[Kind], scene: Scene, seat: int, area: Area
) -> None:
    """Paint the kinds of cards in front of a player, each in its place."""
    held, earlier = scene.position["collections"][seat], scene.earlier["collections"][seat]
    scale, chips = _chips(kinds, area)
    for kind, chip in chips:
        if kind.name not in held:
            continue
        origins = cards_taken(scene, seat, kind.name)
        with canvas.moving(f"{kind.name} {seat}", *origins, step=bool(origins)):
            _paint_chip(canvas, kind, held[kind.name], chip, scale)
        if held[kind.name] > earlier.get(kind.name, 0):
            marked_closely(canvas, *chip)


def _paint_chip(canvas: Canvas, kind: Kind, count: int, chip: Area, scale: float) -> None:
    colour, _ = emblem_of(kind)
    left, top, width, height = chip
    with canvas.group(f"{count} × {kind.name}"):
        card(canvas, *chip, colour, kind.name)
        _paint_emblem(canvas, kind, chip, scale, colour, PAPER)
        size = 20 * scale
        canvas.text(
            left + width - 6 * scale, top + (height - 7 * scale) / 2 + 0.36 * size, str(count),
            size, anchor="end", bold=True, fill=CARD_INK,
        )  # fmt: skip
        if slots := _slots_of(kind):
            paint_slots(canvas, min(count, slots), slots, _slots_area(chip, scale), colour)
        canvas.tip(f"{count} × {wording.explained(kind)}", *chip)


def _paint_emblem(
    canvas: Canvas, kind: Kind, chip: Area, scale: float, colour: str, ink: str
) -> None:
    """Paint the emblem of a kind, with the points of a victory card in `ink` on its flag."""
    left, top, width, height = chip
    x, y = left + 5 + 0.36 * (width - 5), top + (height - 7 * scale) / 2
    canvas.path(emblem_of(kind)[1], x, y, 1.08 * scale, fill=colour)
    if kind.points:
        size = 15.5 * scale
        canvas.text(
            x + 2 * scale, y - 0.6 * scale, str(kind.points), size, anchor="middle", bold=True,
            fill=ink,
        )  # fmt: skip


@functools.cache
def _slots_of(kind: Kind) -> int:
    """Return the fewest cards of a kind that score its maximum points by themselves."""
    points = [kind.points_alone(cards) for cards in range(kind.copies + 1)]
    return points.index(points[-1])


def _slots_area(chip: Area, scale: float) -> Area:
    left, bottom = chip.left + 8 + 4 * scale, chip.bottom - 3 * scale
    return Area(left, bottom - 4 * scale, chip.right - 6 * scale - left, 4 * scale)


def paint_slots(canvas: Canvas, filled: int, slots: int, area: Area, colour: str) -> None:
    """Paint a row of slots, the first ones filled."""
    outlines = [slot.path for slot in area.cells(slots, 1, _SLOT_GAP)]
    if filled:
        canvas.path("".join(outlines[:filled]), fill=colour)
    if filled < slots:
        canvas.path("".join(outlines[filled:]), fill="none", stroke=CARD_LINE, stroke_width=0.8)
