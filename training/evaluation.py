"""How strong an agent is: matches with rotated seats, and honest intervals."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from rich.table import Table as TextTable

from envs.agents import Agent, MatchResult, play_match
from envs.core import Game

_Z = 1.959964  # 95 % of a normal distribution lie within so many standard deviations


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Evaluation:
    """One agent against one line-up of opponents."""

    agent: str
    opponents: list[str]
    games: int
    deals: int
    seed: int
    fair_share: float
    win_share: Estimate
    outcome: Estimate
    score: Estimate
    opponents_score: Estimate

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
    """Let `agent` play against `opponents` (one for all other seats, or one for each)."""
    others = game.num_players - 1
    if len(opponents) not in (1, others):
        raise ValueError(f"{len(opponents)} opponents given, expected 1 or {others}")
    line_up = [agent, *(opponents[k % len(opponents)] for k in range(others))]
    match = play_match(game, line_up, num_deals, seed, keep_records)
    evaluation = Evaluation(
        agent=agent.name,
        opponents=match.agents[1:],
        games=num_deals * game.num_players,
        deals=num_deals,
        seed=seed,
        fair_share=1 / game.num_players,
        win_share=estimate_share(match.win_shares[:, :, 0]),
        outcome=estimate_mean(match.outcomes[:, :, 0]),
        score=estimate_mean(match.scores[:, :, 0]),
        opponents_score=estimate_mean(match.scores[:, :, 1:].mean(2)),
    )
    return evaluation, match


def estimate_mean(values: np.ndarray) -> Estimate:
    """Mean of (deals, rotations) values; games on one deal are not independent, deals are."""
    by_deal = values.mean(1)
    mean = float(by_deal.mean())
    half = _Z * _standard_error(by_deal)
    return Estimate(mean, mean - half, mean + half)


def estimate_share(shares: np.ndarray) -> Estimate:
    """Mean of (deals, rotations) values in [0, 1] with a Wilson interval.

    The number of games is replaced by the number of independent ones that would have the standard
    error found between deals; where all games ended alike it stays what it is.
    """
    by_deal = shares.mean(1)
    mean = float(by_deal.mean())
    error = _standard_error(by_deal)
    games = mean * (1 - mean) / error**2 if error > 0 else float(shares.size)
    centre = (mean + _Z**2 / (2 * games)) / (1 + _Z**2 / games)
    half = _Z / (1 + _Z**2 / games) * np.sqrt(mean * (1 - mean) / games + _Z**2 / (4 * games**2))
    low, high = max(0.0, float(centre - half)), min(1.0, float(centre + half))
    return Estimate(mean, min(mean, low), max(mean, high))


def _standard_error(by_deal: np.ndarray) -> float:
    if len(by_deal) < 2:
        return 0.0
    return float(by_deal.std(ddof=1) / np.sqrt(len(by_deal)))


def evaluation_table(evaluations: Sequence[Evaluation]) -> TextTable:
    """Evaluations of one agent at tables of one size, for the terminal."""
    agent, fair_share = evaluations[0].agent, evaluations[0].fair_share
    table = TextTable(
        title=f"{agent}: means with 95 % intervals (a fair share of wins is {fair_share:.1%})"
    )
    table.add_column("against")
    for column in ("games", "win share", "score", "their score"):
        table.add_column(column, justify="right", no_wrap=True)
    for evaluation in evaluations:
        counts = Counter(evaluation.opponents)
        table.add_row(
            ", ".join(f"{count} × {name}" for name, count in counts.items()),
            str(evaluation.games),
            _percent(evaluation.win_share),
            _number(evaluation.score),
            _number(evaluation.opponents_score),
        )
    return table


def _percent(value: Estimate) -> str:
    return f"{value.mean:.1%} [{value.low:.1%}, {value.high:.1%}]"


def _number(value: Estimate) -> str:
    return f"{value.mean:.1f} ± {value.high - value.mean:.1f}"
