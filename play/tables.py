"""The tables that a server knows: those in memory, and summaries of all."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from hofspiele.play.game_progress import GameProgress, RefusedError, UnknownTableError
from hofspiele.play.store import Store, TableSummary

# Maximum number of tables in play.
MOST_RUNNING = 500
# Maximum number of finished tables that stay in memory.
_MOST_KEPT = 50
# Maximum number of resting tables, and of finished tables, that are listed.
_MOST_LISTED = 200


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
        notes: remarks on decisions, by the number of decisions after them.
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

    def __init__(self, progress: GameProgress, notes: dict[int, str]):
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
        self.notify()

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


class KnownTables:
    """The tables of a store, some of which are in memory.

    A table with people is *resting* while it is not in memory and its game is not over.

    Attributes:
        running: the tables in play that are in memory, by number.
    """

    def __init__(self, store: Store):
        self.running: dict[int, ActiveTable] = {}
        self._finished: OrderedDict[int, ActiveTable] = OrderedDict()
        self._store = store

    def summary(self, number: int) -> TableSummary:
        """Return the summary of table `number`; raise UnknownTableError if it is unknown."""
        if number not in self._store.summaries:
            raise UnknownTableError(f"there is no table {number}")
        return self._store.summaries[number]

    def in_memory(self, number: int) -> ActiveTable | None:
        """Return table `number`, or None if it is not in memory."""
        return self.running.get(number) or self._finished.get(number)

    def rests(self, number: int) -> bool:
        """Return whether table `number` is resting; raise RefusedError if it is unknown."""
        summary = self.summary(number)
        return bool(summary.setup.people) and not (summary.ending or number in self.running)

    def interrupted(self) -> list[int]:
        """Return the numbers of unfinished tables without people that are not in memory."""
        return [
            number
            for number, summary in self._store.summaries.items()
            if not (summary.ending or summary.setup.people or number in self.running)
        ]

    def check_room(self) -> None:
        """Raise RefusedError if no more tables may be in play."""
        if len(self.running) >= MOST_RUNNING:
            raise RefusedError(
                f"{MOST_RUNNING} tables are already in play, the most this server allows; try "
                "again later"
            )

    def listed(self) -> list[dict[str, Any]]:
        """Return the tables in play, then the latest resting and finished ones, as JSON values."""
        in_play = [self._store.summaries[number] for number in self.running]
        others = [
            summary
            for number, summary in self._store.summaries.items()
            if number not in self.running
        ]
        resting = [one for one in others if self.rests(one.setup.table)][-_MOST_LISTED:]
        over = [summary for summary in others if summary.ending][-_MOST_LISTED:]
        return [
            summary.describe(rests=group is resting)
            for group in (in_play, resting, over)
            for summary in reversed(group)
        ]

    def finish(self, table: ActiveTable) -> ActiveTable:
        """Return a finished table, which is kept in memory until too many newer ones are kept."""
        number = table.progress.setup.table
        self.running.pop(number, None)
        self._finished[number] = table
        if len(self._finished) > _MOST_KEPT:
            self._finished.popitem(last=False)
        return table

    def forget(self, number: int) -> None:
        """Remove a finished table from memory."""
        self._finished.pop(number, None)
