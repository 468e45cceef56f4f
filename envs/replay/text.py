"""A recorded game as text: positions, and the changes between them."""

import json
from collections.abc import Iterator

import numpy as np

from hofspiele.envs.core import Game, GameRecord
from hofspiele.envs.core.checks import escaped
from hofspiele.envs.replay.replayed_game import ReplayedGame


def replay_text(record: GameRecord, first: int = 0, point_of_view: int | None = None) -> str:
    """Return a recorded game as lines of text for a seat or a spectator (None).

    The first `first` decisions are skipped. Raise RecordError if there are fewer decisions, or if
    the record can't be replayed.
    """
    replayed = ReplayedGame.from_record(record, first)
    return "\n".join(_lines(replayed, first, point_of_view)) + "\n"


def _lines(replayed: ReplayedGame, first: int, point_of_view: int | None) -> Iterator[str]:
    game, record, positions = replayed.game, replayed.record, replayed.positions
    yield f"game: {record.game}"
    yield f"options: {json.dumps(record.options)}"
    yield f"seed: {record.seed}"
    if record.players:
        names = (escaped(name).replace("\n", r"\n") for name in record.players)
        yield f"players: {', '.join(names)}"
    story = Story(game, positions[first], point_of_view)
    yield story.board
    for number in range(first, len(record.actions)):
        yield from story.lines(positions[number], record.actions[number], positions[number + 1])
    for category, points in game.score_sheet(positions[-1]).items():
        yield f"{category}: {' '.join(map(str, points))}"
    yield f"outcome: {' '.join(f'{utility:.4g}' for utility in game.outcome(positions[-1]))}"


class Story:
    """The lines that a seat or a spectator reads during a game.

    The complete position appears at the start and at the end. In between, it appears for a
    spectator when the deciding player changes, and for a seat when its turn begins; after other
    decisions, only the changed lines appear. In simultaneous games, the position appears once all
    choices are visible, and a seat reads the choices only then. `point_of_view` is the seat that
    reads, or None for a spectator.
    """

    def __init__(self, game: Game, state: np.record, point_of_view: int | None = None):
        self._game = game
        self._seat = point_of_view
        self._drawing = self._drawn(state)
        self._unread: list[str] = []

    @property
    def board(self) -> str:
        """The current position between empty lines."""
        return f"\n{self._drawing}\n"

    def lines(self, before: np.record, action: str, after: np.record) -> Iterator[str]:
        """Yield the lines about one decision, which led from `before` to `after`."""
        player = int(before["player"])
        old, self._drawing = self._drawing.splitlines(), self._drawn(after)
        self._unread.append(f"player {player}: {action}")
        if self._seat is None or all_have_decided(self._game, after):
            yield from self._unread
            self._unread = []
        if self._may_draw(player, after):
            yield self.board
        elif not self._game.simultaneous:
            yield from (f"  {line}" for line in self._drawing.splitlines() if line not in old)

    def _drawn(self, state: np.record) -> str:
        return self._game.draw(state, self._seat)

    def _may_draw(self, player: int, after: np.record) -> bool:
        if self._game.simultaneous:
            return all_have_decided(self._game, after)
        changes = after["player"] != player and self._seat in (None, after["player"])
        return bool(after["over"] or changes)


def all_have_decided(game: Game, state: np.record) -> bool:
    """Return whether no choice waits for the simultaneous choices of others."""
    return not game.simultaneous or bool((state["choice"] < 0).all())
