"""A table in memory: the progress of its game, and the browsers that are connected to it."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from hofspiele.play.game_progress import GameProgress
from hofspiele.play.store import TableSummary
from hofspiele.play.stored_rows import Note


class Rematch(NamedTuple):
    """A table for the same players: its number, and the token of each person by their old seat."""

    table: int
    tokens: dict[int, str]


class ActiveTable:
    """A table in memory.

    Attributes:
        progress: the progress of the game.
        edition: how often a decision was taken back or a player was renamed. Both change what
            browsers have already received.
        notes: remarks on decisions, oldest first.
        thinking: the seat of the agent that is thinking, or None.
        decision_lock: the lock that is held while the progress is changed and saved.
        woken: an event that is set on every change.
        resting: whether the table has been put to rest. When one of its players comes back, the
            table is loaded again as a new object.
        review: the judgements so far of the decisions of the finished game, by decision.
        reviewing: the task that judges the remaining decisions, or None if nobody waits for it.
        reviewers: the number of browsers that wait for it.
        rematch: the rematch once a player has asked for it, else None.
        rematch_lock: the lock that is held while the rematch is opened.
    """

    def __init__(self, progress: GameProgress, notes: list[Note]):
        self.progress = progress
        self.edition = 0
        self.notes = notes
        self.thinking: int | None = None
        self.decision_lock = asyncio.Lock()
        self.woken = asyncio.Event()
        self.resting = False
        self.review: dict[int, dict[str, Any]] = {}
        self.reviewing: asyncio.Task[None] | None = None
        self.reviewers = 0
        self.rematch: Rematch | None = None
        self.rematch_lock = asyncio.Lock()
        # Maps the event of each connected browser to its seat, or to None for a spectator.
        self._listeners: dict[asyncio.Event, int | None] = {}
        self._last_presence = time.monotonic()

    @property
    def hands_are_open(self) -> bool:
        """Whether everyone may see all hands."""
        return self.progress.over or not self.progress.setup.people

    @property
    def summary(self) -> TableSummary:
        """The setup of the table, its number of decisions, and whether its game is over."""
        return TableSummary(self.progress.setup, self.progress.decisions, over=self.progress.over)

    @contextmanager
    def listening(self, seat: int | None) -> Iterator[asyncio.Event]:
        """Yield an event that is set on every change; show `seat` as present during the block."""
        changed = asyncio.Event()
        self._listeners[changed] = seat
        self.notify()
        try:
            yield changed
        finally:
            del self._listeners[changed]
            if seat is not None:
                self.touch()
            self.notify()

    def is_deserted(self, seconds: float) -> bool:
        """Return whether a person must decide but no player has been connected for `seconds`."""
        waits = self.progress.player in self.progress.setup.people
        is_quiet = set(self._listeners.values()) <= {None} and not self.decision_lock.locked()
        return waits and is_quiet and time.monotonic() - self._last_presence >= seconds

    def touch(self) -> None:
        """Restart the clock of `is_deserted`."""
        self._last_presence = time.monotonic()

    def replace(self, progress: GameProgress) -> None:
        """Replace the progress, because a decision was taken back or a player was renamed."""
        self.progress = progress
        self.edition += 1

    def add_judgement(self, decision: int, judgement: dict[str, Any]) -> None:
        """Add the judgement of a decision to the review, and notify all listeners."""
        self.review[decision] = judgement
        self.notify()

    def notify(self) -> None:
        """Set the events of all listeners because something has changed."""
        for changed in (self.woken, *self._listeners):
            changed.set()

    def news(self) -> dict[str, Any]:
        """Return what every browser may know about the table, as JSON-serialisable values."""
        progress, present = self.progress, set(self._listeners.values())
        return {
            "edition": self.edition,
            "names": progress.setup.names,
            "decisions": progress.decisions,
            "choice": progress.choice,
            "deciding": progress.deciding,
            "over": progress.over,
            "rematch": None if self.rematch is None else self.rematch.table,
            "judged": len(self.review),
            "thinking": [] if self.thinking is None else [self.thinking],
            "present": [
                seat in present if player.agent is None else None
                for seat, player in enumerate(progress.setup.players)
            ],
        }
