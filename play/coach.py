"""An honest coach: agents' thoughts about what a seat may know, and reviews of finished games."""

import asyncio
import secrets
from typing import Any, NamedTuple

import numpy as np

from hofspiele.play.agent_catalog import AgentCatalog
from hofspiele.play.agent_tasks import AgentSpec, Verdict
from hofspiele.play.game_progress import GameProgress, RefusedError
from hofspiele.play.questions import ADVISE, INFER, JUDGE
from hofspiele.play.workers import NoAnswerError, Urgency, Workers

_REVIEWER = "search-400"

Review = dict[str, list[dict[str, Any]]]


class Coach(NamedTuple):
    """The coach, who lets agents think about positions.

    Attributes:
        workers: the processes in which agents think.
        agents: the agents on offer.
        seconds: the time for each answer.
    """

    workers: Workers
    agents: AgentCatalog
    seconds: float

    async def advice(self, progress: GameProgress, seat: int, agent: str) -> dict[str, Any]:
        """Return the thoughts of `agent` on the decision of `seat`, JSON-ready.

        Raises:
            RefusedError: the seat does not have to decide, or the agent has no answer.
        """
        if seat not in progress.deciding:
            raise RefusedError(
                "there is no advice while others decide; ask again when it is your decision"
            )
        decision = progress.decisions
        spec = await self._adviser(progress, agent)
        position = _redealt(progress, progress.position_of(seat), seat)
        try:
            found = await self.workers.ask(Urgency.PEOPLE, self.seconds, ADVISE, spec, position)
        except (NoAnswerError, ValueError) as error:
            raise RefusedError(f"{agent}: {error}") from error
        return {"agent": agent, "decision": decision, **found}

    async def inference(self, progress: GameProgress, seat: int) -> dict[str, Any]:
        """Return the mean numbers of the cards hidden from `seat`, by place, JSON-ready.

        The means are over redeals, as `infer` draws them.

        Raises:
            RefusedError: there was no answer in time.
        """
        decision, game = progress.decisions, progress.game
        position = _redealt(progress, progress.position, seat)
        try:
            places = await self.workers.ask(
                Urgency.PEOPLE,
                self.seconds,
                INFER,
                game.spec.class_path,
                game.options,
                position,
                seat,
            )
        except (NoAnswerError, ValueError) as error:
            raise RefusedError(str(error)) from error
        return {"decision": decision, "places": places}

    async def review(self, progress: GameProgress) -> Review:
        """Return the cost of each decision of a finished game, and the chances to win, JSON-ready.

        Decisions for which the search has no answer are left out.

        Raises:
            RefusedError: the game is not over.
        """
        if not progress.over:
            raise RefusedError("the game is still in play; it can be reviewed once it is over")
        spec = self.agents.spec(progress.game.name, progress.game.options, _REVIEWER)
        verdicts = await asyncio.gather(
            *(self._judge(progress, spec, decision) for decision in range(progress.decisions))
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
                {"decision": decision, "shares": _shares_of(progress, seat, verdict.share)}
                for decision, seat, verdict in made
            ],
        }

    async def _judge(
        self, progress: GameProgress, spec: AgentSpec, decision: int
    ) -> Verdict | None:
        """Return the search's judgement of a decision, or None if it has no answer."""
        state = progress.positions[decision]
        position = _redealt(progress, state, int(state["player"]))
        action = progress.actions[decision]
        try:
            verdict = await self.workers.ask(
                Urgency.REVIEW, self.seconds, JUDGE, spec, position, action
            )
        except (NoAnswerError, ValueError):
            return None
        return verdict if verdict.best < progress.game.num_actions else None

    async def _adviser(self, progress: GameProgress, agent: str) -> AgentSpec:
        try:
            known = await self.agents.check(agent)
            return self.agents.spec(progress.game.name, progress.game.options, known)
        except ValueError as error:
            raise RefusedError(str(error)) from error


def _redealt(progress: GameProgress, state: np.record, seat: int) -> bytes:
    return progress.game.redeal(state, seat, secrets.randbits(64)).tobytes()


def _shares_of(progress: GameProgress, seat: int, share: float | None) -> list[float | None]:
    """Return the win shares of all seats, None for all but `seat`, whose share is known."""
    return [share if other == seat else None for other in range(progress.game.num_players)]
