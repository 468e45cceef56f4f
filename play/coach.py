"""Advice that uses only what a seat may know, and reviews of finished games."""

import asyncio
import secrets
from typing import Any, NamedTuple

import numpy as np

from hofspiele.play.agent_catalog import AgentCatalog
from hofspiele.play.agent_tasks import AgentSpec
from hofspiele.play.game_progress import GameProgress, RefusedError
from hofspiele.play.questions import ADVISE, INFER, JUDGE
from hofspiele.play.workers import NoAnswerError, Question, Urgency, Workers

_REVIEWER = "search-400"


class Coach(NamedTuple):
    """Asks agents for advice on positions, with at most `seconds` for each answer."""

    workers: Workers
    agents: AgentCatalog
    seconds: float

    async def advice(self, progress: GameProgress, seat: int, agent: str) -> dict[str, Any]:
        """Return the thoughts of `agent` on the decision of `seat`, as JSON-serialisable values.

        Raises:
            RefusedError: the seat has nothing to decide, or the agent is unknown or fails.
        """
        if seat not in progress.deciding:
            raise RefusedError(
                "the coach advises only on your own decisions; ask again on your turn"
            )
        decision, game = progress.decisions, progress.game
        position = _redealt(progress, progress.position_of(seat), seat)
        try:
            spec = self.agents.spec(game.name, game.options, await self.agents.check(agent))
        except ValueError as error:
            raise RefusedError(str(error)) from error
        found = await self._ask(agent, ADVISE, spec, position)
        return {"agent": agent, "decision": decision, **found}

    async def inference(self, progress: GameProgress, seat: int) -> dict[str, Any]:
        """Return the mean number of each card hidden from `seat`, by place.

        The means are taken over redeals, as in `infer`. All values are JSON-serialisable.

        Raises:
            RefusedError: the computation fails or takes too long.
        """
        decision, game = progress.decisions, progress.game
        position = _redealt(progress, progress.position, seat)
        made_of = (game.spec.class_path, game.options)
        places = await self._ask("hidden cards", INFER, *made_of, position, seat)
        return {"decision": decision, "places": places}

    async def _ask(self, asked: str, question: Question, *arguments: Any) -> Any:
        try:
            return await self.workers.ask(Urgency.PEOPLE, self.seconds, question, *arguments)
        except (NoAnswerError, ValueError) as error:
            raise RefusedError(f"{asked}: {error}") from error

    async def review(self, progress: GameProgress) -> list[dict[str, Any]]:
        """Return a judgement of each decision of a finished game, as JSON-serialisable values.

        Decisions for which the search does not answer are left out.

        Raises:
            RefusedError: the game is not over.
        """
        if not progress.over:
            raise RefusedError("the game is still in play; it can be reviewed once it is over")
        spec = self.agents.spec(progress.game.name, progress.game.options, _REVIEWER)
        verdicts = await asyncio.gather(
            *(self._judge(progress, spec, decision) for decision in range(progress.decisions))
        )
        return [verdict for verdict in verdicts if verdict is not None]

    async def _judge(
        self, progress: GameProgress, spec: AgentSpec, decision: int
    ) -> dict[str, Any] | None:
        """Return the search's judgement of a decision, or None if the search does not answer."""
        state, name = progress.positions[decision], progress.game.action_name
        seat, action = int(state["player"]), progress.actions[decision]
        position = _redealt(progress, state, seat)
        try:
            verdict = await self.workers.ask(
                Urgency.REVIEW, self.seconds, JUDGE, spec, position, action
            )
            names = {"action": name(action), "best": name(verdict["best"])}
        except (NoAnswerError, ValueError):
            return None
        return {**verdict, **names, "decision": decision, "seat": seat}


def _redealt(progress: GameProgress, state: np.record, seat: int) -> bytes:
    return progress.game.redeal(state, seat, secrets.randbits(64)).tobytes()
