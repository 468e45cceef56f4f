"""Search by sequential halving over determinised simulations.

Every round draws a new determinisation of the deciding seat's information set, tries every
remaining candidate action in it, and simulates the rest of each of these games. The budget is
divided by sequential halving (Karnin, Koren and Somekh, ICML 2013): all phases get an equal part of
it, and after each phase the worse half of the candidates is dropped. The candidates are the legal
actions that were rated highest before the search. The first of them, the favourite, is never
dropped; it is replaced only by an action that was clearly better in the same determinisations. If
the ratings have a weight, no clear lead is needed: they count as results of the search, and the
remaining action with the largest sum of its weighted rating and its results is chosen.

All decisions of a call go through their phases together, so that threads can share the rounds of
all decisions. Results are added up in the order of the rounds, so they do not depend on the number
of threads.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from hofspiele.envs.agents.rollouts import Rounds, SearchedDecisions, Settings, new_rounds
from hofspiele.envs.core import Game
from hofspiele.envs.core.compile.kernels import kernel

# Number of standard errors by which an action must lead to replace the favourite, if the ratings
# have no weight. With 50 simulations against two greedy players of Kou-Ka-Roi, the value 0 wins
# 73.8 % ± 3.4 of 600 games, and the value 1 wins 77.1 % ± 3.2. Other values were not measured.
CAUTION = 1.0

# Mean number of simulations per candidate.
SIMULATIONS_PER_CANDIDATE = 6

# Maximum number of rounds of a decision that are planned at once, which bounds the memory.
_MOST_ROUNDS = 256

# A function that fills the results of `Rounds`, its last argument. Its other arguments are the
# candidates of each decision, (M, A) int64, and the number of them to try, (M,) int64.
Simulator = Callable[[np.ndarray, np.ndarray, Rounds], None]


class Tallies(NamedTuple):
    """Results of the simulations by decision and action."""

    simulations: np.ndarray  # (M, A) int64, number of simulations
    outcomes: np.ndarray  # (M, A) float64, sum of the deciding seat's outcomes
    utilities: np.ndarray  # (M, A) float64, sum of the deciding seat's utilities
    leads: np.ndarray  # (M, A) float64, total lead over the favourite, weighted ratings included
    squared_leads: np.ndarray  # (M, A) float64, sum of the squares of the leads in the rounds


def search_decisions(
    game: Game,
    decisions: SearchedDecisions,
    worths: np.ndarray,
    settings: Settings,
    simulate: Simulator,
    prior_weight: float = 0.0,
) -> tuple[np.ndarray, Tallies]:
    """Search all decisions; return the chosen actions, (M,) int64, and the simulations' results.

    `worths`, (M, A) floats, rates all actions before the search. If `prior_weight` is above 0, the
    ratings times this weight are added to the summed utilities of the actions.
    """
    masks = decisions.masks
    every, legal = np.arange(len(masks)), masks.sum(1)
    ratings = np.where(masks, worths, -np.inf)
    # The remaining candidates of each decision, among them the favourite, come first.
    candidates = np.argsort(-ratings, axis=1, kind="stable")
    most = max(2, settings.simulations // SIMULATIONS_PER_CANDIDATE)
    is_searched = (legal > 1) & ~game.is_solved(decisions.states)
    remaining = np.where(is_searched, np.minimum(legal, most), 1)
    phases = np.maximum(np.ceil(np.log2(remaining)).astype(np.int64), 1)
    tallies = Tallies(np.zeros(masks.shape, np.int64), *np.zeros((4, *masks.shape)))
    behind = ratings - ratings.max(1, keepdims=True)
    np.multiply(prior_weight, behind, out=tallies.leads, where=masks)
    played = np.zeros(len(masks), np.int64)
    while (goes_on := remaining > 1).any():
        rounds_left = np.maximum(settings.simulations // (phases * remaining), 1) * goes_on
        while rounds_left.any():
            counts = np.minimum(rounds_left, _MOST_ROUNDS)
            rounds = _next_rounds(counts, played, remaining, game.num_players)
            simulate(candidates, remaining, rounds)
            add_up(rounds, decisions.players, candidates, remaining, tallies)
            played += counts
            rounds_left -= counts
        _sort_others(candidates, remaining, tallies.leads)
        remaining = (remaining + 1) // 2
    # A clear lead is needed only if the ratings have no weight.
    caution = CAUTION if prior_weight == 0.0 else 0.0
    favourites, challengers = candidates[:, 0], candidates[:, min(1, candidates.shape[1] - 1)]
    needed = caution * np.sqrt(tallies.squared_leads[every, challengers])
    is_better = is_searched & (tallies.leads[every, challengers] > needed)
    return np.where(is_better, challengers, favourites), tallies


def _next_rounds(
    counts: np.ndarray, played: np.ndarray, tried: np.ndarray, num_players: int
) -> Rounds:
    """Return the next `counts`, (M,) int64, rounds of each decision after those `played`."""
    decision = np.repeat(np.arange(len(counts)), counts)
    place = np.arange(len(decision)) - np.repeat(np.cumsum(counts) - counts, counts)
    return new_rounds(decision, played[decision] + place, tried, num_players)


def _sort_others(candidates: np.ndarray, remaining: np.ndarray, leads: np.ndarray) -> None:
    """Sort the remaining candidates except the favourite by their leads, best first."""
    others = candidates[:, 1 : remaining.max()]
    behind = -np.take_along_axis(leads, others, 1)
    behind[np.arange(others.shape[1]) >= remaining[:, None] - 1] = np.inf  # These keep their order.
    others[:] = np.take_along_axis(others, np.argsort(behind, axis=1, kind="stable"), 1)


@kernel
def add_up(rounds, players, candidates, remaining, tallies):
    """Add the results of `rounds` to the tallies in order."""
    for j in range(len(rounds.decision)):
        i, first = rounds.decision[j], rounds.first[j]
        for k in range(remaining[i]):
            action = candidates[i, k]
            lead = rounds.utilities[first + k] - rounds.utilities[first]
            tallies.leads[i, action] += lead
            tallies.squared_leads[i, action] += lead**2
            tallies.simulations[i, action] += 1
            tallies.outcomes[i, action] += rounds.outcomes[first + k, players[i]]
            tallies.utilities[i, action] += rounds.utilities[first + k]
