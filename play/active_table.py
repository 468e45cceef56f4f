"""A table in memory: who is present, and changes that are first saved and then carried out."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, NamedTuple

import numpy as np

from hofspiele.envs.core import Game
from hofspiele.play.game_progress import GameProgress, Step
from hofspiele.play.messages import RefusedError
from hofspiele.play.store import Ending, Store, StoredDecision


class Rematch(NamedTuple):
    """A table for the same players: its number, and the token of each person by their old seat."""

    table: int
    tokens: dict[int, str]


class ActiveTable:
    """A table in memory, which is saved in `store`.

    `act`, `take_back` and `rename` raise RefusedError if they are not allowed, and sqlite3.Error if
    they can't be saved. Then nothing has changed. They must not be cancelled, so that disk and
    memory agree.

    Attributes:
        progress: the progress of the game.
        edition: how often a decision was taken back or a player was renamed. Both change what
            browsers have already received.
        notes: remarks on decisions, by the number of decisions after them.
        thinking: the seat of the agent that is thinking, or None.
        lock: the lock that is held while the table is changed and saved.
        woken: an event that is set on every change.
        client: the client that opened the table since the server started, or None.
        closed: why the table is no longer in memory, or None. When one of its players comes back, a
            resting table is loaded again as a new object.
        review: the judgements so far of the decisions of the finished game, by decision.
        reviewing: the task that judges the remaining decisions, or None if nobody waits for it.
        reviewers: the number of browsers that wait for it.
        rematch: the rematch once a player has asked for it, else None.
    """

    def __init__(self, store: Store, progress: GameProgress, client: str | None = None):
        self._store = store
        self.progress = progress
        self.edition = 0
        self.notes: dict[int, str] = {}
        self.thinking: int | None = None
        self.lock = asyncio.Lock()
        self.woken = asyncio.Event()
        self.client = client
        self.closed: str | None = None
        self.review: dict[int, dict[str, Any]] = {}
        self.reviewing: asyncio.Task[None] | None = None
        self.reviewers = 0
        self.rematch: Rematch | None = None
        # Maps the event of each connected browser to its seat, or to None for a spectator.
        self._listeners: dict[asyncio.Event, int | None] = {}
        self.last_presence = time.monotonic()

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
        is_quiet = set(self._listeners.values()) <= {None} and not self.lock.locked()
        return waits and is_quiet and time.monotonic() - self.last_presence >= seconds

    def touch(self) -> None:
        """Restart the clock of `is_deserted`."""
        self.last_presence = time.monotonic()

    def close(self, reason: str) -> None:
        """Refuse all further changes, and let all browsers leave."""
        self.closed = reason
        self.notify()

    @asynccontextmanager
    async def _changing(self) -> AsyncIterator[GameProgress]:
        """Yield the game for a change; raise RefusedError if the table is closed."""
        async with self.lock:
            if self.closed:
                raise RefusedError(self.closed)
            yield self.progress

    def repeat(self, decisions: Iterable[StoredDecision]) -> None:
        """Carry out decisions from the store; raise ValueError if one is illegal."""
        for seat, name, note in decisions:
            number = self.progress.decisions
            step = self.progress.check(seat, number, self.progress.game.action_index(name))
            if step is None:
                raise ValueError(f"seat {seat} decides twice after {number} decisions")
            self._apply(step, note)

    async def act(self, seat: int, decision: int, action: int, note: str | None = None) -> None:
        """Make a decision; a repeated decision changes nothing."""
        async with self._changing() as progress:
            step = progress.check(seat, decision, action)
            if step is None:
                return
            ending = _ending(progress.game, step.positions[-1]) if step.positions else None
            made = StoredDecision(seat, progress.game.action_name(action), note)
            await self._store.decide(progress.setup, made, ending)
            self._apply(step, note)
        self.notify()

    def _apply(self, step: Step, note: str | None) -> None:
        if note is not None:
            self.notes[self.progress.decisions + 1] = note
        self.progress.apply(step)

    async def take_back(self, seat: int) -> None:
        """Take back the last decision of `seat`."""
        async with self._changing() as progress:
            if not progress.may_take_back(seat, progress.decisions):
                raise RefusedError(
                    "a decision can only be taken back in games against agents, while it is still "
                    "your turn and nothing new has become visible"
                )
            await self._store.take_back(progress.setup.table, seat)
            self._replace(progress.changed(progress.setup, progress.decisions - 1))

    async def rename(self, seat: int, name: str) -> None:
        """Rename the person at a seat of a game in play."""
        async with self._changing() as progress:
            if progress.over:
                raise RefusedError("the game is over; names can no longer be changed")
            setup = progress.setup.with_name(seat, name)
            if setup != progress.setup:
                await self._store.rename(setup)
                self._replace(progress.changed(setup, progress.decisions))

    def _replace(self, progress: GameProgress) -> None:
        self.progress = progress
        self.edition += 1
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


def _ending(game: Game, state: np.record) -> Ending | None:
    """Return the ending of a game that ends now, or None if it is still in play."""
    if not game.is_over(state):
        return None
    return Ending(int(time.time()), game.scores(state).tolist(), game.ranks(state).tolist())
