"""A game move by move as text: the positions, and what has changed in between."""

import json
from collections.abc import Iterator

import numpy as np

from hofspiele.envs.core import Game, GameRecord
from hofspiele.envs.replay.film import Film


def replay_text(record: GameRecord, first: int = 0) -> str:
    """The game as lines of text.

    Positions are drawn at the beginning and whenever nothing is hidden: in games of simultaneous
    choice once the choices have been shown, in others when it is another player's decision; between
    these, the lines of the drawing that have changed.

    Args:
        record: of the game.
        first: decisions that are left out at the beginning.

    Raises:
        RecordError: the record can't be replayed, or has fewer decisions.
    """
    film = Film.of(record)
    return "\n".join(_lines(film, film.number(first))) + "\n"


def _lines(film: Film, first: int) -> Iterator[str]:
    game, record, positions = film.game, film.record, film.positions
    yield f"game: {record.game}"
    yield f"options: {json.dumps(record.options)}"
    yield f"seed: {record.seed}"
    if record.players:
        yield f"players: {', '.join(record.players)}"
    shown = game.draw(positions[first])
    yield f"\n{shown}\n"
    for number in range(first, len(record.actions)):
        after, player = positions[number + 1], int(positions[number]["player"])
        yield f"player {player}: {record.actions[number]}"
        old, shown = shown.splitlines(), game.draw(after)
        if _may_draw(game, after, player):
            yield f"\n{shown}\n"
        elif not game.simultaneous:
            yield from (f"  {line}" for line in shown.splitlines() if line not in old)
    for category, points in game.score_sheet(positions[-1]).items():
        yield f"{category}: {' '.join(map(str, points))}"
    yield f"outcome: {' '.join(f'{utility:.4g}' for utility in game.outcome(positions[-1]))}"


def _may_draw(game: Game, state: np.record, player: int) -> bool:
    if game.simultaneous:
        return bool((state["choice"] < 0).all())
    return bool(state["over"] or state["player"] != player)
