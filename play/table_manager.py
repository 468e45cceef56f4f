"""All tables: opened, gone on with after a restart, found and listed, changed and looked at."""

import asyncio
import hashlib
import logging
import secrets
import sqlite3
from collections import OrderedDict
from collections.abc import Coroutine, Mapping
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import whole_number
from hofspiele.play.active_table import ActiveTable
from hofspiele.play.agent_catalog import AgentCatalog
from hofspiele.play.agent_driver import AgentDriver
from hofspiele.play.agent_tasks import warm_up
from hofspiele.play.coach import Coach, Review
from hofspiele.play.frame_cache import FrameCache
from hofspiele.play.game_catalog import make_game
from hofspiele.play.game_progress import GameProgress, RefusedError, TableSetup
from hofspiele.play.questions import PREPARE
from hofspiele.play.rate_limiter import RateLimiter
from hofspiele.play.store import Store, StoredTable, TableSummary
from hofspiele.play.stored_rows import LARGEST_NUMBER, Note
from hofspiele.play.table_list import listed, rests
from hofspiele.play.table_request import NewTable, read_continued_table, read_new_table
from hofspiele.play.workers import NoAnswerError, Urgency, Workers

Result = TypeVar("Result")

# tables in play at a time; more are refused
MOST_RUNNING = 500
# decisions a second at all tables without people together
_AGENTS_PACE = 50
# for an agent to be found and compiled before its first game
_PREPARE_SECONDS = 300
# at most, between two looks for tables that nobody comes back to
_LOOK_SECONDS = 60.0
# finished tables in memory
_MOST_KEPT = 50

_log = logging.getLogger("hofspiele.play")


class Seat(NamedTuple):
    """A seat at a table."""

    table: int
    seat: int


class TableManager:
    """All tables of a server.

    Args:
        folder: where tables are kept.
        agents: the agents on offer.
        think_seconds: time of agents for each decision.
        processes: in which they think, at least 2.
        away_seconds: after so long without anybody there a table of people rests.

    Raises:
        ValueError: another server runs on `folder`, or its tables are of another version.
        OSError: it can't be written to.
    """

    def __init__(
        self,
        folder: Path,
        agents: AgentCatalog,
        think_seconds: float,
        processes: int,
        away_seconds: float,
    ):
        self.agents = agents
        self.think_seconds = think_seconds
        self.workers = Workers(processes)
        self.coach = Coach(self.workers, self.agents, think_seconds)
        self.frames = FrameCache()
        self._store = Store(folder)
        self._driver = AgentDriver(
            self.workers, self.agents, think_seconds, RateLimiter(_AGENTS_PACE, at_once=5), self.act
        )
        self._away_seconds = away_seconds
        self._running: dict[int, ActiveTable] = {}
        self._finished: OrderedDict[int, ActiveTable] = OrderedDict()
        self._summaries: dict[int, TableSummary] = {}
        self._seats: dict[bytes, Seat] = {}
        self._numbers = count(1)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._waking = asyncio.Lock()

    # --- from start to stop --------------------------------------------------------------------

    async def start(self) -> None:
        """Resume tables of agents that were in play; those of people rest until one comes."""
        self.workers.start()
        summaries = await asyncio.wrap_future(self._store.tables())
        self._summaries = {summary.setup.table: summary for summary in summaries}
        self._numbers = count(await asyncio.wrap_future(self._store.largest_number()) + 1)
        setups = {number: summary.setup for number, summary in self._summaries.items()}
        seats = await asyncio.wrap_future(self._store.seats(setups))
        self._seats = {digest: Seat(*seat) for digest, seat in seats.items()}
        for number, summary in self._summaries.items():
            if not (summary.over or summary.setup.has_people):
                try:
                    self._check_room()
                    self._run(await self._load(number))
                except (ValueError, sqlite3.Error) as error:
                    _log.error("table %s does not go on: %s", number, error)
        self._begin(self._let_rest())

    async def stop(self) -> None:
        """Let agents stop thinking and close the store; all decisions are kept."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.workers.stop()
        await asyncio.to_thread(self._store.close)

    def _run(self, table: ActiveTable) -> None:
        self._running[table.progress.setup.table] = table
        self._begin(self._driver.drive(table))

    def _begin(self, work: Coroutine[Any, Any, Result]) -> "asyncio.Task[Result]":
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _let_rest(self) -> None:
        """Let tables rest that nobody comes back to, so that there is room for others."""
        while True:
            await asyncio.sleep(min(_LOOK_SECONDS, self._away_seconds))
            for number, table in list(self._running.items()):
                if table.is_deserted(self._away_seconds):
                    del self._running[number]
                    progress = table.progress
                    self._summaries[number] = TableSummary(
                        progress.setup, progress.decisions, over=False
                    )
                    table.rest()
                    _log.warning(
                        "table %s rests, as nobody has been there for %.3g hours; whoever opens "
                        "the link of a seat goes on", number, self._away_seconds / 3600,
                    )  # fmt: skip

    # --- tables --------------------------------------------------------------------------------

    async def open(self, wish: Mapping[str, Any]) -> tuple[int, dict[int, str]]:
        """Open a table; gives back its number, and the token of each person's seat.

        Raises:
            ValueError: what is wrong with `wish`, see `read_new_table` and `read_continued_table`.
        """
        self._check_room()
        wanted = await self._wanted(wish)
        setup = wanted.setup
        await self._prepare(setup)
        progress = await asyncio.to_thread(_begun, wanted)
        people = [seat for seat, player in enumerate(setup.players) if player.agent is None]
        tokens = {seat: secrets.token_urlsafe(32) for seat in people}
        digests = {_digest(token): seat for seat, token in tokens.items()}
        names = [progress.game.action_name(action) for action in progress.actions]
        await asyncio.wrap_future(self._store.open(setup, digests, names))
        self._seats |= {digest: Seat(setup.table, seat) for digest, seat in digests.items()}
        self._summaries[setup.table] = TableSummary(setup, progress.decisions, over=False)
        self._run(ActiveTable(progress, []))
        return setup.table, tokens

    async def find(self, number: int) -> ActiveTable:
        """The table of that number; RefusedError if there is none, it rests or can't be shown."""
        if table := self._running.get(number) or self._finished.get(number):
            return table
        if number not in self._summaries:
            raise RefusedError(f"there is no table {number}")
        if self._rests(number):
            raise RefusedError(f"table {number} rests until one of its people comes back")
        return self._finish(await self._shown(number))

    async def sit_down(self, token: str) -> tuple[ActiveTable, int]:
        """The table and the seat that a token opens; a table that rests goes on.

        The seat is found by the token's digest: how long that takes says nothing of any token.

        Raises:
            RefusedError: no seat has this token, or there is no room for its table.
        """
        held = self._seats.get(_digest(token))
        if held is None:
            raise RefusedError("no seat has this link")
        if self._rests(held.table):
            async with self._waking:  # of two browsers the first one wakes it
                if self._rests(held.table):
                    self._check_room()
                    self._run(await self._shown(held.table))
        table = await self.find(held.table)
        table.touch()
        return table, held.seat

    def listed(self) -> list[dict[str, Any]]:
        """Tables in play and the latest of those that rest or are over, newest first, JSON-ready"""
        return listed(self._running, self._summaries.values())

    def _check_room(self) -> None:
        if len(self._running) >= MOST_RUNNING:
            raise RefusedError(
                f"{MOST_RUNNING} tables are in play, and there is no room for more; try again later"
            )

    def _rests(self, number: int) -> bool:
        """Whether it is a table of people in which nothing goes on."""
        return number not in self._running and rests(self._summaries[number])

    async def _wanted(self, wish: Mapping[str, Any]) -> NewTable:
        if "from" not in wish:
            return await read_new_table(self._new_number(), wish, self.agents)
        origin = (await self.find(whole_number("from", wish["from"], 1))).progress
        if not origin.over:
            raise RefusedError(f"table {origin.setup.table} is still in play")
        return await read_continued_table(self._new_number(), wish, origin, self.agents)

    def _new_number(self) -> int:
        number = next(self._numbers)
        if number > LARGEST_NUMBER:
            raise RefusedError("the numbers of tables are used up; serve another folder")
        return number

    async def _prepare(self, setup: TableSetup) -> None:
        """Let all agents be found and compiled, one after the other."""
        agents = {player.agent for player in setup.players if player.agent is not None}
        for agent in sorted(agents):
            thinker = self.agents.thinker(setup.game, setup.options, agent)
            try:
                await self.workers.ask(Urgency.PEOPLE, _PREPARE_SECONDS, PREPARE, thinker)
            except NoAnswerError as error:
                raise ValueError(f"{agent} could not be made ready: {error}") from error

    async def _shown(self, number: int) -> ActiveTable:
        try:
            return await self._load(number)
        except (ValueError, sqlite3.Error) as error:
            raise RefusedError(f"table {number} can't be shown any more: {error}") from error

    async def _load(self, number: int) -> ActiveTable:
        """Return a table that is kept; ValueError if its decisions can't be carried out again."""
        kept = await asyncio.wrap_future(self._store.load(number))
        table = await asyncio.to_thread(_restored, kept)
        if table.progress.over != self._summaries[number].over:
            raise ValueError("its decisions do not lead to where the game is said to be")
        return table

    def _finish(self, table: ActiveTable) -> ActiveTable:
        """Keep a table whose game is over in memory for a while."""
        self._finished[table.progress.setup.table] = table
        if len(self._finished) > _MOST_KEPT:
            self._finished.popitem(last=False)
        return table

    # --- what happens at a table ---------------------------------------------------------------

    async def review(self, table: ActiveTable) -> Review:
        """As of `Coach.review`, made once for all who ask while the table is in memory."""
        review = table.review

        def keep(done: "asyncio.Task[Review]") -> None:
            failed = done.cancelled() or done.exception() is not None
            if failed or len(done.result()["decisions"]) < table.progress.decisions:
                table.review = None

        if review is None:
            table.review = review = self._begin(self.coach.review(table.progress))
            review.add_done_callback(keep)
        return await asyncio.shield(review)

    async def act(
        self, table: ActiveTable, seat: int, decision: int, action: int, note: str | None = None
    ) -> None:
        """Carry a decision out once it is on disk; what has been done before is not done again.

        Raises:
            RefusedError: the seat may not do so.
            sqlite3.Error: it could not be saved; nothing has changed.
        """
        # to the end, even if who asked for it has gone: what is on disk must be on the table
        await asyncio.shield(self._begin(self._decide(table, seat, decision, action, note)))

    async def _decide(
        self, table: ActiveTable, seat: int, decision: int, action: int, note: str | None
    ) -> None:
        progress, game = table.progress, table.progress.game
        number = progress.setup.table
        async with table.deciding:
            step = progress.step(seat, decision, action)
            if step is None:
                return
            names = [game.action_name(made) for made in step.actions]
            ahead = {chooser: game.action_name(made) for chooser, made in step.ahead.items()}
            over = bool(step.positions) and game.is_over(step.positions[-1])
            notes = [] if note is None else [Note(decision, note)]
            saved = self._store.decide(number, progress.decisions, names, ahead, over, notes)
            await asyncio.wrap_future(saved)
            progress.take(step)
            table.notes += notes
        if over:
            self._summaries[number] = TableSummary(progress.setup, progress.decisions, over=True)
            self._finish(self._running.pop(number))
        table.tell()


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


def _begun(wanted: NewTable) -> GameProgress:
    setup = wanted.setup
    return GameProgress(setup, _game(setup), wanted.actions)


def _game(setup: TableSetup) -> Game:
    game = make_game(setup.game, setup.options)
    warm_up(game)
    return game


def _restored(kept: StoredTable) -> ActiveTable:
    setup = kept.setup
    game = _game(setup)
    ahead = {seat: game.action_index(name) for seat, name in kept.ahead.items()}
    actions = [game.action_index(name) for name in kept.actions]
    return ActiveTable(GameProgress(setup, game, actions, ahead), kept.notes)
