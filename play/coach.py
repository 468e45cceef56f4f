"""Advice that uses only what a seat may know, and reviews of finished games."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from typing import Any, NamedTuple

import numpy as np

from hofspiele.envs.reports.estimates import exact
from hofspiele.play.active_table import ActiveTable
from hofspiele.play.agent_catalog import AgentCatalog
from hofspiele.play.agent_tasks import AgentSpec, advise, infer_cards, judge
from hofspiele.play.game_progress import GameProgress
from hofspiele.play.messages import RefusedError
from hofspiele.play.workers import NoAnswerError, Urgency, Workers

# The agent whose choices are compared with the decisions of a finished game.
REVIEWER = "search-400"
# Time limit of a review in seconds, counted from the search's first answer or failure to answer,
# because before that, the review may wait for reviews of other tables. A later review can judge the
# remaining decisions.
REVIEW_SECONDS = 300
# Number of redeals that show whether a turn can continue, which can depend on dice.
_REDEALS = 20


class Coach(NamedTuple):
    """A coach that asks agents for advice on positions, with at most `seconds` for each answer.

    Answers are JSON-serialisable. Methods raise RefusedError if a question is not allowed now, or
    if the agent fails or takes too long.
    """

    workers: Workers
    agents: AgentCatalog
    seconds: float

    async def advice(self, progress: GameProgress, seat: int, agent: str) -> dict[str, Any]:
        """Return the thoughts of `agent` on the decision of `seat`."""
        if seat not in progress.deciding:
            raise RefusedError(
                "the coach advises only on your own decisions; ask again on your turn"
            )
        choice, game = progress.choice, progress.game
        position = _redealt(progress, game.first_to_decide(progress.position, seat), seat)
        try:
            spec = self.agents.spec(game.name, game.options, await self.agents.check(agent))
        except ValueError as error:
            raise RefusedError(str(error)) from error
        found = await self._ask(f"no advice from {agent}", advise, spec, position)
        return {"agent": agent, "choice": choice, **found}

    async def inference(self, progress: GameProgress, seat: int) -> dict[str, Any]:
        """Return the mean number of each card hidden from `seat`, by place, as `infer` does."""
        choice, game = progress.choice, progress.game
        position = _redealt(progress, progress.position, seat)
        about = game.spec.class_path, game.options, position, seat
        places = await self._ask("can't infer the hidden cards", infer_cards, *about)
        return {"choice": choice, "places": places}

    async def _ask(self, failure: str, think: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return await self.workers.ask(Urgency.PEOPLE, self.seconds, think, *arguments)
        except (NoAnswerError, ValueError) as error:
            raise RefusedError(f"{failure}: {error}") from error

    async def review(self, table: ActiveTable) -> dict[str, Any]:
        """Judge the decisions that are not judged yet, and return the review of a finished game.

        All callers share one task; it is cancelled when no caller waits for it any longer.
        """
        if not table.progress.over:
            raise RefusedError("the game is still in play; it can be reviewed once it is over")
        if table.reviewing is None:
            table.reviewing = asyncio.create_task(self._judge_missing(table))
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
        """Return the judgements of a table's decisions so far, as JSON-serialisable values.

        ``curve`` are pairs of a number of decisions and the chances of all seats after them: for
        each judged decision that completes a choice, as the seat ``viewer`` could estimate them,
        and the result of the game.
        """
        progress, judged = table.progress, [one for _, one in sorted(table.review.items())]
        results = progress.game.ranks(progress.position) == 1
        shares = [asdict(exact(share)) for share in (results / results.sum()).tolist()]
        curve = [(one["decision"] + 1, one["chances"]) for one in judged if one["chances"]]
        result = progress.decisions, shares
        viewer = _viewer(progress)
        return {"agent": REVIEWER, "viewer": viewer, "decisions": judged, "curve": [*curve, result]}

    async def _judge_missing(self, table: ActiveTable) -> None:
        """Judge the other decisions of a game until `REVIEW_SECONDS` after the first answer.

        Decisions for which the search does not answer in time remain without a judgement.
        """
        progress = table.progress
        spec = self.agents.spec(progress.game.name, progress.game.options, REVIEWER)

        async def add_judgement(decision: int) -> None:
            with suppress(NoAnswerError, ValueError):
                table.review[decision] = await self._judge(progress, spec, decision)
                table.notify()
            if bound.when() is None:
                bound.reschedule(asyncio.get_running_loop().time() + REVIEW_SECONDS)

        missing = (one for one in range(progress.decisions) if one not in table.review)
        with suppress(TimeoutError):
            async with asyncio.timeout(None) as bound:
                await asyncio.gather(*map(add_judgement, missing))

    async def _judge(
        self, progress: GameProgress, spec: AgentSpec, decision: int
    ) -> dict[str, Any]:
        """Return a judgement of a decision; raise NoAnswerError or ValueError as workers do.

        ``continues`` is whether the same seat may decide next after the action that is called best,
        ``chances`` are those of all seats after the decision as the viewer could estimate them, or
        None if others still have to choose or the game is over.
        """
        game, viewer = progress.game, _viewer(progress)
        state, action = progress.positions[decision], progress.actions[decision]
        seat = int(state["player"])
        later = None
        if (after := decision + 1) == progress.choice_of(after) < progress.decisions:
            later = _redealt(progress, progress.positions[after], viewer)
        about = spec, _redealt(progress, state, seat), action, later, viewer
        found = await self.workers.ask(Urgency.REVIEW, self.seconds, judge, *about)
        found["continues"] = False
        for seed in range(_REDEALS):
            deal = game.redeal(state, seat, seed)
            game.apply(deal, found["best"])
            found["continues"] |= game.current_player(deal) == seat
        seen = game.visible_part(game.to_dict(state), seat)
        words = {
            name: progress.presentation.describe_action(seen, game.action_name(number))
            for name, number in (("action", action), ("best", found["best"]))
        }
        return {**found, **words, "decision": decision, "seat": seat}


def _viewer(progress: GameProgress) -> int:
    """Return the seat whose knowledge the curve of a review shows: the first person's, if any."""
    return (progress.setup.people or [0])[0]


def _redealt(progress: GameProgress, state: np.record, seat: int) -> bytes:
    """Return a redealt position, the same one for all positions that `seat` can't tell apart."""
    return progress.game.redeal(state, seat, 0).tobytes()
