"""How strong agents are: what the games of a match say about each of them."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from hofspiele.envs.agents import Agent, MatchResult, play_match
from hofspiele.envs.core import Game
from hofspiele.training.measuring.estimates import Estimate, estimate_mean, estimate_share

# of a seat of a measured game: outcome, score and rank, and the arrays that they are drawn from
SEAT_BYTES = 64


@dataclass(frozen=True)
class AgentResult:
    """How one agent of a line-up did, on average over the seats that it held.

    Attributes:
        agent: its name.
        seats: how many seats of each game it held.
        win_share: 1/k of a game for each of k winners.
        outcome: utility in [-1, 1].
        score: final points.
        margin: final points less the mean of all other seats'.
        ranks: share of each rank from 1 (best) on; ties share the better rank.
    """

    agent: str
    seats: int
    win_share: Estimate
    outcome: Estimate
    score: Estimate
    margin: Estimate
    ranks: list[Estimate]


@dataclass(frozen=True)
class Evaluation:
    """One agent against one line-up of opponents.

    Attributes:
        line_up: names by turn order in the first rotation, the measured agent first.
        games: number of games, each deal from every rotation of the seats.
        deals: number of deals.
        seed: deals and agents' random choices follow from it.
        fair_share: of wins, for equals.
        agents: a result for each name, the measured agent's first.
    """

    line_up: list[str]
    games: int
    deals: int
    seed: int
    fair_share: float
    agents: list[AgentResult]

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return asdict(self)


def evaluate(
    game: Game,
    agent: Agent,
    opponents: Sequence[Agent],
    num_deals: int,
    seed: int,
    keep_records: bool = False,
    report: Callable[[int], None] | None = None,
) -> tuple[Evaluation, MatchResult]:
    """Let `agent` play against `opponents` (one for all other seats, or one for each).

    Agents of one name count as one. `report` hears now and then how many games are done.

    Raises:
        ValueError: wrong number of opponents, or of deals.
    """
    others = game.num_players - 1
    if len(opponents) not in (1, others):
        raise ValueError(f"{len(opponents)} opponents given, expected 1 or {others}")
    if num_deals < 2:
        raise ValueError(
            f"{num_deals} deals given, expected at least 2 ({2 * game.num_players} games), as "
            "intervals come from the spread between deals"
        )
    line_up = [agent, *(opponents[k % len(opponents)] for k in range(others))]
    match = play_match(game, line_up, num_deals, seed, keep_records, report)
    evaluation = Evaluation(
        line_up=match.agents,
        games=num_deals * game.num_players,
        deals=num_deals,
        seed=seed,
        fair_share=1 / game.num_players,
        agents=[agent_result(match, name) for name in dict.fromkeys(match.agents)],
    )
    return evaluation, match


def agent_result(match: MatchResult, name: str) -> AgentResult:
    """What the games of a match say about the agent called `name`."""
    places = [place for place, other in enumerate(match.agents) if other == name]

    def own(values: np.ndarray) -> np.ndarray:
        return values[:, :, places].mean(2)

    size = len(match.agents)
    margins = match.scores - (match.scores.sum(2, keepdims=True) - match.scores) / (size - 1)
    return AgentResult(
        agent=name,
        seats=len(places),
        win_share=estimate_share(own(match.win_shares)),
        outcome=estimate_mean(own(match.outcomes)),
        score=estimate_mean(own(match.scores)),
        margin=estimate_mean(own(margins)),
        ranks=[estimate_share(own(match.ranks == rank)) for rank in range(1, size + 1)],
    )
