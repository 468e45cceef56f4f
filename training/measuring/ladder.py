"""The ladder of a tournament: ratings, win shares and pairwise comparisons of agents."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from openskill.models import PlackettLuce

from hofspiele.envs.core.outcomes import win_shares
from hofspiele.envs.reports.estimates import Estimate, estimate_share
from hofspiele.envs.reports.result_table import ResultTable, percent

# Minimum number of deals for a settled order. The spread of fewer deals is too uncertain.
_FEWEST_DEALS = 20


@dataclass(frozen=True)
class LadderEntry:
    """The results of one agent in a ladder."""

    agent: str  # name of the agent
    rating: float  # mean of the estimated strength, 25 before the first game
    uncertainty: float  # standard deviation of the estimate, which treats games as independent
    win_share: Estimate  # wins per game and seat; each of k winners gets 1/k of a win
    games: int  # number of games with this agent


class Ladder:
    """The results of all games of a tournament so far.

    Ratings come from the Plackett–Luce model and are updated with the ranks after each game (Weng
    and Lin, "A Bayesian approximation method for online ranking", JMLR 2011). They depend on the
    order of games: by deal, then line-up, then rotation. Agents do not change, so the uncertainty
    never grows. An agent with several seats gets the mean of the seats' updates.

    Attributes:
        agents: the names of the agents.
        line_ups: indices of the agents in each line-up, one per seat.
        rounds: number of rounds that have been added.
    """

    def __init__(self, agents: Sequence[str], line_ups: Sequence[tuple[int, ...]]):
        self.agents = list(agents)
        self.line_ups = list(line_ups)
        size = len(self.line_ups[0])
        self._ranks = np.zeros((0, len(self.line_ups), size, size), np.int16)
        self.rounds = 0
        self._model = PlackettLuce(tau=0.0)
        self._ratings = [self._model.rating() for _ in self.agents]

    @property
    def deals(self) -> int:
        """The number of deals that have been played."""
        return len(self._ranks)

    def add_round(self, ranks: np.ndarray) -> None:
        """Add a round's `ranks`: (deals, line-ups, rotations, agents of the line-up); 1 is best."""
        self._ranks = np.concatenate([self._ranks, ranks])
        self.rounds += 1
        for by_line_up in ranks:
            for line_up, games in zip(self.line_ups, by_line_up, strict=True):
                for game in games:
                    self._rate(line_up, game)

    def _rate(self, line_up: tuple[int, ...], ranks: np.ndarray) -> None:
        teams = [[self._ratings[agent]] for agent in line_up]
        rated = [team[0] for team in self._model.rate(teams, ranks=[float(r) for r in ranks])]
        for agent in set(line_up):
            seats = [rating for k, rating in zip(line_up, rated, strict=True) if k == agent]
            self._ratings[agent] = self._model.rating(
                mu=sum(rating.mu for rating in seats) / len(seats),
                sigma=sum(rating.sigma for rating in seats) / len(seats),
            )

    def order(self) -> list[int]:
        """Return the indices of the agents by rating, best first."""
        return sorted(range(len(self.agents)), key=lambda agent: -self._ratings[agent].mu)

    def entries(self) -> list[LadderEntry]:
        """Return the entries of all agents, best first."""
        shares, entries = win_shares(self._ranks), []
        for agent in self.order():
            own = [
                shares[:, number][:, :, own_seats].mean(2)
                for number, line_up in enumerate(np.array(self.line_ups))
                if (own_seats := line_up == agent).any()
            ]
            by_deal, rating = np.concatenate(own, axis=1), self._ratings[agent]
            entry = self.agents[agent], rating.mu, rating.sigma, estimate_share(by_deal)
            entries.append(LadderEntry(*entry, by_deal.size))
        return entries

    def above(self, one: int, other: int, confidence: float = 0.95) -> Estimate:
        """Return the share of common games in which `one` ranked above `other`; ties count half.

        If an agent holds several seats, all pairs of seats are compared.
        """
        shares = []
        for number, line_up in enumerate(np.array(self.line_ups)):
            ours, theirs = line_up == one, line_up == other
            if ours.any() and theirs.any():
                ranks = self._ranks[:, number]
                mine, others = ranks[:, :, ours, None], ranks[:, :, None, theirs]
                shares.append(((mine < others) + 0.5 * (mine == others)).mean((2, 3)))
        return estimate_share(np.concatenate(shares, axis=1), confidence)

    def matrix(self, order: Sequence[int]) -> np.ndarray:
        """Return the means of `above` for all pairs in `order`: (agents, agents), diagonal NaN."""
        return np.array(
            [[np.nan if a == b else self.above(a, b).mean for b in order] for a in order]
        )

    def table(self) -> ResultTable:
        """Return a table of the agents, best first."""
        return ResultTable(
            f"ladder after {self.deals:,} deals (rating ± one standard deviation; win share with "
            "95 % interval)",
            ("agent", "rating", "win share", "games"),
            [
                (
                    entry.agent,
                    f"{entry.rating:.1f} ± {entry.uncertainty:.1f}",
                    percent(entry.win_share),
                    str(entry.games),
                )
                for entry in self.entries()
            ],
        )

    def matrix_table(self) -> ResultTable:
        """Return a table that shows how often each agent ranked above each other agent."""
        order = self.order()
        names = [f"{self.agents[agent]} ({place})" for place, agent in enumerate(order, 1)]
        return ResultTable(
            "share of games in which the row ranked above the column, in % (ties count half)",
            ("agent", *(str(place) for place in range(1, len(order) + 1))),
            [
                (name, *("" if np.isnan(share) else f"{100 * share:.1f}" for share in shares))
                for name, shares in zip(names, self.matrix(order), strict=True)
            ],
        )

    def settled(self, confidence: float) -> bool:
        """Return whether each agent ranked above the next one significantly more often than not.

        With fewer than 20 deals, no order is settled. The error probability, 1 - `confidence`, is
        divided among all pairs of neighbours (Bonferroni) and an unlimited number of tests: the
        test after round n gets 1/(n (n + 1)) of it. Half of this share is used, because intervals
        at such high confidence fail up to 1.5 times as often as they should.
        """
        if self.deals < _FEWEST_DEALS:
            return False
        tests = self.rounds * (self.rounds + 1)
        error = (1 - confidence) / 2 / tests / (len(self.agents) - 1)
        return all(self.above(a, b, 1 - error).low > 0.5 for a, b in pairwise(self.order()))
