"""A coach that is honest: it knows what the seat may know, and what search finds out from there."""

import asyncio
import secrets
from typing import Any, NamedTuple

import numpy as np

from hofspiele.play.answers import ADVISE, JUDGE, WHERE
from hofspiele.play.live_table import LiveTable, RefusedError
from hofspiele.play.players import Players
from hofspiele.play.thinking import Thinker, Verdict
from hofspiele.play.workers import OverTimeError, Urgency, Workers

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
    players: Players
    seconds: float

    async def advice(self, live: LiveTable, seat: int, agent: str) -> dict[str, Any]:
        """What an agent would do in the place of a seat, JSON-ready.

        Raises:
            RefusedError: the seat is not asked, or the agent has no answer.
        """
        if seat not in live.asked:
            raise RefusedError("there is advice where you are asked")
        decision = live.decisions
        thinker = await self._adviser(live, agent)
        position = _redealt(live, live.position_of(seat), seat)
        try:
            found = await self.workers.ask(Urgency.PEOPLE, self.seconds, ADVISE, thinker, position)
        except (OverTimeError, ValueError) as error:
            raise RefusedError(f"{agent}: {error}") from error
        return {"agent": agent, "decision": decision, **found}

    async def inference(self, live: LiveTable, seat: int) -> dict[str, Any]:
        """Where cards may lie that a seat can't see: mean numbers over redeals, JSON-ready.

        Raises:
            RefusedError: there was no answer in time.
        """
        decision, game = live.decisions, live.game
        position = _redealt(live, live.position, seat)
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
        except (OverTimeError, ValueError) as error:
            raise RefusedError(str(error)) from error
        return {"decision": decision, "places": places}

    async def review(self, live: LiveTable) -> Review:
        """What each decision of a game that is over has cost, and chances on the way, JSON-ready.

        Decisions that search has no answer for are left out.

        Raises:
            RefusedError: the game is not over.
        """
        if not live.over:
            raise RefusedError("games are reviewed once they are over")
        thinker = self.players.thinker(live.game.name, live.game.options, _REVIEWER)
        verdicts = await asyncio.gather(
            *(self._judged(live, thinker, decision) for decision in range(live.decisions))
        )
        made = [
            (decision, int(live.positions[decision]["player"]), verdict)
            for decision, verdict in enumerate(verdicts)
            if verdict is not None
        ]
        name = live.game.action_name
        return {
            "decisions": [
                {
                    "decision": decision,
                    "seat": seat,
                    "action": name(live.actions[decision]),
                    "best": name(verdict.best),
                    "cost": verdict.cost,
                }
                for decision, seat, verdict in made
            ],
            "curve": [
                {"decision": decision, "shares": _only(live, seat, verdict.share)}
                for decision, seat, verdict in made
            ],
        }

    async def _judged(self, live: LiveTable, thinker: Thinker, decision: int) -> Verdict | None:
        """Return what search thinks of a decision, None where it has no answer."""
        state = live.positions[decision]
        position = _redealt(live, state, int(state["player"]))
        action = live.actions[decision]
        try:
            verdict = await self.workers.ask(
                Urgency.REVIEW, self.seconds, JUDGE, thinker, position, action
            )
        except (OverTimeError, ValueError):
            return None
        return verdict if verdict.best < live.game.num_actions else None

    async def _adviser(self, live: LiveTable, agent: str) -> Thinker:
        try:
            known = await self.players.check(agent)
            return self.players.thinker(live.game.name, live.game.options, known)
        except ValueError as error:
            raise RefusedError(str(error)) from error


def _redealt(live: LiveTable, state: np.record, seat: int) -> bytes:
    return live.game.redeal(state, seat, secrets.randbits(64)).tobytes()


def _only(live: LiveTable, seat: int, share: float | None) -> list[float | None]:
    """The share of one seat; those of the others are not known."""
    return [share if other == seat else None for other in range(live.game.num_players)]
