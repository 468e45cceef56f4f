"""A table in memory: who is present, and changes that are first saved and then carried out."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from hofspiele.play.game_progress import GameProgress, Player, Step, TableSetup, tidy_name
from hofspiele.play.messages import RefusedError
from hofspiele.play.store import Ending, Store, StoredDecision


class ActiveTable:
    """A table in memory, which is saved in `store`.

    `act`, `take_back`, `rename` and `resign` raise RefusedError if they are not allowed, and
    sqlite3.Error if they can't be saved. Then nothing has changed. They must not be cancelled, so
    that disk and memory agree.

    `client` opened the table since the server started; None for a table from the store.
    """

    def __init__(self, store: Store, progress: GameProgress, client: str | None = None):
        self._store = store
        self.progress = progress
        self.client = client
        # Why the table is no longer in memory. When one of its players comes back, a resting table
        # is loaded again as a new object.
        self.closed: str | None = None
        # How often a decision was taken back or a player was renamed. Both change what browsers
        # have already received.
        self.edition = 0
        self.notes: dict[int, str] = {}  # remarks, by the number of decisions before them
        self.thinking: int | None = None  # the seat of the agent that is thinking
        self.lock = asyncio.Lock()  # held while the table is changed and saved
        self.woken = asyncio.Event()  # set on every change
        # The judgements of the finished game by decision, the task that adds the missing ones, and
        # the number of browsers that wait for it.
        self.review: dict[int, dict[str, Any]] = {}
        self.reviewing: asyncio.Task[None] | None = None
        self.reviewers = 0
        # The number of the rematch and the tokens of its seats.
        self.rematch: tuple[int, dict[int, str]] | None = None
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
            game, ending = progress.game, None
            if step.positions and game.is_over(last := step.positions[-1]):
                ending = Ending(
                    int(time.time()), game.scores(last).tolist(), game.ranks(last).tolist()
                )
            made = StoredDecision(seat, game.action_name(action), note)
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
            self._replace(progress.setup, progress.decisions - 1)

    async def rename(self, seat: int, name: str) -> None:
        """Rename the person at a seat of a game in play."""
        async with self._changing() as progress:
            if progress.over:
                raise RefusedError("the game is over; names can no longer be changed")
            await self._give_seat(seat, Player(tidy_name(name), None))

    async def resign(self, seat: int, agent: str) -> None:
        """Let `agent` play on for the only person at the table."""
        async with self._changing() as progress:
            if progress.over or progress.setup.people != [seat]:
                raise RefusedError("only a game against agents that is not over can be resigned")
            name = progress.setup.players[seat].name or "Guest"
            await self._give_seat(seat, Player(f"{name} (resigned)", agent))

    async def _give_seat(self, seat: int, player: Player) -> None:
        setup = self.progress.setup.with_player(seat, player)
        if setup != self.progress.setup:
            await self._store.rename(setup)
            self._replace(setup, self.progress.decisions)

    def _replace(self, setup: TableSetup, decisions: int) -> None:
        self.progress = self.progress.changed(setup, decisions)
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
            "rematch": self.rematch and self.rematch[0],
            "judged": len(self.review),
            "thinking": [] if self.thinking is None else [self.thinking],
            "present": [
                seat in present if player.agent is None else None
                for seat, player in enumerate(progress.setup.players)
            ],
        }
