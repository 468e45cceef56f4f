"""Changes of tables in memory: decisions of people and agents, take-backs, and names.

Each change is saved on disk before it is carried out, and is completed even if its caller is
cancelled, so that disk and memory agree.
"""

import asyncio
import functools
import logging
import secrets
import sqlite3
import time
from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, NamedTuple, ParamSpec

import numpy as np

from hofspiele.envs.core import Game
from hofspiele.play.agent_catalog import AgentCatalog
from hofspiele.play.agent_tasks import decide
from hofspiele.play.background import BackgroundTasks, RateLimiter
from hofspiele.play.game_progress import RefusedError
from hofspiele.play.store import Ending, Store, StoredDecision
from hofspiele.play.table_request import tidy_name
from hofspiele.play.tables import ActiveTable, KnownTables
from hofspiele.play.workers import NoAnswerError, Urgency, Workers

# The name of the agent that decides in place of an agent that fails.
FALLBACK = "greedy"
# Seconds until a decision that could not be saved is retried.
_RETRY_SECONDS = 2.0

_log = logging.getLogger("hofspiele.play")


Values = ParamSpec("Values")
Change = Callable[Concatenate["TableChanges", Values], Coroutine[Any, Any, None]]


def _completed(change: Change[Values]) -> Change[Values]:
    """Return a change that is completed even if its caller is cancelled."""

    @functools.wraps(change)
    async def completed(
        changes: "TableChanges", /, *values: Values.args, **named: Values.kwargs
    ) -> None:
        await changes.tasks.complete(change(changes, *values, **named))

    return completed


class TableChanges(NamedTuple):
    """The changes of the tables in `known`, which are saved in `store`.

    All changes raise RefusedError if they are not allowed, and sqlite3.Error if they can't be
    saved. Then nothing has changed.
    """

    store: Store
    known: KnownTables
    tasks: BackgroundTasks

    @_completed
    async def act(
        self, table: ActiveTable, seat: int, decision: int, action: int, note: str | None = None
    ) -> None:
        """Make a decision; a repeated decision changes nothing."""
        async with table.decision_lock:
            progress, game = table.progress, table.progress.game
            step = progress.check(seat, decision, action)
            if step is None:
                return
            ending = _ending(game, step.positions[-1]) if step.positions else None
            made = StoredDecision(seat, game.action_name(action), note)
            await self.store.decide(progress.setup, made, ending)
            if note is not None:
                table.notes[progress.decisions + 1] = note
            progress.apply(step)
        if progress.over:
            self.known.finish(table)
        table.notify()

    @_completed
    async def take_back(self, table: ActiveTable, seat: int) -> None:
        """Take back the last decision of `seat`."""
        async with table.decision_lock:
            progress = table.progress
            if not progress.may_take_back(seat, progress.decisions):
                raise RefusedError(
                    "a decision can only be taken back in games against agents, while it is still "
                    "your turn and nothing new has become visible"
                )
            await self.store.take_back(progress.setup.table, seat)
            table.replace(progress.changed(progress.setup, progress.decisions - 1))

    @_completed
    async def rename(self, table: ActiveTable, seat: int, name: str) -> None:
        """Rename the person at a seat of a game in play."""
        async with table.decision_lock:
            progress = table.progress
            if progress.over:
                raise RefusedError("the game is over; names can no longer be changed")
            setup = progress.setup.with_name(seat, tidy_name(name))
            if setup != progress.setup:
                await self.store.rename(setup)
                table.replace(progress.changed(setup, progress.decisions))


def _ending(game: Game, state: np.record) -> Ending | None:
    """Return the ending of a game that ends now, or None if it is still in play."""
    if not game.is_over(state):
        return None
    return Ending(int(time.time()), game.scores(state).tolist(), game.ranks(state).tolist())


class AgentDriver(NamedTuple):
    """A driver that asks agents for their decisions and passes them to `changes`.

    Agents have `think_seconds` for each decision, and `pace` limits the rate of decisions at tables
    without people.
    """

    workers: Workers
    agents: AgentCatalog
    think_seconds: float
    pace: RateLimiter
    changes: TableChanges

    async def drive(self, table: ActiveTable) -> None:
        """Ask agents for decisions until the game is over or the table is put to rest."""
        while not (table.progress.over or table.resting):
            table.woken.clear()
            seat, setup = table.progress.player, table.progress.setup
            assert seat is not None
            if setup.players[seat].agent is None:
                await table.woken.wait()
                continue
            if not setup.people:
                await self.pace.wait()
            await self._let_decide(table, seat)

    async def _let_decide(self, table: ActiveTable, seat: int) -> None:
        progress, setup, decision = table.progress, table.progress.setup, table.progress.decisions
        # Everything that follows depends only on what the seat may know.
        position = progress.game.redeal(progress.position, seat, secrets.randbits(64)).tobytes()
        agent = setup.players[seat].agent or FALLBACK
        urgency = Urgency.PEOPLE if setup.people else Urgency.AGENTS
        table.thinking = seat
        if setup.people:
            table.notify()
        try:
            spec = self.agents.spec(setup.game, setup.options, agent)
            action = await self.workers.ask(urgency, self.think_seconds, decide, spec, position)
            table.thinking = None
            await self._act(table, seat, decision, action, None)
        except (NoAnswerError, ValueError) as error:
            table.thinking = None
            action = decide(self.agents.spec(setup.game, setup.options, FALLBACK), position)
            note = f"{agent}: {error}; {FALLBACK} decided instead"
            await self._act(table, seat, decision, action, note)

    async def _act(
        self, table: ActiveTable, seat: int, decision: int, action: int, note: str | None
    ) -> None:
        """Carry out a decision, retrying until it is saved; raise RefusedError if it is illegal."""
        while True:
            try:
                return await self.changes.act(table, seat, decision, action, note)
            except sqlite3.Error as error:
                _log.error("table %s can't be saved: %s", table.progress.setup.table, error)
                await asyncio.sleep(_RETRY_SECONDS)
