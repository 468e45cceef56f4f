"""How strong agents are: matches with rotated seats, and honest intervals."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from rich.table import Table as TextTable

from hofspiele.envs.agents import Agent, MatchResult, play_match
from hofspiele.envs.core import Game


@dataclass(frozen=True)
class Estimate:
    """A mean with its confidence interval, 95 % unless another confidence is stated."""

    mean: float
    low: float
    high: float


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
) -> tuple[Evaluation, MatchResult]:
    """Let `agent` play against `opponents` (one for all other seats, or one for each).

    Agents of one name count as one.
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
    match = play_match(game, line_up, num_deals, seed, keep_records)
    evaluation = Evaluation(
        line_up=match.agents,
        games=num_deals * game.num_players,
        deals=num_deals,
        seed=seed,
        fair_share=1 / game.num_players,
        agents=[_result(match, name) for name in dict.fromkeys(match.agents)],
    )
    return evaluation, match


def _result(match: MatchResult, name: str) -> AgentResult:
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


def estimate_mean(values: np.ndarray, confidence: float = 0.95) -> Estimate:
    """Mean of (deals, games) values; games on one deal are not independent, deals are."""
    by_deal = values.mean(1)
    mean = float(by_deal.mean())
    half = _quantile(confidence) * _standard_error(by_deal)
    return Estimate(mean, mean - half, mean + half)


def estimate_share(shares: np.ndarray, confidence: float = 0.95) -> Estimate:
    """Mean of (deals, games) values in [0, 1] with a Wilson interval.

    The number of games is replaced by the number of independent ones that would have the standard
    error found between deals; where all games ended alike it stays what it is.
    """
    by_deal = shares.mean(1)
    mean = float(by_deal.mean())
    error = _standard_error(by_deal)
    games = mean * (1 - mean) / error**2 if error > 0 else float(shares.size)
    z = _quantile(confidence)
    centre = (mean + z**2 / (2 * games)) / (1 + z**2 / games)
    half = z / (1 + z**2 / games) * np.sqrt(mean * (1 - mean) / games + z**2 / (4 * games**2))
    low, high = max(0.0, float(centre - half)), min(1.0, float(centre + half))
    return Estimate(mean, min(mean, low), max(mean, high))


def _quantile(confidence: float) -> float:
    """So many standard deviations around the mean of a normal distribution hold `confidence`."""
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def _standard_error(by_deal: np.ndarray) -> float:
    if len(by_deal) < 2:
        return 0.0
    return float(by_deal.std(ddof=1) / np.sqrt(len(by_deal)))


def opponents_table(evaluations: Sequence[Evaluation]) -> TextTable:
    """Evaluations of one agent at tables of one size, a row each, for the terminal."""
    agent, fair_share = evaluations[0].line_up[0], evaluations[0].fair_share
    table = TextTable(
        title=f"{agent}: means with 95 % intervals (a fair share of wins is {fair_share:.1%})"
    )
    table.add_column("against")
    for column in ("games", "win share", "score", "margin"):
        table.add_column(column, justify="right", no_wrap=True)
    for evaluation in evaluations:
        counts = Counter(evaluation.line_up[1:])
        measured = evaluation.agents[0]
        table.add_row(
            ", ".join(f"{count} × {name}" for name, count in counts.items()),
            str(evaluation.games),
            percent(measured.win_share),
            _number(measured.score),
            _number(measured.margin, "+"),
        )
    return table


def agents_table(evaluation: Evaluation) -> TextTable:
    """All agents of one evaluation, a row each, for the terminal."""
    table = TextTable(
        title=f"{evaluation.games} games on {evaluation.deals} deals: means with 95 % intervals "
        f"(a fair share of wins is {evaluation.fair_share:.1%})"
    )
    table.add_column("agent")
    for column in ("win share", "outcome", "score", "margin"):
        table.add_column(column, justify="right", no_wrap=True)
    for result in evaluation.agents:
        table.add_row(
            _with_seats(result),
            percent(result.win_share),
            _number(result.outcome, "+", 2),
            _number(result.score),
            _number(result.margin, "+"),
        )
    return table


def ranks_table(evaluation: Evaluation) -> TextTable:
    """How often each agent took each rank, for the terminal."""
    table = TextTable(title="share of games by rank (ties share the better one), in %")
    table.add_column("agent")
    for rank in range(1, len(evaluation.line_up) + 1):
        table.add_column(str(rank), justify="right")
    for result in evaluation.agents:
        shares = [
            f"{100 * e.mean:.0f} [{100 * e.low:.0f}, {100 * e.high:.0f}]" for e in result.ranks
        ]
        table.add_row(_with_seats(result), *shares)
    return table


def _with_seats(result: AgentResult) -> str:
    return result.agent if result.seats == 1 else f"{result.seats} × {result.agent}"


def percent(value: Estimate) -> str:
    """A share and its interval as tables show them."""
    return f"{100 * value.mean:.1f} % [{100 * value.low:.1f}, {100 * value.high:.1f}]"


def _number(value: Estimate, sign: str = "", digits: int = 1) -> str:
    return f"{value.mean:{sign}.{digits}f} ± {value.high - value.mean:.{digits}f}"
