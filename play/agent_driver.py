"""The decisions of agents at tables; a fallback decides in place of agents that fail."""

import asyncio
import logging
import secrets
import sqlite3
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from hofspiele.play.active_table import ActiveTable
from hofspiele.play.agent_catalog import AgentCatalog
from hofspiele.play.agent_tasks import decide
from hofspiele.play.rate_limiter import RateLimiter
from hofspiele.play.workers import NoAnswerError, Urgency, Workers

# The name of the agent that decides in place of an agent that fails.
FALLBACK = "greedy"
# Seconds until a decision that could not be saved is retried.
_RETRY_SECONDS = 2.0

_log = logging.getLogger("hofspiele.play")

# Functions that carry out a decision, given table, seat, decision, action, and a note or None.
Act = Callable[[ActiveTable, int, int, int, str | None], Awaitable[None]]


class AgentDriver(NamedTuple):
    """A driver that asks agents for their decisions and passes them to `act`.

    Agents have `think_seconds` for each decision, and `pace` limits the rate of decisions at tables
    without people.
    """

    workers: Workers
    agents: AgentCatalog
    think_seconds: float
    pace: RateLimiter
    act: Act

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
                return await self.act(table, seat, decision, action, note)
            except sqlite3.Error as error:
                _log.error("table %s can't be saved: %s", table.progress.setup.table, error)
                await asyncio.sleep(_RETRY_SECONDS)
