"""A game move by move as text: the positions, and what has changed in between."""

import json
from collections.abc import Iterator

import numpy as np

from hofspiele.envs.core import Game, GameRecord
from hofspiele.envs.core.checks import escaped
from hofspiele.envs.replay.replayed_game import ReplayedGame


def replay_text(record: GameRecord, first: int = 0, point_of_view: int | None = None) -> str:
    """The game as lines of text.

    Args:
        record: of the game.
        first: decisions that are left out at the beginning.
        point_of_view: the seat that looks on, None for an onlooker.

    Raises:
        RecordError: the record can't be replayed, or has fewer decisions.
        ValueError: there is no such seat.
    """
    replayed = ReplayedGame.from_record(record)
    return "\n".join(_lines(replayed, replayed.number(first), point_of_view)) + "\n"


def _lines(replayed: ReplayedGame, first: int, point_of_view: int | None) -> Iterator[str]:
    game, record, positions = replayed.game, replayed.record, replayed.positions
    yield f"game: {record.game}"
    yield f"options: {json.dumps(record.options)}"
    yield f"seed: {record.seed}"
    if record.players:
        yield f"players: {', '.join(map(_in_one_line, record.players))}"
    story = Story(game, positions[first], point_of_view)
    yield story.board
    for number in range(first, len(record.actions)):
        yield from story.lines(positions[number], record.actions[number], positions[number + 1])
    for category, points in game.score_sheet(positions[-1]).items():
        yield f"{category}: {' '.join(map(str, points))}"
    yield f"outcome: {' '.join(f'{utility:.4g}' for utility in game.outcome(positions[-1]))}"


class Story:
    """A game told move by move, as a seat or an onlooker may follow it.

    Positions are drawn at the beginning and whenever nothing is hidden: in games of simultaneous
    choice once the choices have been shown, in others when it is another player's decision, or for
    a seat when it becomes its own; between these, the lines of the drawing that have changed. To a
    seat, simultaneous choices are told once they have been shown.

    Args:
        game: what is played.
        state: the position in which it begins.
        point_of_view: the seat, None for an onlooker.
    """

    def __init__(self, game: Game, state: np.record, point_of_view: int | None = None):
        self._game = game
        self._seat = point_of_view
        self._drawing = self._drawn(state)
        self._untold: list[str] = []

    @property
    def board(self) -> str:
        """The position as it is now, with empty lines around it."""
        return f"\n{self._drawing}\n"

    def lines(self, before: np.record, action: str, after: np.record) -> Iterator[str]:
        """What is told of one decision."""
        player = int(before["player"])
        old, self._drawing = self._drawing.splitlines(), self._drawn(after)
        self._untold.append(f"player {player}: {action}")
        if self._seat is None or not self._game.simultaneous or _all_shown(after):
            yield from self._untold
            self._untold = []
        if self._may_draw(player, after):
            yield self.board
        elif not self._game.simultaneous:
            yield from (f"  {line}" for line in self._drawing.splitlines() if line not in old)

    def _drawn(self, state: np.record) -> str:
        return self._game.draw(state, self._seat)

    def _may_draw(self, player: int, after: np.record) -> bool:
        if self._game.simultaneous:
            return _all_shown(after)
        changes = after["player"] != player and self._seat in (None, after["player"])
        return bool(after["over"] or changes)


def _in_one_line(name: str) -> str:
    return escaped(name).replace("\n", r"\n")


def _all_shown(state: np.record) -> bool:
    return bool((state["choice"] < 0).all())
