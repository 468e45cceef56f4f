"""Opening, resuming, finding, listing, reviewing and deleting the tables of a server."""

import asyncio
import logging
import secrets
import sqlite3
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

from hofspiele.envs.core.checks import whole_number
from hofspiele.envs.core.registry import known_specs, spec_of
from hofspiele.play.active_table import ActiveTable, Rematch
from hofspiele.play.agent_catalog import AgentCatalog
from hofspiele.play.agent_driver import AgentDriver
from hofspiele.play.agent_tasks import PREPARE_SECONDS, prepare, warm_up
from hofspiele.play.background_tasks import BackgroundTasks
from hofspiele.play.coach import REVIEWER, Coach
from hofspiele.play.game_catalog import make_game
from hofspiele.play.game_progress import GameProgress, RefusedError
from hofspiele.play.known_tables import KnownTables, digest
from hofspiele.play.loading import GameLoader
from hofspiele.play.one_thread import OneThread
from hofspiele.play.rate_limiter import RateLimiter
from hofspiele.play.store import Store, StoredTable
from hofspiele.play.table_changes import TableChanges
from hofspiele.play.table_request import read_continued_table, read_new_table
from hofspiele.play.table_setup import TableSetup
from hofspiele.play.workers import NoAnswerError, Urgency, Workers

# Maximum number of decisions per second, summed over all tables without people.
_AGENTS_RATE = 50
# Maximum number of seconds between two searches for deserted tables.
_SEARCH_SECONDS = 60.0

_log = logging.getLogger("hofspiele.play")


class TableManager:
    """The tables of one server, which are saved in `folder`.

    Agents run in `processes` processes, at least 2, and have `think_seconds` for each decision. A
    table rests when a person must decide and no player has been connected for `away_seconds`.

    Raises:
        ValueError: `folder` is in use by another server, or its file of tables is corrupt or from
            another program.
        OSError: `folder` can't be written to.
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
        # More threads would not be faster, because drawing frames holds the GIL.
        self.drawing = OneThread("frames")
        self._store = Store(folder)
        self._disk = OneThread("store")
        self._tasks = BackgroundTasks()
        stored = {summary.setup.table: summary for summary in self._store.tables()}
        self.known = KnownTables(stored, self._store.seats(stored))
        self._numbers = count(self._store.largest_number() + 1)
        self.changes = TableChanges(self._store, self._disk, self.known, self._tasks)
        pace = RateLimiter(_AGENTS_RATE, at_once=5)
        self._driver = AgentDriver(self.workers, self.agents, think_seconds, pace, self.changes.act)
        self._away_seconds = away_seconds
        self._admission = asyncio.Lock()
        # The latest table's game is loaded first, then the others in the order of the page's list.
        latest = next(reversed([one.setup.game for one in stored.values()]), None)
        specs = sorted(known_specs(), key=lambda spec: spec.name != latest)
        self.loader = GameLoader(specs, self.workers)

    # --- start and stop ------------------------------------------------------------------------

    async def start(self) -> None:
        """Start the workers and resume tables without people; others rest until a player comes."""
        self.workers.start()
        for number in self.known.interrupted():
            try:
                self.known.check_room()
                self._run(await self._load(number))
            except RefusedError as error:
                _log.error("table %s can't be resumed: %s", number, error)
        self._tasks.start(self._rest_deserted_tables())
        self._tasks.start(self.loader.run())

    async def stop(self) -> None:
        """Stop all agents and close the store, where every decision has already been saved."""
        await self._tasks.stop()
        await self.workers.stop()
        await self._disk.run(self._store.close)

    def _run(self, table: ActiveTable) -> None:
        self.known.running[table.progress.setup.table] = table
        self._tasks.start(self._driver.drive(table))

    async def _rest_deserted_tables(self) -> None:
        """Put deserted tables to rest at regular intervals, so that others can be opened."""
        while True:
            await asyncio.sleep(min(_SEARCH_SECONDS, self._away_seconds))
            for number, table in list(self.known.running.items()):
                if table.is_deserted(self._away_seconds):
                    del self.known.running[number]
                    table.resting = True
                    table.notify()
                    _log.warning(
                        "table %s is paused: its players have been away for %.3g hours; it resumes "
                        "when one of them opens their link", number, self._away_seconds / 3600,
                    )  # fmt: skip

    # --- tables --------------------------------------------------------------------------------

    async def open(self, request: Mapping[str, Any]) -> tuple[int, dict[int, str]]:
        """Open a table; return its number and the token of each person's seat.

        Raises:
            ValueError: `request` is wrong, an agent can't play, or too many tables are in play.
            sqlite3.Error: the table could not be saved.
        """
        self.known.check_room()
        return await self._begin(await self._read(request))

    async def _begin(self, new: StoredTable) -> tuple[int, dict[int, str]]:
        setup = new.setup
        await self.loader.wait_for(setup.game)
        await self._prepare(setup)
        table = await asyncio.to_thread(_restore, new)
        tokens = {seat: secrets.token_urlsafe(32) for seat in setup.people}
        digests = {digest(token): seat for seat, token in tokens.items()}
        async with self._admission:
            self.known.check_room()  # Others may have opened tables in the meantime.
            await self._disk.run(self._store.open, setup, digests, new.actions)
            self.known.add(table.summary, digests)
            self._run(table)
        return setup.table, tokens

    async def find(self, number: int) -> ActiveTable:
        """Return table `number`; raise RefusedError if it is unknown, resting or corrupt."""
        if table := self.known.in_memory(number):
            return table
        if self.known.rests(number):
            raise RefusedError(f"table {number} is paused until one of its players returns")
        return self.known.keep_finished(await self._load(number))

    async def sit_down(self, token: str) -> tuple[ActiveTable, int]:
        """Return the table and the seat that a token opens; a resting table resumes.

        Raises:
            RefusedError: there is no such seat, its table is corrupt, or too many tables are open.
        """
        held = self.known.seat_of(token)
        if held is None:
            raise RefusedError("this link does not belong to any seat")
        if self.known.rests(held.table):
            async with self._admission:  # Two browsers may resume the table at the same time.
                if self.known.rests(held.table):
                    self.known.check_room()
                    self._run(await self._load(held.table))
        table = await self.find(held.table)
        table.touch()
        return table, held.seat

    async def _read(self, request: Mapping[str, Any]) -> StoredTable:
        if "from" not in request:
            return await read_new_table(next(self._numbers), request, self.agents)
        origin = (await self.find(whole_number("from", request["from"], 1))).progress
        if not origin.over:
            raise RefusedError(
                f"table {origin.setup.table} is still in play; only a finished game can be "
                "continued from a decision"
            )
        return await read_continued_table(next(self._numbers), request, origin, self.agents)

    async def _prepare(self, setup: TableSetup) -> None:
        """Load all agents of a table and compile their code, one at a time."""
        agents = {player.agent for player in setup.players if player.agent is not None}
        for agent in sorted(agents):
            spec = self.agents.spec(setup.game, setup.options, agent)
            try:
                await self.workers.ask(Urgency.PEOPLE, PREPARE_SECONDS, prepare, spec)
            except NoAnswerError as error:
                raise ValueError(f"{agent} could not be prepared: {error}") from error

    async def _load(self, number: int) -> ActiveTable:
        """Return a stored table; raise RefusedError if it is corrupt or can't be read."""
        try:
            kept = await self._disk.run(self._store.load, number)
            table = await asyncio.to_thread(_restore, kept)
            over = table.progress.over
            if over != self.known.summary(number).over:
                kept_as, ends = ("unfinished", "end") if over else ("finished", "do not end")
                raise ValueError(f"it is stored as {kept_as}, but its decisions {ends} the game")
        except (ValueError, sqlite3.Error) as error:
            raise RefusedError(f"table {number} can't be loaded: {error}") from error
        return table

    async def rematch(self, table: ActiveTable) -> Rematch:
        """Return the rematch of a finished game, with all seats rotated; open it at the first call.

        Raises:
            RefusedError: the game is not over, or the rematch can't be opened.
            sqlite3.Error: the rematch could not be saved.
        """
        if not table.progress.over:
            raise RefusedError("the game is still in play; a rematch is possible once it is over")
        return await self._tasks.complete(self._rematch(table))

    async def _rematch(self, table: ActiveTable) -> Rematch:
        async with table.rematch_lock:
            if table.rematch is None:
                self.known.check_room()
                old = table.progress.setup
                setup = old.rotated(next(self._numbers), secrets.randbits(64))
                try:
                    number, tokens = await self._begin(StoredTable(setup, [], {}, []))
                except ValueError as error:
                    raise RefusedError(str(error)) from error
                seats = len(old.players)
                table.rematch = Rematch(
                    number, {(seat - 1) % seats: token for seat, token in tokens.items()}
                )
        table.notify()
        return table.rematch

    async def delete(self, number: int, token: str) -> None:
        """Delete a finished table.

        Raises:
            RefusedError: there is no such table, its game is not over, or people have played at it
                and `token` does not open one of their seats.
            sqlite3.Error: the file could not be written to; nothing has changed.
        """
        summary = self.known.summary(number)
        if not summary.over:
            raise RefusedError(f"table {number} is still in play; only finished tables are deleted")
        held = self.known.seat_of(token)
        if summary.setup.people and (held is None or held.table != number):
            raise RefusedError(f"only the players of table {number} can delete it")
        await self._disk.run(self._store.delete, number)
        self.known.forget(number)

    async def review(self, table: ActiveTable) -> dict[str, Any]:
        """Judge the decisions that are not judged yet, and return the review of a finished game.

        All callers share one task; it is cancelled when no caller waits for it any longer.

        Raises:
            RefusedError: the game is not over.
        """
        progress = table.progress
        if not progress.over:
            raise RefusedError("the game is still in play; it can be reviewed once it is over")
        if table.reviewing is None:
            missing = [one for one in range(progress.decisions) if one not in table.review]
            work = self.coach.review(progress, missing, table.add_judgement)
            table.reviewing = self._tasks.start(work)
        table.reviewers += 1
        try:
            await asyncio.shield(table.reviewing)
        finally:
            table.reviewers -= 1
            if table.reviewers == 0:
                table.reviewing.cancel()
                table.reviewing = None
        return self.review_so_far(table)

    def review_so_far(self, table: ActiveTable) -> dict[str, Any]:
        """Return the judgements of a table's decisions so far."""
        return {"agent": REVIEWER, "decisions": [one for _, one in sorted(table.review.items())]}


def _restore(kept: StoredTable) -> ActiveTable:
    """Return an active table, in the position after its stored decisions."""
    game = make_game(spec_of(kept.setup.game).class_path, kept.setup.options)
    warm_up(game)
    ahead = {seat: game.action_index(name) for seat, name in kept.ahead.items()}
    actions = [game.action_index(name) for name in kept.actions]
    return ActiveTable(GameProgress(kept.setup, game, actions, ahead), kept.notes)
