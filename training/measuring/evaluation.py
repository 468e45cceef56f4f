"""Evaluations: the results of a match for each agent."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from rich.table import Table

from hofspiele.envs.agents import Agent, MatchResult, play_match, usable_cores
from hofspiele.envs.core import Game, GameRecord
from hofspiele.envs.core.text.words import counted
from hofspiele.training.measuring.estimates import Estimate, estimate_mean, estimate_share
from hofspiele.training.measuring.tables import number, percent, percentage, result_table

# Memory in bytes per evaluated game and seat: outcome, score, rank and temporary arrays.
SEAT_BYTES = 64


@dataclass(frozen=True)
class AgentResult:
    """The result of one agent in a match, averaged over the seats that it held.

    Attributes:
        agent: the name of the agent.
        seats: number of seats that the agent held in each game.
        win_share: share of wins; each of k winners gets 1/k of a win.
        outcome: utility in [-1, 1].
        score: final points.
        margin: final points minus the mean points of the other seats.
        ranks: share of games with each rank, best first; tied players share the better rank.
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
        """The name of the agent, preceded by the number of its seats if there are several."""
        return self.agent if self.seats == 1 else f"{self.seats} × {self.agent}"


@dataclass(frozen=True)
class Evaluation:
    """The results of one agent against one line-up of opponents.

    Attributes:
        line_up: names by seat in the first rotation; the evaluated agent comes first.
        games: number of games; each deal is played in every rotation of the seats.
        deals: number of deals.
        seed: seed of the deals and of the agents' random choices.
        fair_share: win share of each seat if all agents are equally strong.
        agents: one result per name; the evaluated agent's result comes first.
    """

    line_up: list[str]
    games: int
    deals: int
    seed: int
    fair_share: float
    agents: list[AgentResult]

    def agents_table(self) -> Table:
        """Return a table of win share, outcome, score and margin, with one row per agent."""
        return result_table(
            f"{counted(self.games, 'game')} on {counted(self.deals, 'deal')}: means with 95 % "
            f"intervals (a fair share of wins is {percentage(self.fair_share)})",
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

    def ranks_table(self) -> Table:
        """Return a table of how often each agent took each rank."""
        return result_table(
            "share of games by rank, in % (tied players share the better rank)",
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


def deals_of(name: str, games: int, num_players: int) -> int:
    """Return the number of deals that `games` (the setting `name`) requires, rounded up.

    Each deal takes one game per seat.

    Raises:
        ValueError: `games` is too small for two deals.
    """
    deals = -(-games // num_players)
    if deals < 2:
        raise ValueError(
            f"{name} is {games}, expected more than {num_players}: each deal takes {num_players} "
            "games (one per seat), and an interval needs at least two deals"
        )
    return deals


def evaluate(
    game: Game,
    agent: Agent,
    opponents: Sequence[Agent],
    num_deals: int,
    seed: int,
    *,
    keep_records: bool = False,
    report: Callable[[int], None] | None = None,
    play: Callable[..., MatchResult] | None = None,
) -> tuple[Evaluation, MatchResult]:
    """Play `agent` against `opponents`; return its evaluation and the match.

    `opponents` holds one agent for all other seats, or one for each. Agents with the same name are
    counted as one. `report` is called from time to time with the number of finished games.
    `play` is a function like `play_match`; by default `play_match` plays on all cores.

    Raises:
        ValueError: the number of opponents or deals is wrong.
    """
    others = game.num_players - 1
    if len(opponents) not in (1, others):
        expected = "1" if others == 1 else f"1 or {others}"
        raise ValueError(f"{counted(len(opponents), 'opponent')} given, expected {expected}")
    deals_of("games", num_deals * game.num_players, game.num_players)
    line_up = [agent, *(opponents[k % len(opponents)] for k in range(others))]
    play = play or partial(play_match, num_threads=usable_cores())
    match = play(game, line_up, num_deals, seed, keep_records=keep_records, report=report)
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
    """Return the result of the agent `name` in a match."""
    own_indices = [index for index, other in enumerate(match.agents) if other == name]

    def own(values: np.ndarray) -> np.ndarray:
        return values[:, :, own_indices].mean(2)

    return AgentResult(
        agent=name,
        seats=len(own_indices),
        win_share=estimate_share(own(match.win_shares)),
        outcome=estimate_mean(own(match.outcomes)),
        score=estimate_mean(own(match.scores)),
        margin=estimate_mean(own(_margins(match))),
        ranks=[
            estimate_share(own(match.ranks == rank)) for rank in range(1, len(match.agents) + 1)
        ],
    )


def _margins(match: MatchResult) -> np.ndarray:
    """Return points minus the mean points of the other seats: (deals, rotations, agents)."""
    others = match.scores.sum(2, keepdims=True) - match.scores
    return match.scores - others / (len(match.agents) - 1)


def typical_record(match: MatchResult) -> GameRecord:
    """Return the record of the game with the median margin of the first agent.

    For an even number of games, the lower of the two middle margins is used. Of several games with
    this margin, the first is returned.
    """
    margins = _margins(match)[:, :, 0].ravel()
    median = np.quantile(margins, 0.5, method="lower")
    return match.records[int(np.argmax(margins == median))]


def opponents_table(evaluations: Sequence[Evaluation]) -> Table:
    """Return a table of one agent's evaluations (with equal numbers of players), one row each."""
    agent, fair_share = evaluations[0].line_up[0], evaluations[0].fair_share
    rows = []
    for evaluation in evaluations:
        counts = Counter(evaluation.line_up[1:])
        evaluated = evaluation.agents[0]
        rows.append(
            (
                ", ".join(f"{count} × {name}" for name, count in counts.items()),
                str(evaluation.games),
                percent(evaluated.win_share),
                number(evaluated.score),
                number(evaluated.margin, "+"),
            )
        )
    return result_table(
        f"{agent}: means with 95 % intervals (a fair share of wins is {percentage(fair_share)})",
        ("against", "games", "win share", "score", "margin"),
        rows,
    )
