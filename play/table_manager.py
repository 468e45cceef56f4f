"""Opening, resuming, finding, listing, reviewing and deleting the tables of a server."""

import asyncio
import logging
import secrets
import sqlite3
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from hofspiele.envs.core.checks import whole_number
from hofspiele.envs.core.registry import known_specs, spec_of
from hofspiele.play.agent_catalog import AgentCatalog
from hofspiele.play.agent_tasks import PREPARE_SECONDS, prepare, warm_up
from hofspiele.play.background import BackgroundTasks, OneThread, RateLimiter
from hofspiele.play.coach import REVIEWER, Coach
from hofspiele.play.game_progress import GameProgress, RefusedError
from hofspiele.play.games import make_game
from hofspiele.play.loading import GameLoader
from hofspiele.play.store import Store, StoredDecision
from hofspiele.play.table_changes import AgentDriver, TableChanges
from hofspiele.play.table_request import read_continued_table, read_new_table
from hofspiele.play.table_setup import TableSetup
from hofspiele.play.tables import ActiveTable, KnownTables, Rematch
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
        self._tasks = BackgroundTasks()
        self.known = KnownTables(self._store)
        self._numbers = count(self._store.largest_number() + 1)
        self.changes = TableChanges(self._store, self.known, self._tasks)
        pace = RateLimiter(_AGENTS_RATE, at_once=5)
        self._driver = AgentDriver(self.workers, self.agents, think_seconds, pace, self.changes)
        self._away_seconds = away_seconds
        self._admission = asyncio.Lock()
        # The latest table's game is loaded first, then the others in the order of the page's list.
        latest = next((one.setup.game for one in reversed(self._store.summaries.values())), None)
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
        await self._store.close()

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
            RefusedError: `request` is wrong, an agent can't play, or too many tables are in play.
            sqlite3.Error: the table could not be saved.
        """
        self.known.check_room()
        try:
            return await self._begin(*await self._read(request))
        except ValueError as error:
            raise RefusedError(str(error)) from error

    async def _begin(
        self, setup: TableSetup, decisions: Sequence[StoredDecision] = ()
    ) -> tuple[int, dict[int, str]]:
        await self.loader.wait_for(setup.game)
        await self._prepare(setup)
        table = await asyncio.to_thread(_restore, setup, decisions)
        async with self._admission:
            self.known.check_room()  # Others may have opened tables in the meantime.
            tokens = await self._store.open(setup, decisions)
            self._run(table)
        return setup.table, tokens

    async def find(self, number: int) -> ActiveTable:
        """Return table `number`; raise RefusedError if it is unknown, resting or corrupt."""
        if table := self.known.in_memory(number):
            return table
        if self.known.rests(number):
            raise RefusedError(f"table {number} is paused until one of its players returns")
        return self.known.finish(await self._load(number))

    async def sit_down(self, token: str) -> tuple[ActiveTable, int]:
        """Return the table and the seat that a token opens; a resting table resumes.

        Raises:
            RefusedError: there is no such seat, its table is corrupt, or too many tables are open.
        """
        held = self._store.seat_of(token)
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

    async def _read(self, request: Mapping[str, Any]) -> tuple[TableSetup, list[StoredDecision]]:
        if "from" not in request:
            return await read_new_table(next(self._numbers), request, self.agents), []
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
            summary = self.known.summary(number)
            decisions = await self._store.decisions(number)
            table = await asyncio.to_thread(_restore, summary.setup, decisions)
            over = table.progress.over
            if over != (summary.ending is not None):
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
                    number, tokens = await self._begin(setup)
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
        if not summary.ending:
            raise RefusedError(f"table {number} is still in play; only finished tables are deleted")
        held = self._store.seat_of(token)
        if summary.setup.people and (held is None or held.table != number):
            raise RefusedError(f"only the players of table {number} can delete it")
        await self._store.delete(number)
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


def _restore(setup: TableSetup, decisions: Sequence[StoredDecision]) -> ActiveTable:
    """Return an active table, in the position after `decisions`; raise ValueError if illegal."""
    game = make_game(spec_of(setup.game).class_path, setup.options)
    warm_up(game)
    table = ActiveTable(GameProgress(setup, game), {})
    for seat, name, note in decisions:
        decision = table.progress.decisions
        step = table.progress.check(seat, decision, game.action_index(name))
        if step is None:
            raise ValueError(f"seat {seat} decides twice after {decision} decisions")
        if note is not None:
            table.notes[decision + 1] = note
        table.progress.apply(step)
    return table
