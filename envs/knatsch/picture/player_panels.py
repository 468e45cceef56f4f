"""A panel for each player: cards, points, and the decision that the player has to make."""

import math
from collections.abc import Mapping
from typing import Any

from hofspiele.envs.core.text.words import plural
from hofspiele.envs.knatsch import wording
from hofspiele.envs.knatsch.components import TOURNAMENT_NAME, Components
from hofspiele.envs.knatsch.narration import dice_were_thrown, winner_of, words_beside_name
from hofspiele.envs.knatsch.picture import artwork, table
from hofspiele.envs.knatsch.pointing import cards_of
from hofspiele.envs.pictures import pieces
from hofspiele.envs.pictures.canvas import Area, Canvas
from hofspiele.envs.pictures.scene import Scene

_HEADER_HEIGHT, _SHEET_HEIGHT = 44, 40
_SEATS_IN_A_COLUMN = 3
# The name's share of the space between token and points; the words next to it take the rest.
_NAME_SHARE = 0.6
# Fewest columns of cards in a narrow picture or a broad panel; minimum width of a broad panel.
_NARROW_COLUMNS, _BROAD = 3, 500
# Width and height of a small card with the gap to the next.
_CELL = (artwork.SMALL_WIDTH + artwork.SMALL_GAP, artwork.SMALL_HEIGHT + artwork.SMALL_GAP)
# Left edge of each category on a player's sheet, as a fraction of the sheet's width.
_STARTS = (0.0, 0.3, 0.7)


def player_panels(scene: Scene) -> list[Area]:
    """Return each player's panel: in one or two columns, or below all else in a narrow picture."""
    seats = scene.position["num_players"]
    if scene.narrow:
        # These panels are as wide as the table and as high as their cards need.
        numbers = [len(_cards_in_front(scene.position, seat)) for seat in range(seats)]
        lines = [max(1, math.ceil(number / _NARROW_COLUMNS)) for number in numbers]
        heights = [_HEADER_HEIGHT + line * _CELL[1] + _SHEET_HEIGHT for line in lines]
        return pieces.stacked(pieces.MARGIN, pieces.HEIGHT, table.TABLE_WIDTH, heights)
    columns = 1 if seats <= _SEATS_IN_A_COLUMN else 2
    area = pieces.below_headline(table.PLAYERS_LEFT, pieces.WIDTH - pieces.MARGIN)
    return area.cells(columns, math.ceil(seats / columns), pieces.GAP)[:seats]


def paint_player(
    canvas: Canvas, components: Components, scene: Scene, seat: int, area: Area
) -> None:
    """Paint the panel of a player."""
    canvas.region(f"cards of {scene.names.of(seat)}", area.grown(pieces.FRAME))
    with canvas.group(scene.names.of(seat)):
        _paint_header(canvas, scene, seat, area)
        cards = Area(
            area.left + table.PADDING,
            area.top + _HEADER_HEIGHT,
            area.width - 2 * table.PADDING + artwork.SMALL_GAP,
            area.height - _HEADER_HEIGHT - _SHEET_HEIGHT,
        )
        fewest = 2 if area.width < _BROAD and not scene.narrow else _NARROW_COLUMNS
        _paint_cards(canvas, components, scene, seat, fewest, cards)
        _paint_sheet(canvas, scene, seat, area)


def _paint_header(canvas: Canvas, scene: Scene, seat: int, area: Area) -> None:
    position, x, base = scene.position, area.left + 52, area.top + 30
    decides = seat == position["player"] and not position["over"]
    pieces.panel(canvas, area, active=decides or seat == winner_of(scene))
    pieces.seat_token(canvas, area.left + 27, area.top + 24, 14, seat)
    tip = f"{scene.names.of(seat)}: {wording.PLAYER}"
    canvas.tip(tip, area.left, area.top, area.width, _HEADER_HEIGHT)
    right = pieces.player_points(canvas, scene, seat, area.right - table.PADDING, base, 17)
    room = _NAME_SHARE * (right - x)
    x += 10 + canvas.text(x, base, scene.called(seat), 17, bold=True, room=room)
    canvas.label(x, base, words_beside_name(scene, seat), 15, room=right - x - 8)


def number_of_cards(position: Mapping[str, Any], seat: int) -> dict[str, int]:
    """Return how many cards of each category a seat has."""
    castles, actions = position["castles"][seat], position["actions"][seat]
    numbers = (len(castles), position["tournaments"][seat], len(actions))
    return dict(zip(artwork.CATEGORIES, numbers, strict=True))


def _cards_in_front(position: Mapping[str, Any], seat: int) -> list[tuple[str, bool, str]]:
    """Return the castles, the tournaments as one card, and the action cards, like `cards_of`."""
    found = [*cards_of(position, seat)]
    if position["tournaments"][seat]:
        # No action points at the tournaments of a player.
        found.insert(len(position["castles"][seat]), (TOURNAMENT_NAME, False, ""))
    return found


def _paint_cards(
    canvas: Canvas, components: Components, scene: Scene, seat: int, fewest: int, area: Area
) -> None:
    held = _cards_in_front(scene.position, seat)
    before = {name: guarded for name, guarded, _ in _cards_in_front(scene.earlier, seat)}
    tournaments, earlier = scene.position["tournaments"][seat], scene.earlier["tournaments"][seat]
    scale, columns = pieces.grid(len(held), *_CELL, area.width, area.height, fewest)
    thrown = dice_were_thrown(scene)
    for at, (name, guarded, target) in enumerate(held):
        cell = Area(
            area.left + at % columns * scale * _CELL[0],
            area.top + at // columns * scale * _CELL[1],
            artwork.SMALL_WIDTH * scale,
            artwork.SMALL_HEIGHT * scale,
        )
        new, piece = name not in before, name
        origins: list[str] = []
        if name == TOURNAMENT_NAME:
            new, piece = tournaments > earlier, f"{name} {seat}"
            origins = table.tournaments_taken(scene) if new else []
        with canvas.group(name):
            with canvas.moving(piece, *origins, step=thrown):
                artwork.paint_small(canvas, components, name, cell, tournaments)
            if guarded:
                artwork.paint_lock(canvas, cell, new=not before.get(name, False))
            if new:
                pieces.marked_closely(canvas, *cell)
            if target:
                artwork.place_target(canvas, scene, target, cell)


def _paint_sheet(canvas: Canvas, scene: Scene, seat: int, area: Area) -> None:
    left, right = area.left + table.PADDING, area.right - table.PADDING
    top = area.bottom - _SHEET_HEIGHT
    canvas.line(left, top, right, top, stroke=canvas.theme.line)
    starts = [left + part * (right - left) for part in (*_STARTS, 1.0)]
    numbers = number_of_cards(scene.position, seat)
    for (category, number), x, end in zip(numbers.items(), starts, starts[1:], strict=False):
        artwork.paint_emblem(canvas, category, x + 12, top + 20, 0.85)
        canvas.tip(wording.TOTALS[category], x, top, end - x, _SHEET_HEIGHT)
        x += 37 + canvas.text(x + 30, top + 26, str(number), 18, bold=True)
        word = plural(number, artwork.CATEGORIES[category])
        canvas.label(x, top + 26, word, 14, room=end - x - 8)
