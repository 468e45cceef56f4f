"""A recorded game as text: positions, and the changes between them."""

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from hofspiele.envs.core import Game, GameRecord
from hofspiele.envs.core.checks import escaped
from hofspiele.envs.replay.replayed_game import ReplayedGame


def replay_text(record: GameRecord, first: int = 0, point_of_view: int | None = None) -> str:
    """Return a recorded game as lines of text.

    Args:
        record: the record of the game.
        first: number of decisions to skip at the beginning.
        point_of_view: the seat that reads the text, None for a spectator.

    Raises:
        RecordError: the record can't be replayed, or has fewer decisions.
        ValueError: there is no such seat.
    """
    return text_of(ReplayedGame.from_record(record), first, point_of_view)


def text_of(replayed: ReplayedGame, first: int, point_of_view: int | None) -> str:
    """Return the same for a game that was replayed from its record."""
    return "\n".join(_lines(replayed, replayed.number(first), point_of_view)) + "\n"


def _lines(replayed: ReplayedGame, first: int, point_of_view: int | None) -> Iterator[str]:
    game, record, positions = replayed.game, replayed.record, replayed.positions
    yield f"game: {record.game}"
    yield f"options: {json.dumps(record.options)}"
    yield f"seed: {record.seed}"
    if record.players:
        yield f"players: {', '.join(map(_in_one_line, record.players))}"
    yield from story(game, positions[first:], record.actions[first:], point_of_view)
    for category, points in game.score_sheet(positions[-1]).items():
        yield f"{category}: {' '.join(map(str, points))}"
    yield f"outcome: {' '.join(f'{utility:.4g}' for utility in game.outcome(positions[-1]))}"


def story(
    game: Game, positions: Sequence[np.record], actions: Sequence[str], seat: int | None
) -> Iterator[str]:
    """Yield the lines that a seat, or a spectator (None), reads while a game goes on.

    The whole position appears at the start and at the end. In between it appears, for a spectator,
    when another player decides; for a seat, when that seat decides; and in simultaneous games for
    everybody once all choices are visible. After other decisions only the changed lines appear. In
    simultaneous games a seat reads choices once all are visible.
    """
    drawing = game.draw(positions[0], seat)
    yield _board(drawing)
    unread: list[str] = []
    for action, (before, after) in zip(actions, pairwise(positions), strict=True):
        old, drawing = drawing.splitlines(), game.draw(after, seat)
        unread.append(f"player {before['player']}: {action}")
        if seat is None or not game.simultaneous or _all_shown(after):
            yield from unread
            unread = []
        if _shows_board(game, before, after, seat):
            yield _board(drawing)
        elif not game.simultaneous:
            yield from (f"  {line}" for line in drawing.splitlines() if line not in old)


def _board(drawing: str) -> str:
    return f"\n{drawing}\n"


def _shows_board(game: Game, before: np.record, after: np.record, seat: int | None) -> bool:
    if game.simultaneous:
        return _all_shown(after)
    changes = after["player"] != before["player"] and seat in (None, after["player"])
    return bool(after["over"] or changes)


def _in_one_line(name: str) -> str:
    return escaped(name).replace("\n", r"\n")


def _all_shown(state: np.record) -> bool:
    return bool((state["choice"] < 0).all())
