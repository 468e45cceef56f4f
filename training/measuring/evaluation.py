"""How strong agents are: what the games of a match say about each of them."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from hofspiele.envs.agents import Agent, MatchResult, play_match
from hofspiele.envs.core import Game, GameRecord
from hofspiele.training.measuring.estimates import Estimate, estimate_mean, estimate_share
from hofspiele.training.measuring.tables import ResultTable, number, percent

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

    @property
    def title(self) -> str:
        """Its name, and how many seats if there are several."""
        return self.agent if self.seats == 1 else f"{self.seats} × {self.agent}"


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

    def agents_table(self) -> ResultTable:
        """All agents, a row each."""
        return ResultTable(
            f"{self.games} games on {self.deals} deals: means with 95 % intervals "
            f"(a fair share of wins is {self.fair_share:.1%})",
            ("agent", "win share", "outcome", "score", "margin"),
            [
                (
                    result.title,
                    percent(result.win_share),
                    number(result.outcome, "+", 2),
                    number(result.score),
                    number(result.margin, "+"),
                )
                for result in self.agents
            ],
        )

    def ranks_table(self) -> ResultTable:
        """How often each agent took each rank."""
        return ResultTable(
            "share of games by rank (ties share the better one), in %",
            ("agent", *(str(rank + 1) for rank in range(len(self.line_up)))),
            [
                (
                    result.title,
                    *(
                        f"{100 * e.mean:.0f} [{100 * e.low:.0f}, {100 * e.high:.0f}]"
                        for e in result.ranks
                    ),
                )
                for result in self.agents
            ],
            may_wrap=True,
        )

    def _repr_html_(self) -> str:
        return self.agents_table()._repr_html_() + self.ranks_table()._repr_html_()


def deals_of(name: str, games: int, num_players: int) -> int:
    """Return the number of deals that `games` take, rounded up: each is played from every seat.

    Args:
        name: of the value that says how many games are wanted.
        games: how many.
        num_players: of each game.

    Raises:
        ValueError: they are fewer than two deals.
    """
    deals = -(-games // num_players)
    if deals < 2:
        raise ValueError(
            f"{name} is {games}, expected more than {num_players}: each deal is played from "
            f"{num_players} seats, and intervals come from the spread between at least two deals"
        )
    return deals


def evaluate(
    game: Game,
    agent: Agent,
    opponents: Sequence[Agent],
    num_deals: int,
    seed: int,
    keep_records: bool = False,
    report: Callable[[int], None] | None = None,
    play: Callable[..., MatchResult] = play_match,
) -> tuple[Evaluation, MatchResult]:
    """Let `agent` play against `opponents` (one for all other seats, or one for each).

    Agents of one name count as one. `report` hears now and then how many games are done. `play`
    plays the match, with the arguments of `play_match`.

    Raises:
        ValueError: wrong number of opponents, or of deals.
    """
    others = game.num_players - 1
    if len(opponents) not in (1, others):
        raise ValueError(f"{len(opponents)} opponents given, expected 1 or {others}")
    deals_of("games", num_deals * game.num_players, game.num_players)
    line_up = [agent, *(opponents[k % len(opponents)] for k in range(others))]
    match = play(game, line_up, num_deals, seed, keep_records, report)
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

    return AgentResult(
        agent=name,
        seats=len(places),
        win_share=estimate_share(own(match.win_shares)),
        outcome=estimate_mean(own(match.outcomes)),
        score=estimate_mean(own(match.scores)),
        margin=estimate_mean(own(_margins(match))),
        ranks=[
            estimate_share(own(match.ranks == rank)) for rank in range(1, len(match.agents) + 1)
        ],
    )


def _margins(match: MatchResult) -> np.ndarray:
    """Final points less the mean of all other seats': (deals, rotations, agents)."""
    others = match.scores.sum(2, keepdims=True) - match.scores
    return match.scores - others / (len(match.agents) - 1)


def typical_record(match: MatchResult) -> GameRecord:
    """Of the records of a match, that of the game in which the first agent's margin is the median.

    Of two in the middle it is the lower one; the first of those that are equal.
    """
    margins = _margins(match)[:, :, 0].ravel()
    median = np.quantile(margins, 0.5, method="lower")
    return match.records[int(np.argmax(margins == median))]


def opponents_table(evaluations: Sequence[Evaluation]) -> ResultTable:
    """Evaluations of one agent at tables of one size, a row each."""
    agent, fair_share = evaluations[0].line_up[0], evaluations[0].fair_share
    rows = []
    for evaluation in evaluations:
        counts = Counter(evaluation.line_up[1:])
        measured = evaluation.agents[0]
        rows.append(
            (
                ", ".join(f"{count} × {name}" for name, count in counts.items()),
                str(evaluation.games),
                percent(measured.win_share),
                number(measured.score),
                number(measured.margin, "+"),
            )
        )
    return ResultTable(
        f"{agent}: means with 95 % intervals (a fair share of wins is {fair_share:.1%})",
        ("against", "games", "win share", "score", "margin"),
        rows,
    )
