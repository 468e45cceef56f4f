"""Agents at a table: they are asked when it is their turn, and have so long to think."""

import asyncio
import logging
import secrets
import sqlite3
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from hofspiele.play.active_table import ActiveTable
from hofspiele.play.agent_catalog import AgentCatalog
from hofspiele.play.agent_tasks import decide
from hofspiele.play.game_progress import RefusedError
from hofspiele.play.questions import DECIDE
from hofspiele.play.rate_limiter import RateLimiter
from hofspiele.play.workers import NoAnswerError, Urgency, Workers

# who decides for an agent that does not
FALLBACK = "greedy"
# until what could not be saved is tried again
_RETRY_SECONDS = 2.0

_log = logging.getLogger("hofspiele.play")

# table, seat, decision, action, and what is to be noted
Act = Callable[[ActiveTable, int, int, int, str | None], Awaitable[None]]


class AgentDriver(NamedTuple):
    """What agents are driven with.

    Attributes:
        workers: where they think.
        players: where they are found.
        think_seconds: for each decision.
        pace: of decisions at tables without people.
        act: carries a decision out.
    """

    workers: Workers
    agents: AgentCatalog
    think_seconds: float
    pace: RateLimiter
    act: Act

    async def drive(self, table: ActiveTable) -> None:
        """Ask agents until the game is over, or the table rests."""
        progress = table.progress
        while not (progress.over or table.resting):
            table.woken.clear()
            seat = progress.player
            assert seat is not None
            if progress.setup.players[seat].agent is None:
                await table.woken.wait()
                continue
            if not progress.setup.has_people:
                await self.pace.wait()
            await self._let_decide(table, seat)

    async def _let_decide(self, table: ActiveTable, seat: int) -> None:
        progress = table.progress
        decision = progress.decisions
        # from here on nothing leads back to what the seat can't know
        position = progress.game.redeal(progress.position, seat, secrets.randbits(64)).tobytes()
        table.thinking = seat
        if progress.setup.has_people:
            table.tell()
        agent = progress.setup.players[seat].agent or FALLBACK
        action, problem = await self._asked(table, agent, position)
        table.thinking = None
        try:
            await self._act(table, seat, decision, action, problem)
        except RefusedError as error:
            action = self._fallback(table, position)
            await self._act(table, seat, decision, action, f"{agent}: {error}")

    async def _asked(
        self, table: ActiveTable, agent: str, position: bytes
    ) -> tuple[int, str | None]:
        """The agent's action; if it has none, that of the fallback, and why."""
        setup = table.progress.setup
        urgency = Urgency.PEOPLE if setup.has_people else Urgency.AGENTS
        try:
            thinker = self.agents.thinker(setup.game, setup.options, agent)
            action = await self.workers.ask(urgency, self.think_seconds, DECIDE, thinker, position)
            return action, None
        except (NoAnswerError, ValueError) as error:
            return self._fallback(table, position), f"{agent}: {error}"

    def _fallback(self, table: ActiveTable, position: bytes) -> int:
        setup = table.progress.setup
        return decide(self.agents.thinker(setup.game, setup.options, FALLBACK), position)

    async def _act(
        self, table: ActiveTable, seat: int, decision: int, action: int, problem: str | None
    ) -> None:
        note = None if problem is None else f"{problem}; {FALLBACK} has decided"
        while True:
            try:
                return await self.act(table, seat, decision, action, note)
            except sqlite3.Error as error:
                _log.error("table %s can't be saved: %s", table.progress.setup.table, error)
                await asyncio.sleep(_RETRY_SECONDS)
