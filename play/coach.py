"""A coach that is honest: it knows what the seat may know, and what search finds out from there."""

import asyncio
import secrets
from typing import Any, NamedTuple

import numpy as np

from hofspiele.play.agent_catalog import AgentCatalog
from hofspiele.play.agent_tasks import AgentSpec, Verdict
from hofspiele.play.game_progress import GameProgress, RefusedError
from hofspiele.play.questions import ADVISE, JUDGE, WHERE
from hofspiele.play.workers import NoAnswerError, Urgency, Workers

_REVIEWER = "search-400"


# JSON-ready
Review = dict[str, list[dict[str, Any]]]


class Coach(NamedTuple):
    """What asks the agents.

    Attributes:
        workers: where they think.
        players: where they are found.
        seconds: for each answer.
    """

    workers: Workers
    agents: AgentCatalog
    seconds: float

    async def advice(self, progress: GameProgress, seat: int, agent: str) -> dict[str, Any]:
        """What an agent would do in the place of a seat, JSON-ready.

        Raises:
            RefusedError: the seat is not asked, or the agent has no answer.
        """
        if seat not in progress.asked:
            raise RefusedError("there is advice where you are asked")
        decision = progress.decisions
        thinker = await self._adviser(progress, agent)
        position = _redealt(progress, progress.position_of(seat), seat)
        try:
            found = await self.workers.ask(Urgency.PEOPLE, self.seconds, ADVISE, thinker, position)
        except (NoAnswerError, ValueError) as error:
            raise RefusedError(f"{agent}: {error}") from error
        return {"agent": agent, "decision": decision, **found}

    async def inference(self, progress: GameProgress, seat: int) -> dict[str, Any]:
        """Where cards may lie that a seat can't see: mean numbers over redeals, JSON-ready.

        Raises:
            RefusedError: there was no answer in time.
        """
        decision, game = progress.decisions, progress.game
        position = _redealt(progress, progress.position, seat)
        try:
            places = await self.workers.ask(
                Urgency.PEOPLE,
                self.seconds,
                WHERE,
                game.spec.class_path,
                game.options,
                position,
                seat,
            )
        except (NoAnswerError, ValueError) as error:
            raise RefusedError(str(error)) from error
        return {"decision": decision, "places": places}

    async def review(self, progress: GameProgress) -> Review:
        """What each decision of a game that is over has cost, and chances on the way, JSON-ready.

        Decisions that search has no answer for are left out.

        Raises:
            RefusedError: the game is not over.
        """
        if not progress.over:
            raise RefusedError("games are reviewed once they are over")
        thinker = self.agents.thinker(progress.game.name, progress.game.options, _REVIEWER)
        verdicts = await asyncio.gather(
            *(self._judged(progress, thinker, decision) for decision in range(progress.decisions))
        )
        made = [
            (decision, int(progress.positions[decision]["player"]), verdict)
            for decision, verdict in enumerate(verdicts)
            if verdict is not None
        ]
        name = progress.game.action_name
        return {
            "decisions": [
                {
                    "decision": decision,
                    "seat": seat,
                    "action": name(progress.actions[decision]),
                    "best": name(verdict.best),
                    "cost": verdict.cost,
                }
                for decision, seat, verdict in made
            ],
            "curve": [
                {"decision": decision, "shares": _only(progress, seat, verdict.share)}
                for decision, seat, verdict in made
            ],
        }

    async def _judged(
        self, progress: GameProgress, thinker: AgentSpec, decision: int
    ) -> Verdict | None:
        """Return what search thinks of a decision, None where it has no answer."""
        state = progress.positions[decision]
        position = _redealt(progress, state, int(state["player"]))
        action = progress.actions[decision]
        try:
            verdict = await self.workers.ask(
                Urgency.REVIEW, self.seconds, JUDGE, thinker, position, action
            )
        except (NoAnswerError, ValueError):
            return None
        return verdict if verdict.best < progress.game.num_actions else None

    async def _adviser(self, progress: GameProgress, agent: str) -> AgentSpec:
        try:
            known = await self.agents.check(agent)
            return self.agents.thinker(progress.game.name, progress.game.options, known)
        except ValueError as error:
            raise RefusedError(str(error)) from error


def _redealt(progress: GameProgress, state: np.record, seat: int) -> bytes:
    return progress.game.redeal(state, seat, secrets.randbits(64)).tobytes()


def _only(progress: GameProgress, seat: int, share: float | None) -> list[float | None]:
    """The share of one seat; those of the others are not known."""
    return [share if other == seat else None for other in range(progress.game.num_players)]
