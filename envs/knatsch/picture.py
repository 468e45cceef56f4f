"""A position as a picture: piles, king and dice on the left, players with their cards right."""

import math
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from hofspiele.envs.knatsch.actions import pile_name
from hofspiele.envs.knatsch.components import TOURNAMENT_NAME, Components
from hofspiele.envs.knatsch.emblems import (
    CARDS,
    CARDS_COLOUR,
    CASTLE,
    CASTLE_COLOUR,
    CROWN,
    CROWN_COLOUR,
    CUP,
    CUP_COLOUR,
)
from hofspiele.envs.knatsch.painted_attempt import paint_attempt, paint_dice
from hofspiele.envs.knatsch.painted_cards import (
    LARGE_HEIGHT,
    LARGE_WIDTH,
    SMALL_GAP,
    SMALL_HEIGHT,
    SMALL_WIDTH,
    Cards,
    cards_of,
    paint_large,
    paint_lock,
    paint_small,
)
from hofspiele.envs.knatsch.painted_dice import paint_combination
from hofspiele.envs.knatsch.pointing import THE_KING, under
from hofspiele.envs.knatsch.scoring import (
    CASTLES_TO_CHALLENGE,
    CASTLES_TO_WIN,
    CASTLES_WITH_TOURNAMENTS,
    TOURNAMENTS_TO_WIN,
)
from hofspiele.envs.knatsch.told import happened, winner_of
from hofspiele.envs.knatsch.written_attempts import (
    DEFENCE_NAME,
    KING_NAME,
    action_card_name,
    castle_name,
)
from hofspiele.envs.pictures.canvas import Area, Canvas
from hofspiele.envs.pictures.grid import grid
from hofspiele.envs.pictures.pieces import (
    empty_place,
    headline,
    marked,
    marked_closely,
    panel,
    seat_token,
)
from hofspiele.envs.pictures.scene import Scene, counted, plural
from hofspiele.envs.pictures.theme import CARD_LINE, PAPER

_WIDTH, _HEIGHT = 1200, 800
_TOP, _GAP, _MARGIN = 84, 12, 24
_TABLE_WIDTH = 384
_PLAYERS_LEFT = _MARGIN + _TABLE_WIDTH + 20
_UNDER_TOP, _UNDER_HEIGHT = 288, 34
_KING_TOP, _KING_HEIGHT = 326, 54
_ATTEMPT_TOP = _KING_TOP + _KING_HEIGHT + _GAP
_PADDING = 16
_HEADER_HEIGHT, _SHEET_HEIGHT = 44, 40
_SEATS_IN_A_COLUMN = 3
# of the final sheet: how far from its right each column ends
_COLUMNS = (246, 146, 72, 0)
_LARGEST_LINE = 40


class _Step(NamedTuple):
    """What is asked of a player: in a word or two, in full, and when or why."""

    short: str
    full: str
    about: str = ""


_STEPS = {
    "target": _Step("names a target", "names a target", "to throw the dice for"),
    "dice": _Step("throws", "throws"),
    "lose castle": _Step("gives up a castle", "gives up a castle", "as the king is not beaten"),
    "guard castles": _Step("places a guard", "leaves a castle unguarded", "as the turn ends"),
    "guard action": _Step("places a guard", "guards an action card", "as the turn ends"),
}
_EMBLEM_OF = {
    "castles": (CASTLE, CASTLE_COLOUR),
    "tournaments": (CUP, CUP_COLOUR),
    "actions": (CARDS, CARDS_COLOUR),
    "king": (CROWN, CROWN_COLOUR),
}
# of the score sheet: category, and what one of it is called
_CATEGORIES = {"castles": "castle", "tournaments": "tournament", "actions": "action"}
# where each begins on the sheet of a player, in parts of its width
_STARTS = (0.0, 0.3, 0.7)
_GOALS = (
    ({"castles": CASTLES_TO_WIN}, f"{CASTLES_TO_WIN} castles"),
    (
        {"castles": CASTLES_WITH_TOURNAMENTS, "tournaments": TOURNAMENTS_TO_WIN},
        f"{CASTLES_WITH_TOURNAMENTS} castles, {TOURNAMENTS_TO_WIN} tournaments",
    ),
    ({"castles": CASTLES_TO_CHALLENGE, "king": 1}, f"{CASTLES_TO_CHALLENGE} castles, king beaten"),
)


def visible(position: Mapping[str, Any], point_of_view: int | None) -> dict[str, Any]:
    """What all may see alike: of each pile the top card and how many lie below."""
    piles = [
        {"top": pile[0] if pile else None, "below": max(len(pile) - 1, 0)}
        for pile in position["piles"]
    ]
    return {**position, "piles": piles}


def paint(components: Components, scene: Scene) -> Canvas:
    """The picture of a scene."""
    position = scene.position
    canvas = Canvas(_WIDTH, _HEIGHT, f"Knatsch, {_stage(position)}", scene.dark)
    buried = [f"{position['buried']} buried this turn"] if position["buried"] else []
    headline(canvas, "Knatsch", _stage(position), buried, happened(scene))
    cards = cards_of(components)
    target = _target(position)
    _paint_piles(canvas, cards, scene, target)
    _paint_king(canvas, components, target)
    _paint_middle(canvas, scene)
    _paint_players(canvas, cards, scene, target)
    return canvas


def _stage(position: Mapping[str, Any]) -> str:
    if position["over"]:
        return "the game is over"
    return f"turn {position['turn'] + 1}, of player {position['active']}"


# --- what the attempt is at ---------------------------------------------------------------------


class _Target(NamedTuple):
    """What somebody throws at: a pile (from 1), a card of a seat, the king, or nothing."""

    pile: int | None = None
    owner: int | None = None
    of: str = ""
    king: bool = False


def _target(position: Mapping[str, Any]) -> _Target:
    attempt = position["attempt"]
    if attempt is None or position["step"] != "dice":
        return _Target()
    match attempt["target"].split():
        case ["pile", number]:
            return _Target(pile=int(number))
        case ["castle", colour, "of", owner]:
            return _Target(owner=int(owner), of=colour)
        case [*kind, "of", owner]:
            return _Target(owner=int(owner), of=" ".join(kind))
    if attempt["target"] == DEFENCE_NAME:
        return _Target(owner=attempt["by"], of=attempt["castle"])
    if attempt["target"] == KING_NAME:
        return _Target(king=True)
    return _Target(pile=attempt["pile"])


def _aimed(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    """A frame and a bull's eye on what somebody throws at."""
    canvas.rect(
        x - 2, y - 2, width + 4, height + 4, radius=7, fill="none", stroke=canvas.theme.ink,
        stroke_width=2.5,
    )  # fmt: skip
    middle = x + width - 4
    for radius, colour in ((8.5, "#ffffff"), (7, "#b3261e"), (4.6, "#ffffff"), (2.4, "#b3261e")):
        canvas.circle(middle, y + 4, radius, fill=colour)
    canvas.piece("badge", "target", middle - 8.5, y - 4.5, 17, 17)


# --- the table ----------------------------------------------------------------------------------


def _paint_piles(canvas: Canvas, cards: Cards, scene: Scene, target: _Target) -> None:
    before = None if scene.before is None else scene.before["piles"]
    for number, pile in enumerate(scene.position["piles"], 1):
        pitch = (_TABLE_WIDTH + _GAP) / 2
        left = _MARGIN + (number - 1) * pitch + 12
        canvas.part(Area(left - 12, _TOP - _GAP / 2, pitch, _KING_TOP - _TOP))
        canvas.target(pile_name(number - 1), left, _TOP, LARGE_WIDTH, LARGE_HEIGHT)
        canvas.target(under(number - 1), left, _UNDER_TOP, LARGE_WIDTH, _UNDER_HEIGHT)
        with canvas.group(f"pile {number}"):
            _paint_pile(canvas, cards, pile, left)
            if before is not None and before[number - 1] != pile:
                marked(canvas, left, _TOP, LARGE_WIDTH, LARGE_HEIGHT)
            if target.pile == number:
                _aimed(canvas, left, _TOP, LARGE_WIDTH, LARGE_HEIGHT)
            end = left + canvas.text(left, 310, f"pile {number}", 17, bold=True)
            below = f"{pile['below']} more below" if pile["top"] else "empty"
            canvas.text(end + 10, 310, below, 15, fill=canvas.theme.faint, room=110)


def _paint_pile(canvas: Canvas, cards: Cards, pile: Mapping[str, Any], left: float) -> None:
    if pile["top"] is None:
        empty_place(canvas, left, _TOP, LARGE_WIDTH, LARGE_HEIGHT)
        return
    for depth in range(min(math.ceil(pile["below"] / 4), 5), 0, -1):
        canvas.rect(
            left + 2.5 * depth, _TOP + 2.5 * depth, LARGE_WIDTH, LARGE_HEIGHT, radius=5,
            fill=PAPER, stroke=CARD_LINE,
        )  # fmt: skip
    paint_large(canvas, cards, pile["top"], left, _TOP)


def _paint_king(canvas: Canvas, components: Components, target: _Target) -> None:
    table = _PLAYERS_LEFT - _GAP / 2
    canvas.part(Area(0, _KING_TOP - _GAP / 2, table, _KING_HEIGHT + _GAP))
    canvas.target(THE_KING, _MARGIN, _KING_TOP, _TABLE_WIDTH, _KING_HEIGHT)
    with canvas.group("the king"):
        panel(canvas, _MARGIN, _KING_TOP, _TABLE_WIDTH, _KING_HEIGHT, False)
        middle = _KING_TOP + _KING_HEIGHT / 2
        _paint_emblem(canvas, "king", _MARGIN + 32, middle, 1.3)
        canvas.text(_MARGIN + 58, middle - 2, "the king", 17, bold=True)
        canvas.text(
            _MARGIN + 58, middle + 16, f"asks for {CASTLES_TO_CHALLENGE} castles", 14,
            fill=canvas.theme.faint,
        )  # fmt: skip
        paint_combination(
            canvas, *components.king, _MARGIN + 190, middle - 14, 28, _TABLE_WIDTH - 210
        )
        if target.king:
            _aimed(canvas, _MARGIN, _KING_TOP, _TABLE_WIDTH, _KING_HEIGHT)


def _paint_emblem(canvas: Canvas, of: str, x: float, y: float, scale: float) -> None:
    path, colour = _EMBLEM_OF[of]
    canvas.path(path, x, y, scale, fill=colour, fill_rule="evenodd")


def _paint_middle(canvas: Canvas, scene: Scene) -> None:
    """The attempt, or what the game is about, or how it ended."""
    position = scene.position
    height = _HEIGHT - _MARGIN - _ATTEMPT_TOP
    canvas.part(Area(0, _ATTEMPT_TOP - _GAP / 2, _PLAYERS_LEFT - _GAP / 2, height + _GAP))
    panel(canvas, _MARGIN, _ATTEMPT_TOP, _TABLE_WIDTH, height, False)
    left, width = _MARGIN + _PADDING, _TABLE_WIDTH - 2 * _PADDING
    seat, words, more = _headwords(scene)
    x = left
    if seat is not None:
        seat_token(canvas, left + 14, _ATTEMPT_TOP + 34, 14, seat)
        x += 42
    room = left + width - x
    canvas.text(x, _ATTEMPT_TOP + 31, words, 19, bold=True, room=room)
    canvas.text(x, _ATTEMPT_TOP + 54, more, 16, fill=canvas.theme.faint, room=room)
    top = _ATTEMPT_TOP + 76
    if position["over"]:
        _paint_final_sheet(canvas, scene, left, top, width)
    elif position["attempt"] is not None:
        paint_attempt(canvas, scene, left, top, width)
    else:
        _paint_goals(canvas, left, top, width)


def _headwords(scene: Scene) -> tuple[int | None, str, str]:
    """Who decides or has won, what, and of what kind."""
    position = scene.position
    player = position["player"]
    if position["over"]:
        winner = winner_of(scene)
        if winner is None:
            return None, "nobody wins", "the game is broken off"
        return winner, f"player {winner} wins", _goal_of(scene, winner)
    if position["step"] != "dice":
        step = _STEPS[position["step"]]
        about = step.about if position["attempt"] is None else "after an action card was won"
        return player, f"player {player} {step.full}", about
    target = _target(position)
    if position["attempt"]["target"] == DEFENCE_NAME:
        active = position["active"]
        return player, f"player {player} defends", f"castle {target.of} against player {active}"
    return player, f"player {player} throws", _aim(position, target)


def _aim(position: Mapping[str, Any], target: _Target) -> str:
    if target.king:
        return "at the king"
    if target.pile is None:
        return f"at {position['attempt']['target']}".replace(" of ", " of player ")
    top = position["piles"][target.pile - 1]["top"]
    if top == TOURNAMENT_NAME:
        return f"in the tournament of player {position['active']}"
    return f"at {top} on pile {target.pile}"


def _goal_of(scene: Scene, winner: int) -> str:
    castles, tournaments = scene.sheet["castles"][winner], scene.sheet["tournaments"][winner]
    if castles >= CASTLES_TO_WIN:
        return f"with {castles} castles"
    if castles >= CASTLES_WITH_TOURNAMENTS and tournaments >= TOURNAMENTS_TO_WIN:
        return f"with {castles} castles and {tournaments} tournaments"
    return "having beaten the king"


def _paint_goals(canvas: Canvas, left: float, top: float, width: float) -> None:
    canvas.line(left, top + 2, left + width, top + 2, stroke=canvas.theme.line)
    canvas.text(left, top + 30, "the game is won with", 16, fill=canvas.theme.faint)
    for at, (needed, words) in enumerate(_GOALS):
        y = top + 68 + at * 82
        x = left + 14
        for of, count in needed.items():
            for _ in range(count):
                _paint_emblem(canvas, of, x, y, 1.15)
                x += 34
            x += 8
        canvas.text(left, y + 36, words, 17, bold=True, room=width)


def _paint_final_sheet(canvas: Canvas, scene: Scene, left: float, top: float, width: float) -> None:
    """Points of all players by category, and in all; the dice that have beaten the king."""
    seats = scene.position["num_players"]
    rights = [left + width - column for column in _COLUMNS]
    for right, word in zip(rights, (*_CATEGORIES, "points"), strict=True):
        canvas.text(right, top + 12, word, 14, anchor="end", fill=canvas.theme.faint)
    line = min(_LARGEST_LINE, 190 / seats)
    for seat in range(seats):
        y = top + 22 + (seat + 0.5) * line
        canvas.line(left, y - line / 2, left + width, y - line / 2, stroke=canvas.theme.line)
        seat_token(canvas, left + 12, y, 11, seat)
        bold = seat == winner_of(scene)
        numbers = [scene.sheet[category][seat] for category in (*_CATEGORIES, "total")]
        for right, number in zip(rights, numbers, strict=True):
            canvas.text(right, y + 6, str(number), 17, anchor="end", bold=bold)
    if scene.position["attempt"] is not None:
        paint_dice(canvas, scene, left, _HEIGHT - _MARGIN - 84)


# --- players ------------------------------------------------------------------------------------


def _paint_players(canvas: Canvas, cards: Cards, scene: Scene, target: _Target) -> None:
    seats = scene.position["num_players"]
    columns = 1 if seats <= _SEATS_IN_A_COLUMN else 2
    rows = math.ceil(seats / columns)
    width = (_WIDTH - _MARGIN - _PLAYERS_LEFT - (columns - 1) * _GAP) / columns
    height = (_HEIGHT - _MARGIN - _TOP - (rows - 1) * _GAP) / rows
    for seat in range(seats):
        left = _PLAYERS_LEFT + seat % columns * (width + _GAP)
        top = _TOP + seat // columns * (height + _GAP)
        canvas.part(Area(left - _GAP / 2, top - _GAP / 2, width + _GAP, height + _GAP))
        with canvas.group(f"player {seat}"):
            _paint_header(canvas, scene, seat, left, top, width, height)
            area = (
                left + _PADDING,
                top + _HEADER_HEIGHT,
                width - 2 * _PADDING + SMALL_GAP,
                height - _HEADER_HEIGHT - _SHEET_HEIGHT,
            )
            _paint_holding(canvas, cards, scene, seat, target, 4 - columns, *area)
            _paint_sheet(canvas, scene, seat, left, top + height - _SHEET_HEIGHT, width)


def _paint_header(
    canvas: Canvas, scene: Scene, seat: int, left: float, top: float, width: float, height: float
) -> None:
    position = scene.position
    asked = seat == position["player"] and not position["over"]
    panel(canvas, left, top, width, height, asked or seat == winner_of(scene))
    seat_token(canvas, left + 27, top + 24, 14, seat)
    right = left + width - _PADDING
    points = counted(scene.sheet["total"][seat], "point")
    right -= canvas.text(right, top + 30, points, 17, anchor="end", bold=True)
    if came := _came(scene, seat):
        ink = canvas.theme.mark
        right -= 8
        right -= canvas.text(right, top + 30, came, 17, anchor="end", bold=True, fill=ink)
    x = left + 52
    you = " (you)" if seat == scene.point_of_view else ""
    x += 10 + canvas.text(x, top + 30, f"player {seat}{you}", 17, bold=True)
    canvas.text(
        x, top + 30, _state_of(scene, seat), 15, fill=canvas.theme.faint, room=right - x - 8
    )


def _came(scene: Scene, seat: int) -> str:
    """How many points came to a seat, with a sign; empty if none did."""
    if scene.before is None:
        return ""
    before = len(scene.before["castles"][seat]) + scene.before["tournaments"][seat]
    points = scene.sheet["total"][seat] - before
    return f"{points:+d}".replace("-", "−") if points else ""


def _state_of(scene: Scene, seat: int) -> str:
    position = scene.position
    if position["over"]:
        return "wins" if seat == winner_of(scene) else ""
    if seat == position["player"]:
        if position["attempt"] is not None and position["attempt"]["target"] == DEFENCE_NAME:
            return "defends"
        return _STEPS[position["step"]].short
    return "has the turn" if seat == position["active"] else ""


class _Held(NamedTuple):
    """A card in front of a player, or their tournaments.

    Attributes:
        name: of the card.
        of: its colour or kind.
        copies: how many of them.
        guarded: whether a guard protects it.
        target: what actions that point at it call it; empty for tournaments.
    """

    name: str
    of: str
    copies: int = 1
    guarded: bool = False
    target: str = ""


def _held(position: Mapping[str, Any], seat: int) -> Iterator[_Held]:
    for name in position["castles"][seat]:
        of = name.rpartition(" ")[0]
        guarded = of in position["guarded_castles"][seat]
        yield _Held(name, of, guarded=guarded, target=castle_name(of, seat))
    if tournaments := position["tournaments"][seat]:
        yield _Held(TOURNAMENT_NAME, TOURNAMENT_NAME, tournaments)
    for name in position["actions"][seat]:
        of = name.rpartition(" ")[0]
        guarded = of == position["guarded_action"][seat]
        yield _Held(name, of, guarded=guarded, target=action_card_name(of, seat))


def _paint_holding(
    canvas: Canvas, cards: Cards, scene: Scene, seat: int, target: _Target,
    fewest: int, left: float, top: float, width: float, height: float,
) -> None:  # fmt: skip
    """The cards in front of a player, as large as they can be in at least `fewest` columns."""
    held = [*_held(scene.position, seat)]
    before = None
    if scene.before is not None:
        before = {card.name: card for card in _held(scene.before, seat)}
    cell = SMALL_WIDTH + SMALL_GAP, SMALL_HEIGHT + SMALL_GAP
    scale, columns = grid(len(held), *cell, width, height, fewest)
    for at, card in enumerate(held):
        x = left + at % columns * scale * (SMALL_WIDTH + SMALL_GAP)
        y = top + at // columns * scale * (SMALL_HEIGHT + SMALL_GAP)
        earlier = None if before is None else before.get(card.name, _Held("", ""))
        with canvas.group(card.name):
            paint_small(canvas, cards, card.name, x, y, scale, card.copies)
            if card.guarded:
                paint_lock(canvas, x, y, scale, earlier is not None and not earlier.guarded)
            wide, high = SMALL_WIDTH * scale, SMALL_HEIGHT * scale
            if card.target:
                canvas.target(card.target, x, y, wide, high)
            if earlier is not None and (earlier.name == "" or earlier.copies < card.copies):
                marked_closely(canvas, x, y, wide, high)
            if target.owner == seat and target.of == card.of:
                _aimed(canvas, x, y, wide, high)


def _paint_sheet(
    canvas: Canvas, scene: Scene, seat: int, left: float, top: float, width: float
) -> None:
    """How many cards of each category a player has."""
    canvas.line(left + _PADDING, top, left + width - _PADDING, top, stroke=canvas.theme.line)
    inner = width - 2 * _PADDING
    starts = [left + _PADDING + part * inner for part in (*_STARTS, 1.0)]
    for (category, word), x, end in zip(_CATEGORIES.items(), starts, starts[1:], strict=False):
        _paint_emblem(canvas, category, x + 12, top + 20, 0.85)
        number = scene.sheet[category][seat]
        x += 30
        x += 7 + canvas.text(x, top + 26, str(number), 18, bold=True)
        canvas.text(
            x, top + 26, plural(number, word), 14, fill=canvas.theme.faint, room=end - x - 8
        )
