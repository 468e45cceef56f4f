"""The result of a match, and the result of each of its agents with intervals."""

from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from hofspiele.envs.core import GameRecord
from hofspiele.envs.core.outcomes import win_shares
from hofspiele.envs.core.text.words import counted
from hofspiele.envs.reports.estimates import Estimate, estimate_mean, estimate_share
from hofspiele.envs.reports.result_table import ResultTable, number, percent, percentage


@dataclass(frozen=True)
class AgentResult:
    """The result of one agent in a match, averaged over the seats that it held."""

    agent: str  #: the name of the agent
    seats: int  #: number of seats that the agent held in each game
    win_share: Estimate  #: share of wins; each of k winners gets 1/k of a win
    outcome: Estimate  #: utility; see `Game.outcome`
    score: Estimate  #: final points
    margin: Estimate  #: final points minus the mean points of the other seats
    ranks: list[Estimate]  #: share of games with each rank, best first; ties share the better

    @property
    def title(self) -> str:
        """The name of the agent, preceded by the number of its seats if there are several."""
        return self.agent if self.seats == 1 else f"{self.seats} × {self.agent}"


@dataclass(frozen=True)
class MatchResult:
    """The result of a match, indexed by agent (position in the line-up) instead of by seat.

    `print` shows `agents_table`, the results of all agents with 95 % intervals.
    """

    agents: list[str]  #: names of the agents in the line-up
    outcomes: np.ndarray = field(repr=False)  #: (deals, rotations, agents) float64, utilities
    scores: np.ndarray = field(repr=False)  #: (deals, rotations, agents) float64, final points
    ranks: np.ndarray = field(repr=False)  #: (deals, rotations, agents) int16, 1 = best
    records: list[GameRecord] = field(repr=False)  #: one for each game, or empty

    @property
    def deals(self) -> int:
        """The number of deals."""
        return len(self.ranks)

    @property
    def games(self) -> int:
        """The number of games; each deal is played in every rotation of the seats."""
        return self.ranks[:, :, 0].size

    @property
    def fair_share(self) -> float:
        """The win share of each seat if all agents are equally strong."""
        return 1 / len(self.agents)

    @property
    def win_shares(self) -> np.ndarray:
        """Shares of the win, (deals, rotations, agents): 1/k for each of k winners, else 0."""
        return win_shares(self.ranks)

    @property
    def margins(self) -> np.ndarray:
        """Points minus the mean points of the other seats, (deals, rotations, agents)."""
        others = self.scores.sum(2, keepdims=True) - self.scores
        return self.scores - others / (len(self.agents) - 1)

    @cached_property
    def results(self) -> list[AgentResult]:
        """The results of the agents in the order of the line-up, one for each name."""
        return [self._result(name) for name in dict.fromkeys(self.agents)]

    def _result(self, name: str) -> AgentResult:
        own_indices = [index for index, other in enumerate(self.agents) if other == name]

        def own(values: np.ndarray) -> np.ndarray:
            return values[:, :, own_indices].mean(2)

        return AgentResult(
            agent=name,
            seats=len(own_indices),
            win_share=estimate_share(own(self.win_shares)),
            outcome=estimate_mean(own(self.outcomes)),
            score=estimate_mean(own(self.scores)),
            margin=estimate_mean(own(self.margins)),
            ranks=[estimate_share(own(self.ranks == 1 + at)) for at in range(len(self.agents))],
        )

    def agents_table(self) -> ResultTable:
        """Return a table of win share, outcome, score and margin, with one row per agent."""
        return ResultTable(
            f"{counted(self.games, 'game')} on {counted(self.deals, 'deal')}: means with 95 % "
            f"intervals (fair share of wins {percentage(self.fair_share)})",
            ("agent", "win share", "outcome", "score", "margin"),
            [
                (
                    result.title,
                    percent(result.win_share),
                    number(result.outcome, "+", 2),
                    number(result.score),
                    number(result.margin, "+"),
                )
                for result in self.results
            ],
        )

    def ranks_table(self) -> ResultTable:
        """Return a table of how often each agent took each rank."""
        return ResultTable(
            "share of games by rank, in % (tied players share the better rank)",
            ("agent", *(str(rank + 1) for rank in range(len(self.agents)))),
            [
                (
                    result.title,
                    *(
                        f"{100 * e.mean:.0f} [{100 * e.low:.0f},{100 * e.high:.0f}]"
                        for e in result.ranks
                    ),
                )
                for result in self.results
            ],
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the line-up and the results of the agents as JSON-serialisable values."""
        return {
            "line_up": self.agents,
            "games": self.games,
            "deals": self.deals,
            "fair_share": self.fair_share,
            "agents": [asdict(result) for result in self.results],
        }

    def __str__(self) -> str:
        return str(self.agents_table())

    def _repr_html_(self) -> str:
        return self.agents_table()._repr_html_()
