"""A table that is in use: the game so far, and who is there."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from hofspiele.play.coach import Review
from hofspiele.play.game_progress import GameProgress
from hofspiele.play.stored_rows import Note


class ActiveTable:
    """A table with all that happens at it.

    Attributes:
        progress: the game so far.
        notes: on decisions, in their order.
        thinking: the seat of the agent that thinks now, None if none does.
        deciding: held while a decision is made; changes are told once it is made.
        woken: set by every change.
        resting: whether nothing goes on here any more; the table is opened anew once one of its
            people comes back.
        review: of the game once it is over and somebody has asked for it, perhaps under way.
    """

    def __init__(self, progress: GameProgress, notes: list[Note]):
        self.progress = progress
        self.notes = notes
        self.thinking: int | None = None
        self.deciding = asyncio.Lock()
        self.woken = asyncio.Event()
        self.resting = False
        self.review: asyncio.Task[Review] | None = None
        self._listeners: list[Callable[[], None]] = []
        # how many browsers there are of each seat; None are those who watch
        self._present: Counter[int | None] = Counter()
        self._seen = time.monotonic()

    @property
    def can_be_watched(self) -> bool:
        """Whether whoever comes may see all hands."""
        return self.progress.over or not self.progress.setup.has_people

    @contextmanager
    def listening(self, seat: int | None, tell: Callable[[], None]) -> Iterator[None]:
        """`tell` is called at every change; meanwhile `seat` is present."""
        self._listeners.append(tell)
        self._present[seat] += 1
        self.tell()
        try:
            yield
        finally:
            self._listeners.remove(tell)
            self._present[seat] -= 1
            self.touch()
            self.tell()

    def is_deserted(self, seconds: float) -> bool:
        """Whether a person is to decide, and nobody has been here for so long."""
        seat = self.progress.player
        waits = seat is not None and self.progress.setup.players[seat].agent is None
        is_quiet = not self._listeners and not self.deciding.locked()
        return waits and is_quiet and time.monotonic() - self._seen >= seconds

    def touch(self) -> None:
        """Somebody is about to come."""
        self._seen = time.monotonic()

    def rest(self) -> None:
        """Nothing goes on here from now on."""
        self.resting = True
        self.tell()

    def tell(self) -> None:
        """Let all who listen know that something has changed."""
        self.woken.set()
        for tell in self._listeners:
            tell()

    def news(self) -> dict[str, Any]:
        """How things stand, for everybody at the table alike, JSON-ready."""
        progress = self.progress
        return {
            "decisions": progress.decisions,
            "asked": progress.asked,
            "over": progress.over,
            "thinking": [] if self.thinking is None else [self.thinking],
            "present": [
                self._present[seat] > 0 if player.agent is None else None
                for seat, player in enumerate(progress.setup.players)
            ],
        }
