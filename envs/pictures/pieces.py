"""Pieces that several games share: tokens, cards, grids, and the frame of a picture."""

import itertools
import math
from collections.abc import Sequence

from hofspiele.envs.core.text.words import counted
from hofspiele.envs.pictures.canvas import Area, Canvas
from hofspiele.envs.pictures.scene import Scene
from hofspiele.envs.pictures.text import width as width_of
from hofspiele.envs.pictures.theme import CARD_BACK, CARD_LINE, PAPER, SEATS, ink_on


def grid(
    things: int, wide: float, high: float, width: float, height: float, fewest: int = 1
) -> tuple[float, int]:
    """Return the largest scale at which all items fit into an area, and the number of columns.

    At a scale of 1, an item measures `wide` by `high`, including the gap to the next. The area
    measures `width` by `height`. There are at least `fewest` columns.
    """
    return max(
        (min(width / (columns * wide), height / (math.ceil(things / columns) * high or 1)), columns)
        for columns in range(fewest, max(things, fewest) + 1)
    )


# The piece from which new cards come.
PILE_PIECE = "pile"
# Size of a picture, its margin, the top of the panels, the gap between panels, and the distance
# between the edges of a panel and of its region.
WIDTH, HEIGHT, MARGIN, TOP, GAP, FRAME = 1200, 800, 24, 84, 12, 5
_HEADLINE_HEIGHT = 76
# Width, line height and font size of its facts on narrow screens.
_NARROW_WIDTH, _NARROW_LINE, _NARROW_SIZE = 412, 25, 15
# Minimum size of text: 11 pixels where a desktop of 1440 by 900 pixels shows a picture.
SMALLEST_TEXT = 12.4
# Minimum radius of a token with a mark.
_SMALLEST_MARKED = 10.0
# Number of corners of each seat's token (None: round), and its rotation as a share of a full turn.
_SHAPES = ((None, 0.0), (4, 0.125), (3, 0.0), (4, 0.0), (5, 0.0), (6, 0.0))
# Scale of each seat's token, because shapes with fewer corners look smaller.
_SIZES = (1.0, 1.15, 1.5, 1.2, 1.12, 1.08)


def player_piece(seat: int) -> str:
    """Return the name of the token in a player's panel, from which pieces come."""
    return f"token {seat}"


def below_headline(left: float, right: float) -> Area:
    """Return the area of a picture from `left` to `right` without headline and margin."""
    return Area(left, TOP, right - left, HEIGHT - MARGIN - TOP)


def stacked(
    left: float, top: float, width: float, heights: Sequence[float], gap: float = GAP
) -> list[Area]:
    """Return areas of these heights, one below the other."""
    tops = itertools.accumulate(heights, lambda y, height: y + height + gap, initial=top)
    return [Area(left, y, width, height) for y, height in zip(tops, heights, strict=False)]


def seat_token(canvas: Canvas, x: float, y: float, radius: float, seat: int, tip: str = "") -> None:
    """Draw a token in the colour and shape of a seat, with a tooltip if given.

    Its mark is left out where it would be too small to read.
    """
    area = Area.around(x, y, radius)
    canvas.piece("token", canvas.names.of(seat), *area)
    colour = SEATS[seat]
    corners, turn = _SHAPES[seat]
    if corners == 3:  # A triangle's centre is below half its height.
        y += radius / 4
    style = {"fill": colour, "stroke": ink_on(colour), "stroke_width": max(1.0, radius / 9)}
    if corners is None:
        canvas.circle(x, y, radius, **style)
    else:
        reach = radius * _SIZES[seat]
        angles = [2 * math.pi * (corner / corners + turn) for corner in range(corners)]
        points = [(x + reach * math.sin(a), y - reach * math.cos(a)) for a in angles]
        canvas.polygon(points, **style)
    if radius >= _SMALLEST_MARKED:
        size = max(SMALLEST_TEXT, radius * 1.15)
        canvas.text(
            x, y + 0.33 * size, canvas.names.mark(seat), size, anchor="middle", bold=True,
            fill=ink_on(colour), room=1.5 * radius,
        )  # fmt: skip
    if tip:
        canvas.tip(tip, *area)


def card(
    canvas: Canvas, x: float, y: float, width: float, height: float, colour: str, label: str
) -> None:
    """Draw the front of a blank card: paper with a coloured edge."""
    canvas.rect(x, y, width, height, radius=5, fill=PAPER, stroke=CARD_LINE, stroke_width=1)
    canvas.rect(x + 3, y + 3, 5, height - 6, radius=2.5, fill=colour)
    canvas.piece("card", label, x, y, width, height)


def card_back(
    canvas: Canvas, x: float, y: float, width: float, height: float, text: str = ""
) -> None:
    """Draw a face-down card, with `text` on its back."""
    canvas.rect(x, y, width, height, radius=5, fill=CARD_BACK, stroke=CARD_LINE, stroke_width=1)
    canvas.frame(x + 4, y + 4, width - 8, height - 8, stroke="#8793a6", radius=3, thick=1)
    canvas.piece("card", "face down", x, y, width, height)
    if text:
        size = min(0.42 * height, 22)
        canvas.text(
            x + width / 2, y + height / 2 + 0.33 * size, text, size, anchor="middle", bold=True,
            fill="#ffffff", room=width - 12,
        )  # fmt: skip


def empty_place(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    """Draw the outline of an empty place for a card."""
    canvas.rect(
        x + 1, y + 1, width - 2, height - 2, radius=5, fill="none", stroke=canvas.theme.line,
        stroke_dasharray="4 5",
    )  # fmt: skip


def marked(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    """Draw a frame that marks a recent change."""
    canvas.rect(
        x - 4, y - 4, width + 8, height + 8, radius=8, fill="none", stroke=canvas.theme.mark,
        stroke_width=3, stroke_dasharray="9 4",
    )  # fmt: skip


def marked_closely(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    """Draw a narrow frame that marks a recent change of one of many small items."""
    canvas.frame(x - 1, y - 1, width + 2, height + 2, stroke=canvas.theme.mark, radius=6, thick=2.5)


def panel(canvas: Canvas, area: Area, *, region: str = "", active: bool = False) -> None:
    """Draw a panel, with a thick border if it is active; start its region if it has a name."""
    if region:
        canvas.region(region, area.grown(FRAME))
    stroke, thick = (canvas.theme.ink, 2.5) if active else (canvas.theme.line, 1)
    canvas.rect(*area, radius=10, fill=canvas.theme.panel, stroke=stroke, stroke_width=thick)


def player_points(
    canvas: Canvas, scene: Scene, seat: int, right: float, y: float, size: float, gap: float = 8
) -> float:
    """Draw the points of a seat and, before a gap, those just scored; return the left edge."""
    points = counted(scene.points[seat], "point")
    x = right - canvas.text(right, y, points, size, anchor="end", bold=True)
    if scored := scene.scored(seat):
        ink = canvas.theme.mark
        x -= gap + canvas.text(x - gap, y, scored, size, anchor="end", bold=True, fill=ink)
    return x


def new_picture(
    scene: Scene, game: str, stage: str, facts: Sequence[str], event: str, bottom: float
) -> tuple[Canvas, tuple[float, float]]:
    """Return the picture of a scene with a headline: a game's name, stage, facts and last event.

    A narrow headline has neither name nor event, because the page shows them as text. `stage` is
    that of a game in play, and `bottom` the lower edge of the lowest panel. Also return the left
    edge and baseline of the first fact, which has free space for a sign before it.
    """
    stage = "the game is over" if scene.position["over"] else stage
    height = max(HEIGHT, round(bottom) + MARGIN)
    canvas = Canvas(WIDTH, height, f"{game}, {stage}", dark=scene.dark, names=scene.names)
    area = Area(0, 0, WIDTH, _HEADLINE_HEIGHT)
    canvas.region("headline", area)
    if scene.narrow:
        return canvas, _narrow_headline(canvas, stage, facts)
    end = MARGIN + canvas.text(MARGIN, 38, game, 26, bold=True)
    canvas.label(end + 18, 38, stage, 18)
    x = float(WIDTH - MARGIN)
    for fact in reversed(facts):
        x -= 22 + canvas.label(x, 38, fact, 16, anchor="end")
    if event:
        canvas.part(area)
        ink, room = canvas.theme.mark, WIDTH - 2 * MARGIN
        canvas.text(MARGIN, 66, event, 17, fill=ink, bold=True, room=room)
    return canvas, (x + 22, 38)


def own_first(scene: Scene, seats: int) -> list[int]:
    """Return the seats in the order in which narrow screens show them: clockwise, the own first."""
    first = scene.point_of_view or 0
    return [*range(first, seats), *range(min(first, seats))]


def _narrow_headline(canvas: Canvas, stage: str, facts: Sequence[str]) -> tuple[float, float]:
    x, y = MARGIN + canvas.text(MARGIN, 20, stage, 17, bold=True), 20.0
    places: list[tuple[float, float]] = []
    for fact in facts:
        gap = 18 if places else 36
        if x + gap + width_of(fact, _NARROW_SIZE) > MARGIN + _NARROW_WIDTH:
            x, y, gap = MARGIN, y + _NARROW_LINE, 0 if places else 18
        places.append((x + gap, y))
        x += gap + canvas.label(x + gap, y, fact, _NARROW_SIZE, room=_NARROW_WIDTH - gap)
    canvas.regions["headline"] = Area(MARGIN, 0, _NARROW_WIDTH, y + 10)
    return places[0] if places else (x, y)
