"""The compiled search: sequential halving over determinised rollouts.

Every round draws a new determinisation of the deciding seat's information set, tries every
remaining candidate action in it, and plays the game to its end. The budget is spent by sequential
halving (Karnin, Koren and Somekh, ICML 2013): all phases get an equal part of it, and after each
phase the worse half of the candidates is dropped. The candidates are the legal actions that the
heuristic values most. Its favourite is never dropped and is replaced only by an action that was
clearly better in the same deals.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from hofspiele.envs.agents.greedy import pick_by_worth
from hofspiele.envs.core import Game
from hofspiele.envs.core.engine import Kernels
from hofspiele.envs.core.kernels import borrowing_kernel, inner_kernel, kernel
from hofspiele.envs.core.memory import copy_record
from hofspiele.envs.core.outcomes import outcome_of
from hofspiele.envs.core.random_play import random_legal
from hofspiele.envs.core.rng import derive_seed, random_uint64

# The relative margin of points has this weight beside the outcome. With 50 simulations against two
# greedy players of Kou-Ka-Roi, the weights 0, 1 and 4 win 60 %, 72 % and 72 % of 300 games (± 5 %).
MARGIN_WEIGHT = 1.0

# An action must lead by this number of standard errors to replace the heuristic's favourite.
# With 50 simulations against two greedy players of Kou-Ka-Roi, 0 wins 73.8 % ± 3.4 of 600 games and
# 1 wins 77.1 % ± 3.2. Other values were not measured.
CAUTION = 1.0

# Each candidate gets this number of simulations, on average over the phases.
SIMULATIONS_PER_CANDIDATE = 6


class Decisions(NamedTuple):
    """The M decisions to search (A actions).

    Attributes:
        states: (M,) records, as the deciding seats know them.
        players: (M,) int64, the deciding seats.
        masks: (M, A) bool, the legal actions.
        seeds: (M,) uint64, which determine all determinisations and rollouts.
    """

    states: np.ndarray
    players: np.ndarray
    masks: np.ndarray
    seeds: np.ndarray


class Settings(NamedTuple):
    """The budget and the players of rollouts.

    Attributes:
        simulations: rollouts per decision.
        at_random: whether rollouts choose random legal actions instead of the heuristic's.
        temperature: temperature of the heuristic's player, see `GreedyAgent`.
    """

    simulations: int
    at_random: bool
    temperature: float


class Workspace(NamedTuple):
    """Buffers that are reused for all decisions (P players, A actions).

    Attributes:
        states: (2,) records, the determinised position and the rollout's.
        mask: (A,) bool, legal actions in the rollout.
        worth: (A,) float64, the heuristic's worths of actions.
        scores: (P,) float64, final points of the rollout.
        ranks: (P,) int16, its ranks.
        outcome: (P,) float64, its outcome.
        candidates: (A,) int64, the legal actions; the remaining candidates come first.
        leads: (A,) float64, sum of each action's leads over the favourite.
        squared_leads: (A,) float64, sum of the squares of these leads.
    """

    states: np.ndarray
    mask: np.ndarray
    worth: np.ndarray
    scores: np.ndarray
    ranks: np.ndarray
    outcome: np.ndarray
    candidates: np.ndarray
    leads: np.ndarray
    squared_leads: np.ndarray


class Tallies(NamedTuple):
    """What the simulations found, by decision and the action that they tried.

    Attributes:
        simulations: (M, A) int64, number of simulations.
        outcomes: (M, A) float64, sum of the deciding seat's outcomes.
        utilities: (M, A) float64, sum of the deciding seat's utilities, see `utility`.
    """

    simulations: np.ndarray
    outcomes: np.ndarray
    utilities: np.ndarray


class Search(NamedTuple):
    """Everything that one call of the compiled search reads and writes."""

    decisions: Decisions
    settings: Settings
    work: Workspace
    tallies: Tallies


def new_search(game: Game, decisions: Decisions, settings: Settings) -> Search:
    """Return a search with empty tallies."""
    shape = decisions.masks.shape
    work = Workspace(
        states=np.zeros(2, game.state_dtype),
        mask=np.zeros(game.num_actions, np.bool_),
        worth=np.zeros(game.num_actions),
        scores=np.zeros(game.num_players),
        ranks=np.zeros(game.num_players, np.int16),
        outcome=np.zeros(game.num_players),
        candidates=np.zeros(game.num_actions, np.int64),
        leads=np.zeros(game.num_actions),
        squared_leads=np.zeros(game.num_actions),
    )
    tallies = Tallies(np.zeros(shape, np.int64), np.zeros(shape), np.zeros(shape))
    return Search(decisions, settings, work, tallies)


@functools.cache
def search_decisions(kernels: Kernels) -> Callable[[np.ndarray, Search, np.ndarray], None]:
    """Return the compiled search for the game with these kernels.

    It is called with the game's params, a `Search` and actions (M,) int64, and fills the actions
    and the tallies of the search.
    """
    choose = _choose(kernels.action_values, kernels.is_solved, _halve(_play_round(kernels)))

    @borrowing_kernel
    def search_all(params, search, actions):
        for i in range(len(actions)):
            actions[i] = choose(params[0], search, i)

    return search_all


def _choose(action_values, is_solved, halve):
    @inner_kernel
    def choose(params, search, i):
        """Return the action for decision `i`; forced and solved decisions need no simulations."""
        state = search.decisions.states[i]
        candidates, worth = search.work.candidates, search.work.worth
        legal_actions = list_legal(search.decisions.masks[i], candidates)
        if legal_actions == 1:
            return candidates[0]
        action_values(params, state, worth)
        sort_by(candidates[:legal_actions], worth)
        favourite = candidates[0]
        if is_solved(params, state):
            return favourite
        tried = min(legal_actions, max(2, search.settings.simulations // SIMULATIONS_PER_CANDIDATE))
        challenger, lead, squared_lead = halve(params, search, i, tried)
        return challenger if lead > CAUTION * np.sqrt(squared_lead) else favourite

    return choose


def _halve(play_round):
    @inner_kernel
    def halve(params, search, i, tried):
        """Spend the simulations on the first `tried` candidates.

        Returns the best of them except the favourite, the sum of its leads over the favourite, and
        the sum of the squares of these leads.
        """
        candidates, leads = search.work.candidates, search.work.leads
        squared_leads = search.work.squared_leads
        leads[:] = 0.0
        squared_leads[:] = 0.0
        phases = number_of_phases(tried)
        remaining = tried
        round_number = 0
        for _ in range(phases):
            for _ in range(max(1, search.settings.simulations // (phases * remaining))):
                play_round(params, search, i, remaining, round_number)
                round_number += 1
            sort_by(candidates[1:remaining], leads)
            remaining = (remaining + 1) // 2
        challenger = candidates[1]
        return challenger, leads[challenger], squared_leads[challenger]

    return halve


def _play_round(kernels: Kernels) -> Callable[..., Any]:
    play_to_end = _play_to_end(kernels)
    redeal, apply, score_and_rank = kernels.redeal, kernels.apply, kernels.score_and_rank

    @inner_kernel
    def play_round(params, search, i, remaining, round_number):
        """Try the remaining candidates of decision `i` in one deal, and tally the results."""
        decisions, work, tallies = search.decisions, search.work, search.tallies
        player = decisions.players[i]
        deal, rollout = work.states[0], work.states[1]
        copy_record(deal, decisions.states[i])
        redeal(params, deal, player, derive_seed(decisions.seeds[i], round_number))
        utility_of_favourite = 0.0
        for k in range(remaining):
            action = work.candidates[k]
            copy_record(rollout, deal)
            apply(params, rollout, action)
            play_to_end(params, rollout, search.settings, work.mask, work.worth)
            score_and_rank(params, rollout, work.scores, work.ranks)
            outcome_of(work.ranks, len(work.ranks), work.outcome)
            found = utility(player, work.scores, work.outcome)
            if k == 0:
                utility_of_favourite = found
            work.leads[action] += found - utility_of_favourite
            work.squared_leads[action] += (found - utility_of_favourite) ** 2
            tallies.simulations[i, action] += 1
            tallies.outcomes[i, action] += work.outcome[player]
            tallies.utilities[i, action] += found

    return play_round


def _play_to_end(kernels: Kernels) -> Callable[..., Any]:
    legal, apply, values = kernels.legal, kernels.apply, kernels.values_to_choose

    @inner_kernel
    def play_to_end(params, state, settings, mask, worth):
        """Play the game to its end; `mask` and `worth` are buffers."""
        while not state.over:
            legal(params, state, mask)
            word = random_uint64(state)
            if settings.at_random:
                action = random_legal(mask, word)
            else:
                values(params, state, worth)
                action = pick_by_worth(worth, mask, settings.temperature, word)
            apply(params, state, action)

    return play_to_end


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
def utility(player, scores, outcome):
    """Return the worth of a rollout to `player`: the outcome plus the relative margin of points.

    The margin adds information to the outcome: it distinguishes narrow wins from clear ones.
    """
    total = 0.0
    for score in scores:
        total += score
    mean = total / len(scores)
    return outcome[player] + MARGIN_WEIGHT * (scores[player] - mean) / (abs(mean) + 1.0)


@kernel
def number_of_phases(candidates):
    """Return the number of halvings until one candidate is left, at least one."""
    phases = 1
    while 1 << phases < candidates:
        phases += 1
    return phases


@kernel
def sort_by(actions, worth):
    """Sort `actions` by their worth, best first; equal ones keep their order."""
    for k in range(1, len(actions)):
        action = actions[k]
        place = k
        while place > 0 and worth[actions[place - 1]] < worth[action]:
            actions[place] = actions[place - 1]
            place -= 1
        actions[place] = action
