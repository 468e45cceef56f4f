"""The tables of a server: opening, resuming, finding, listing and deleting them."""

import asyncio
import logging
import os
import secrets
import sqlite3
from collections import Counter
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

from hofspiele.envs.core.checks import whole_number
from hofspiele.envs.core.registry import known_specs, spec_of
from hofspiele.envs.core.spec import NUM_PLAYERS
from hofspiele.play.active_table import ActiveTable
from hofspiele.play.agent_catalog import AgentCatalog, short_name
from hofspiele.play.agent_tasks import PREPARE_SECONDS, decide, prepare, warm_up
from hofspiele.play.background import BackgroundTasks, OneThread, RateLimiter
from hofspiele.play.coach import Coach
from hofspiele.play.game_progress import GameProgress, Player, TableSetup, tidy_name
from hofspiele.play.games import complete_options, make_game
from hofspiele.play.loading import GameLoader
from hofspiele.play.messages import CONTINUED_TABLE, NEW_TABLE, NotFoundError, RefusedError, check
from hofspiele.play.store import Store, StoredDecision, TableSummary
from hofspiele.play.workers import NoAnswerError, Urgency, Workers

# Maximum number of tables in play, of those that one client opened, and of those without people.
MOST_RUNNING = 500
MOST_OF_ONE_CLIENT = 100
MOST_OF_AGENTS = 250
# Seconds for which a client's own tables keep their places although all their players are away.
_SPARED_SECONDS = 600.0
# Maximum number of finished tables that stay in memory.
_MOST_KEPT = 50
# Maximum number of resting tables, and of finished tables, that are listed.
_MOST_LISTED = 200
# Maximum number of decisions per second, summed over all tables without people.
_AGENTS_RATE = 50
# Maximum number of seconds between two searches for deserted tables.
_SEARCH_SECONDS = 60.0
# Seconds until an agent's decision that could not be saved is retried.
_RETRY_SECONDS = 2.0
# The name of the agent that decides in place of an agent that fails.
FALLBACK = "greedy"
# Entries of `seats` in requests for the person who opens the table, and for anyone who has the
# seat's link.
ME, PERSON = "me", "person"
# Why a browser no longer shows a table.
_PAUSED = "this table is paused until one of its players returns"
_DISPLACED = "this table was deleted because nobody had played at it and others needed its place"

_log = logging.getLogger("hofspiele.play")


class TableManager:
    """The tables of one server, which are saved in `folder`; agents decide in `think_seconds`.

    A table rests when a person must decide and no player has been connected for `away_seconds`. It
    is then no longer in memory until one of its players comes back. When places are short, it rests
    earlier or, if no person has decided yet, is deleted. Methods raise RefusedError if a request is
    not allowed, and sqlite3.Error if it can't be saved. Then nothing has changed.

    Raise ValueError or OSError as `Store` does.
    """

    def __init__(
        self, folder: Path, agents: AgentCatalog, think_seconds: float, away_seconds: float
    ):
        self.agents = agents
        self.think_seconds = think_seconds
        self.tasks = BackgroundTasks()
        self._workers = Workers(max(2, os.cpu_count() or 2))
        self.coach = Coach(self._workers, agents, think_seconds)
        # More threads would not be faster, because drawing frames holds the GIL.
        self.drawing = OneThread("frames")
        self._store = Store(folder)
        self._numbers = count(self._store.largest_number() + 1)
        self._running: dict[int, ActiveTable] = {}
        self._finished: dict[int, ActiveTable] = {}
        self._pace = RateLimiter(_AGENTS_RATE, at_once=5)
        self._away_seconds = away_seconds
        self._admission = asyncio.Lock()
        # The latest table's game is loaded first, then the others in the order of the page's list.
        latest = next((one.setup.game for one in reversed(self._store.summaries.values())), None)
        specs = sorted(known_specs(), key=lambda spec: spec.name != latest)
        self.loader = GameLoader(specs, self._workers)

    # --- start and stop ------------------------------------------------------------------------

    async def start(self) -> None:
        """Start the workers and resume tables without people; others rest until a player comes."""
        self._workers.start()
        for number, summary in list(self._store.summaries.items()):
            if summary.ending or summary.setup.people:
                continue
            try:
                self._displaced(None, of_people=False)
                self._run(await self._load(number))
            except RefusedError as error:
                _log.error("table %s can't be resumed: %s", number, error)
        self.tasks.start(self._rest_deserted_tables())
        self.tasks.start(self.loader.run())

    async def stop(self) -> None:
        """Stop all agents and close the store, where every decision has already been saved."""
        await self.tasks.stop()
        await self._workers.stop()
        await self._store.close()

    async def _rest_deserted_tables(self) -> None:
        """Put deserted tables to rest at regular intervals, so that others can be opened."""
        while True:
            await asyncio.sleep(min(_SEARCH_SECONDS, self._away_seconds))
            for number, table in list(self._running.items()):
                if table.is_deserted(self._away_seconds):
                    self._rest(table)
                    _log.warning(
                        "table %s is paused: its players have been away for %.3g hours; it resumes "
                        "when one of them opens their link", number, self._away_seconds / 3600,
                    )  # fmt: skip

    # --- opening -------------------------------------------------------------------------------

    async def open(self, request: Mapping[str, Any], client: str) -> tuple[int, dict[int, str]]:
        """Open a table for a client; return its number and the token of each person's seat."""
        try:
            progress = await self._read(request)
        except ValueError as error:
            raise RefusedError(str(error)) from error
        return await self._begin(progress, client)

    async def _read(self, request: Mapping[str, Any]) -> GameProgress:
        """Return the game that a request describes; raise ValueError if an entry is wrong."""
        number = next(self._numbers)
        if "from" in request:
            found = check("the request", request, CONTINUED_TABLE)
            origin = (await self.find(found["from"])).progress
            if not origin.over:
                raise RefusedError(
                    f"table {found['from']} is still in play; only a finished game can be "
                    "continued from a decision"
                )
            decision = whole_number("decision", found["decision"], 0, origin.decisions - 1)
            players = await self._read_players(found, origin.game.num_players)
            setup = origin.setup._replace(table=number, players=players)
            if len(setup.people) < 2:
                return origin.changed(setup, decision)
            # Everyone may know the seed and the hands of a finished game.
            setup = setup._replace(seed=secrets.randbits(64), start=origin.redealt(decision))
            return GameProgress(setup, origin.game)
        found = check("the request", request, NEW_TABLE)
        options = complete_options(found["game"], found["options"] or {})
        seed = secrets.randbits(64) if found["seed"] is None else int(found["seed"])
        players = await self._read_players(found, options[NUM_PLAYERS])
        setup = TableSetup(number, found["game"], options, seed, players)
        if found["seed"] is not None and len(setup.people) > 1:
            raise ValueError(
                f"seed is {seed}, expected none: whoever knows the seed knows all hands, and "
                f"{len(setup.people)} people play at this table"
            )
        await self.loader.wait_for(setup.game)
        return await asyncio.to_thread(_new_game, setup)

    async def _read_players(self, found: Mapping[str, Any], number: int) -> tuple[Player, ...]:
        seats, names = found["seats"], found["names"] or [None] * number
        for what, entries in (("seats", seats), ("names", names)):
            if len(entries) != number:
                raise ValueError(
                    f"{what} has length {len(entries)}, expected {number}, one entry for each seat"
                )
        agents = [None if it in (ME, PERSON) else await self.agents.check(it) for it in seats]
        return tuple(
            Player(tidy_name(name or "") or short_name(agent or ""), agent)
            for name, agent in zip(names, agents, strict=True)
        )

    async def rematch(self, table: ActiveTable, client: str) -> tuple[int, dict[int, str]]:
        """Open the rematch of a finished game if needed; return what `open` returns.

        Every player has the next seat.
        """
        if not table.progress.over:
            raise RefusedError("the game is still in play; a rematch is possible once it is over")
        async with table.lock:
            if table.rematch is None:
                game, old = table.progress.game, table.progress.setup
                setup = old.rotated(next(self._numbers), secrets.randbits(64))
                table.rematch = await self._begin(GameProgress(setup, game), client)
        table.notify()
        return table.rematch

    async def _begin(self, progress: GameProgress, client: str) -> tuple[int, dict[int, str]]:
        """Prepare the agents of a game, one at a time, and open its table."""
        setup, game = progress.setup, progress.game
        self._displaced(client, of_people=bool(setup.people))
        for agent in sorted({player.agent for player in setup.players if player.agent}):
            try:
                spec = self.agents.spec(setup.game, setup.options, agent)
                await self._workers.ask(Urgency.PEOPLE, PREPARE_SECONDS, prepare, spec)
            except (NoAnswerError, ValueError) as error:
                raise RefusedError(f"{agent} can't play: {error}") from error
        decisions = [
            StoredDecision(int(state["player"]), game.action_name(action))
            for state, action in zip(progress.positions, progress.actions, strict=False)
        ]
        async with self._admission:
            await self._make_room(client, of_people=bool(setup.people))
            tokens = await self._store.open(setup, decisions)
            self._run(ActiveTable(self._store, progress, client))
        return setup.table, tokens

    def _displaced(self, client: str | None, *, of_people: bool) -> ActiveTable | None:
        """Return the table whose place a new or resuming one takes, or None if a place is free.

        It is a table whose players are all away although one of them must decide: one that no
        person has touched, if there is any, of the client that opened the most. `client` opens the
        new table, and is None for a table that resumes, which no limit on clients keeps out.
        Raise RefusedError if no table can leave.
        """
        running = list(self._running.values())
        opened = Counter(table.client for table in running if table.client)
        of_agents = sum(not table.progress.setup.people for table in running)
        if client and opened[client] >= MOST_OF_ONE_CLIENT:
            running = [table for table in running if table.client == client]
            seconds, words = _SPARED_SECONDS, "opened from your address are in play"
        elif not of_people and of_agents >= MOST_OF_AGENTS:
            running, seconds, words = [], 0.0, "without people are in play"
        elif len(running) >= MOST_RUNNING:
            seconds, words = 0.0, "are in play"
        else:
            return None
        away = [table for table in running if table.is_deserted(seconds)]
        if not away:
            raise RefusedError(
                f"{len(running) or of_agents} tables {words}, the most this server allows; finish "
                "or delete a table, or try again later"
            )

        def loss(table: ActiveTable) -> tuple[bool, int, float]:
            return self._is_touched(table), -opened[table.client or ""], table.last_presence

        return min(away, key=loss)

    async def _make_room(self, client: str | None = None, *, of_people: bool = True) -> None:
        """Let a table leave if its place is needed; if nobody has touched it, delete it."""
        table = self._displaced(client, of_people=of_people)
        if table is not None and self._is_touched(table):
            self._rest(table)
        elif table is not None:
            await self._remove(table.progress.setup.table, _DISPLACED)

    def _is_touched(self, table: ActiveTable) -> bool:
        return self._store.summaries[table.progress.setup.table].touched

    def _rest(self, table: ActiveTable) -> None:
        del self._running[table.progress.setup.table]
        table.close(_PAUSED)

    async def _remove(self, number: int, reason: str) -> None:
        if table := self._running.pop(number, None):
            table.close(reason)
        await self._store.delete(number)
        self._finished.pop(number, None)

    # --- finding, listing and deleting ---------------------------------------------------------

    async def board(self, number: int, *, dark: bool) -> str:
        """Return a picture of a table, as everyone may see it, in SVG; no table resumes."""
        await self.loader.wait_for(self._summary(number).setup.game)
        table = self._running.get(number) or self._finished.get(number) or await self._load(number)
        progress = table.progress
        view = None if table.hands_are_open else progress.game.bystander
        return await self.drawing.run(
            lambda: progress.presentation.picture(progress.position, view, dark=dark).svg()
        )

    async def find(self, number: int) -> ActiveTable:
        """Return table `number`; raise RefusedError if it is unknown, resting or corrupt."""
        if table := self._running.get(number) or self._finished.get(number):
            return table
        if self._rests(self._summary(number)):
            raise RefusedError(f"table {number} is paused until one of its players returns")
        return self._finish(await self._load(number))

    async def sit_down(self, token: str) -> tuple[ActiveTable, int | None]:
        """Return the table and the seat that a token opens; a resting table resumes.

        The seat is None if its person has resigned.
        """
        held = self._store.seat_of(token)
        if held is None:
            raise RefusedError("this link does not belong to any seat")
        number, seat = held
        if self._rests(self._summary(number)):
            async with self._admission:  # Two browsers may resume the table at the same time.
                if self._rests(self._summary(number)):
                    await self._make_room()
                    self._run(await self._load(number))
        table = await self.find(number)
        table.touch()
        return table, seat if seat in table.progress.setup.people else None

    async def delete(self, number: int, token: str) -> None:
        """Delete a table that is finished, has only one person, or has been touched by nobody.

        If it has seats for people, `token` must open one of them.
        """
        async with self._admission:  # The table must not resume meanwhile.
            summary, held = self._summary(number), self._store.seat_of(token)
            people = summary.setup.people
            if not summary.ending and (not people or (summary.touched and len(people) > 1)):
                raise RefusedError(
                    f"table {number} is still in play; it can be deleted once the game is over"
                )
            if people and (held is None or held[0] != number):
                raise RefusedError(f"only the players of table {number} can delete it")
            await self._remove(number, "this table was deleted by one of its players")

    def listed(self) -> list[dict[str, Any]]:
        """Return the tables in play, then the latest resting and finished ones, as JSON values."""
        summaries = self._store.summaries
        in_play = [summaries[number] for number in self._running]
        others = [one for number, one in summaries.items() if number not in self._running]
        resting = [one for one in others if self._rests(one)][-_MOST_LISTED:]
        over = [one for one in others if one.ending][-_MOST_LISTED:]
        return [
            {**summary.describe(rests=group is resting), "deciding": self._deciding(summary)}
            for group in (in_play, resting, over)
            for summary in reversed(group)
        ]

    def _deciding(self, summary: TableSummary) -> list[int]:
        """Return the seats that must decide, as far as they are known without loading the table."""
        table, people = self._running.get(summary.setup.table), summary.setup.people
        if table is not None:
            return table.progress.deciding
        return people if len(people) == 1 and summary.ending is None else []

    def _summary(self, number: int) -> TableSummary:
        if number not in self._store.summaries:
            raise NotFoundError(f"there is no table {number}")
        return self._store.summaries[number]

    def _rests(self, summary: TableSummary) -> bool:
        """Return whether a table with people is not in memory although its game is not over."""
        in_play = summary.ending is None and summary.setup.table not in self._running
        return in_play and bool(summary.setup.people)

    async def _load(self, number: int) -> ActiveTable:
        """Return a stored table; raise RefusedError if it is corrupt or can't be read."""
        try:
            summary = self._summary(number)
            decisions = await self._store.decisions(number)
            table = ActiveTable(self._store, await asyncio.to_thread(_new_game, summary.setup))
            await asyncio.to_thread(table.repeat, decisions)
            over = table.progress.over
            if over != (summary.ending is not None):
                kept_as, ends = ("unfinished", "end") if over else ("finished", "do not end")
                raise ValueError(f"it is stored as {kept_as}, but its decisions {ends} the game")
        except (ValueError, sqlite3.Error) as error:
            raise RefusedError(f"table {number} can't be loaded: {error}") from error
        return table

    def _finish(self, table: ActiveTable) -> ActiveTable:
        """Return a finished table, which is kept in memory until too many newer ones are kept."""
        number = table.progress.setup.table
        self._running.pop(number, None)
        self._finished[number] = table
        if len(self._finished) > _MOST_KEPT:
            del self._finished[next(iter(self._finished))]
        return table

    # --- decisions of agents -------------------------------------------------------------------

    def _run(self, table: ActiveTable) -> None:
        self._running[table.progress.setup.table] = table
        self.tasks.start(self._drive(table))

    async def _drive(self, table: ActiveTable) -> None:
        """Ask agents for decisions until the game is over or the table is put to rest."""
        while not (table.progress.over or table.closed):
            table.woken.clear()
            seat, people = table.progress.player, table.progress.setup.people
            assert seat is not None
            if seat in people:
                await table.woken.wait()
                continue
            if not people:
                await self._pace.wait()
            await self._let_decide(table, seat)
        if table.progress.over:
            self._finish(table)

    async def _let_decide(self, table: ActiveTable, seat: int) -> None:
        """Carry out the decision of an agent, or of the fallback; retry until it is saved."""
        progress, setup, decision = table.progress, table.progress.setup, table.progress.decisions
        # Everything that follows depends only on what the seat may know.
        position = progress.game.redeal(progress.position, seat, secrets.randbits(64)).tobytes()
        agent = setup.players[seat].agent or FALLBACK
        urgency = Urgency.PEOPLE if setup.people else Urgency.AGENTS
        table.thinking, note = seat, None
        if setup.people:
            table.notify()
        try:
            spec = self.agents.spec(setup.game, setup.options, agent)
            action = await self._workers.ask(urgency, self.think_seconds, decide, spec, position)
            progress.check(seat, decision, action)
        except (NoAnswerError, ValueError) as error:
            action = decide(self.agents.spec(setup.game, setup.options, FALLBACK), position)
            # The error of somebody's own agent may name cards that only its seat may know.
            is_public = table.hands_are_open or isinstance(error, NoAnswerError)
            note = f"{agent}: {error if is_public else 'an error'}; {FALLBACK} decided instead"
        table.thinking = None
        while True:
            try:
                return await table.act(seat, decision, action, note)
            except RefusedError:  # The table was deleted in the meantime.
                return None
            except sqlite3.Error as error:
                _log.error("table %s can't be saved: %s", setup.table, error)
                await asyncio.sleep(_RETRY_SECONDS)


def _new_game(setup: TableSetup) -> GameProgress:
    game = make_game(spec_of(setup.game).class_path, setup.options)
    warm_up(game)
    return GameProgress(setup, game)
