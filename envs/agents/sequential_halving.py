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

from collections.abc import Callable, Iterator
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


class Progress(NamedTuple):
    """The progress of the search in each of M decisions (A actions)."""

    candidates: np.ndarray  # (M, A) int64, the legal actions; the remaining candidates come first
    remaining: np.ndarray  # (M,) int64, number of remaining candidates
    phases: np.ndarray  # (M,) int64, total number of phases; 0 for decisions without simulations
    phases_left: np.ndarray  # (M,) int64, number of phases that have not ended
    rounds: np.ndarray  # (M,) int64, number of rounds played
    rounds_left: np.ndarray  # (M,) int64, number of rounds left in the current phase
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
    shape = decisions.masks.shape
    progress = Progress(
        candidates=np.zeros(shape, np.int64),
        remaining=np.zeros(shape[0], np.int64),
        phases=np.zeros(shape[0], np.int64),
        phases_left=np.zeros(shape[0], np.int64),
        rounds=np.zeros(shape[0], np.int64),
        rounds_left=np.zeros(shape[0], np.int64),
        leads=np.zeros(shape),
        squared_leads=np.zeros(shape),
    )
    tallies = Tallies(np.zeros(shape, np.int64), np.zeros(shape), np.zeros(shape))
    solved = game.is_solved(decisions.states)
    begin_search(decisions.masks, worths, prior_weight, solved, settings, progress)
    for rounds in _planned(progress, game.num_players):
        simulate(progress.candidates, progress.remaining, rounds)
        add_up(rounds, decisions.players, settings, progress, tallies)
    actions = np.zeros(shape[0], np.int64)
    choose_all(prior_weight, progress, actions)
    return actions, tallies


def _planned(progress: Progress, num_players: int) -> Iterator[Rounds]:
    """Yield the next rounds of all decisions, until none is left."""
    while (counts := np.minimum(progress.rounds_left, _MOST_ROUNDS)).any():
        decision = np.repeat(np.arange(len(counts)), counts)
        place = np.arange(len(decision)) - np.repeat(np.cumsum(counts) - counts, counts)
        number = progress.rounds[decision] + place
        yield new_rounds(decision, number, progress.remaining, num_players)


@kernel
def begin_search(masks, worths, prior_weight, solved, settings, progress):
    """Fill the zeroed `progress`; forced and solved decisions, (M,) bool, get no phases."""
    for i in range(len(masks)):
        candidates = progress.candidates[i]
        legal_actions = list_legal(masks[i], candidates)
        sort_by(candidates[:legal_actions], worths[i])
        if legal_actions > 1 and not solved[i]:
            tried = min(legal_actions, max(2, settings.simulations // SIMULATIONS_PER_CANDIDATE))
            progress.remaining[i] = tried
            for action in candidates[:tried]:
                behind = worths[i, action] - worths[i, candidates[0]]
                progress.leads[i, action] = prior_weight * behind
            progress.phases[i] = progress.phases_left[i] = number_of_phases(tried)
            progress.rounds_left[i] = rounds_of_phase(settings, progress, i)


@kernel
def rounds_of_phase(settings, progress, i):
    """Return the number of rounds in the current phase of decision `i`."""
    return max(1, settings.simulations // (progress.phases[i] * progress.remaining[i]))


@kernel
def add_up(rounds, players, settings, progress, tallies):
    """Add the results of `rounds` to the tallies in order, and end the phases that are complete."""
    for j in range(len(rounds.decision)):
        i, first = rounds.decision[j], rounds.first[j]
        for k in range(progress.remaining[i]):
            action = progress.candidates[i, k]
            lead = rounds.utilities[first + k] - rounds.utilities[first]
            progress.leads[i, action] += lead
            progress.squared_leads[i, action] += lead**2
            tallies.simulations[i, action] += 1
            tallies.outcomes[i, action] += rounds.outcomes[first + k, players[i]]
            tallies.utilities[i, action] += rounds.utilities[first + k]
        progress.rounds[i] += 1
        progress.rounds_left[i] -= 1
        if progress.rounds_left[i] == 0:
            end_phase(settings, progress, i)


@kernel
def end_phase(settings, progress, i):
    """Drop the worse half of the candidates of decision `i`, and start its next phase, if any."""
    remaining = progress.remaining[i]
    sort_by(progress.candidates[i, 1:remaining], progress.leads[i])
    progress.remaining[i] = (remaining + 1) // 2
    progress.phases_left[i] -= 1
    if progress.phases_left[i] > 0:
        progress.rounds_left[i] = rounds_of_phase(settings, progress, i)


@kernel
def choose_all(prior_weight, progress, actions):
    """Fill `actions` with each favourite, or the best other candidate if it leads by enough."""
    # A clear lead is needed only if the ratings have no weight.
    caution = CAUTION if prior_weight == 0.0 else 0.0
    for i in range(len(actions)):
        favourite, challenger = progress.candidates[i, 0], progress.candidates[i, 1]
        actions[i] = favourite
        needed = caution * np.sqrt(progress.squared_leads[i, challenger])
        if progress.phases[i] > 0 and progress.leads[i, challenger] > needed:
            actions[i] = challenger


@kernel
def list_legal(mask, actions):
    """Write the legal actions to the front of `actions` and return their number."""
    count = 0
    for action in range(len(mask)):
        if mask[action]:
            actions[count] = action
            count += 1
    return count


@kernel
def number_of_phases(candidates):
    """Return the number of halvings, at least 1, until one candidate is left."""
    phases = 1
    while 1 << phases < candidates:
        phases += 1
    return phases


@kernel
def sort_by(actions, worth):
    """Sort `actions` by their worth, best first; actions of equal worth keep their order."""
    for k in range(1, len(actions)):
        action = actions[k]
        place = k
        while place > 0 and worth[actions[place - 1]] < worth[action]:
            actions[place] = actions[place - 1]
            place -= 1
        actions[place] = action
