"""Search: determinised Monte-Carlo over compiled rollouts.

What the seat cannot know is dealt anew for every round (a determinisation of its information
set); in each round every action still in the running is tried and the game is played to its end by
the heuristic. The budget is spent by sequential halving (Karnin, Koren and Somekh, ICML 2013): in
each phase the actions left share an equal part of it, then the worse half drops out. Where there
are many legal actions, only those begin that the heuristic values most; its favourite stays in the
running, and gives way only to an action that did clearly better in the same deals.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from hofspiele.envs.agents.agent import Agent, Views
from hofspiele.envs.agents.greedy import pick_by_worth
from hofspiele.envs.agents.thoughts import Thoughts, certain_of
from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import shown, whole_number
from hofspiele.envs.core.engine import Kernels
from hofspiele.envs.core.kernels import borrowing_kernel, inner_kernel, kernel
from hofspiele.envs.core.memory import copy_record
from hofspiele.envs.core.outcomes import outcome_of
from hofspiele.envs.core.random_play import random_legal
from hofspiele.envs.core.rng import derive_seed, random_uint64

# weight of the relative margin of points beside the outcome: with 50 simulations against two greedy
# players of Kou-Ka-Roi, weights 0, 1 and 4 win 60 %, 72 % and 72 % (300 games each, ± 5 %)
MARGIN_WEIGHT = 1.0

# the best action replaces the heuristic's favourite if its mean lead is more than so many standard
# errors: with 50 simulations against two greedy players of Kou-Ka-Roi, none wins 73.8 % ± 3.4 of
# 600 games, one 77.1 % ± 3.2; other values were not measured
CAUTION = 1.0

# simulations for each action that is tried, on average over the phases
TRIES = 6

# more would take days for a decision
_MOST_SIMULATIONS = 10**9


class SearchAgent(Agent):
    """Determinised Monte-Carlo search.

    Args:
        simulations: games played to the end per decision, at least 1; a sixth of them is the
            number of actions (at least 2) that are tried.
        rollout: who plays them, "greedy" (the heuristic) or "random".
    """

    reads_states = True
    games_at_once = 16

    def __init__(self, simulations: int = 200, rollout: str = "greedy"):
        if not isinstance(rollout, str) or rollout not in ("greedy", "random"):
            raise ValueError(f"rollout is {shown(rollout)}, expected 'greedy' or 'random'")
        self.simulations = whole_number("simulations", simulations, 1, _MOST_SIMULATIONS)
        self.rollout = rollout
        self.name = f"search-{self.simulations}"

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        actions, _ = self._search(views, rng)
        return actions

    def think(self, views: Views, rng: np.random.Generator) -> Thoughts:
        """Means over the simulations that tried an action; none where all is forced or solved.

        The action value is the mean of what is maximised: the outcome and, beside it, the margin of
        points as a share of the mean of all seats. Actions that dropped out early were tried in
        fewer deals than those that stayed. The expected outcome is that after the chosen action.
        """
        actions, tallies = self._search(views, rng)
        tried = tallies.simulations
        action_outcomes = _means(tallies.outcomes, tried)
        return Thoughts(
            actions,
            certain_of(actions, tried.shape[1]),
            action_values=_means(tallies.utilities, tried),
            unit="outcome and margin",
            expected_outcomes=action_outcomes[np.arange(len(actions)), actions],
            action_outcomes=action_outcomes,
            simulations=tried,
        )

    def _search(self, views: Views, rng: np.random.Generator) -> "tuple[np.ndarray, Tallies]":
        assert views.states is not None
        game = views.game
        actions = np.zeros(len(views.players), np.int64)
        tallies = _new_tallies(views.action_masks.shape)
        search_games(game.kernels)(
            game.params,
            views.states,
            views.players,
            views.action_masks,
            rng.integers(2**64, size=len(actions), dtype=np.uint64),
            Settings(self.simulations, self.rollout == "random", game.greedy_temperature),
            _new_scratch(game),
            tallies,
            actions,
        )
        return actions, tallies


def _means(sums: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """NaN where nothing was counted."""
    return np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0)


class Settings(NamedTuple):
    """How a search is carried out.

    Attributes:
        simulations: games played to the end per decision.
        at_random: whether random legal actions play them, not the heuristic.
        temperature: that of the heuristic's player, see `GreedyAgent`.
    """

    simulations: int
    at_random: bool
    temperature: float


class Scratch(NamedTuple):
    """Room in which one decision after the other is searched (P players, A actions).

    Attributes:
        states: (2,) records: the position as it was dealt anew, and the game played on from there.
        mask: (A,) bool, legal actions of the game played on.
        worth: (A,) float64, what the heuristic says of them.
        scores: (P,) float64, its final points; ranks: (P,) int16; outcome: (P,) float64.
        running: (A,) int64, the legal actions; those still in the running are in front, best first.
        leads: (A,) float64, by action: sum over the rounds of its lead over the favourite.
        squares: (A,) float64, by action: sum of the squares of these leads.
    """

    states: np.ndarray
    mask: np.ndarray
    worth: np.ndarray
    scores: np.ndarray
    ranks: np.ndarray
    outcome: np.ndarray
    running: np.ndarray
    leads: np.ndarray
    squares: np.ndarray


class Tallies(NamedTuple):
    """What simulations have found, by decision and the action that they tried.

    Attributes:
        simulations: (M, A) int64, how many there were.
        outcomes: (M, A) float64, sum of the deciding seat's outcomes.
        utilities: (M, A) float64, sum of what they were worth to it, see `utility`.
    """

    simulations: np.ndarray
    outcomes: np.ndarray
    utilities: np.ndarray


def _new_tallies(shape: tuple[int, ...]) -> Tallies:
    return Tallies(np.zeros(shape, np.int64), np.zeros(shape), np.zeros(shape))


def _new_scratch(game: Game) -> Scratch:
    return Scratch(
        states=np.zeros(2, game.state_dtype),
        mask=np.zeros(game.num_actions, np.bool_),
        worth=np.zeros(game.num_actions),
        scores=np.zeros(game.num_players),
        ranks=np.zeros(game.num_players, np.int16),
        outcome=np.zeros(game.num_players),
        running=np.zeros(game.num_actions, np.int64),
        leads=np.zeros(game.num_actions),
        squares=np.zeros(game.num_actions),
    )


@functools.cache
def search_games(kernels: Kernels) -> Callable[..., None]:
    """The compiled search for the game with these kernels.

    It is called with params, states (M,) records, players (M,) int64, masks (M, A) bool, seeds (M,)
    uint64, `Settings`, `Scratch`, and zeroed `Tallies` and actions (M,) int64, which it fills.
    """
    choose = _choose(kernels.action_values, kernels.is_solved, _halve(_play_round(kernels)))

    @borrowing_kernel
    def search(params, states, players, masks, seeds, settings, scratch, tallies, actions):
        for i in range(len(states)):
            actions[i] = choose(
                params[0], states[i], players[i], masks[i], seeds[i], settings, scratch, tallies, i
            )

    return search


def _choose(action_values, is_solved, halve):
    @inner_kernel
    def choose(params, state, player, mask, seed, settings, scratch, tallies, i):
        """The action to take; what is forced or solved costs no simulations."""
        running, leads = scratch.running, scratch.leads
        legal_actions = list_legal(mask, running)
        if legal_actions == 1:
            return running[0]
        copy_record(scratch.states[0], state)
        action_values(params, scratch.states[0], scratch.worth)
        sort_by(running[:legal_actions], scratch.worth)
        favourite = running[0]
        if is_solved(params, scratch.states[0]):
            return favourite
        tried = min(legal_actions, max(2, settings.simulations // TRIES))
        halve(params, state, player, seed, tried, settings, scratch, tallies, i)
        best = running[1]
        surely = leads[best] > CAUTION * np.sqrt(scratch.squares[best])
        return best if surely else favourite

    return choose


def _halve(play_round):
    @inner_kernel
    def halve(params, state, player, seed, tried, settings, scratch, tallies, i):
        """Spend the simulations on the first `tried` of the running actions: the best comes second.

        The favourite stays first.
        """
        scratch.leads[:] = 0.0
        scratch.squares[:] = 0.0
        phases = phases_of(tried)
        alive = tried
        round_number = 0
        for _ in range(phases):
            for _ in range(max(1, settings.simulations // (phases * alive))):
                deal_seed = derive_seed(seed, round_number)
                play_round(params, state, player, deal_seed, alive, settings, scratch, tallies, i)
                round_number += 1
            sort_by(scratch.running[1:alive], scratch.leads)
            alive = (alive + 1) // 2

    return halve


def _play_round(kernels: Kernels) -> Callable[..., Any]:
    rollout = _rollout(kernels)
    redeal, apply = kernels.redeal, kernels.apply

    @inner_kernel
    def play_round(params, state, player, seed, alive, settings, scratch, tallies, i):
        """Try the first `alive` of the running actions in the same deal; tally them in row `i`."""
        copy_record(scratch.states[0], state)
        redeal(params, scratch.states[0], player, seed)
        favourites = 0.0
        for k in range(alive):
            action = scratch.running[k]
            copy_record(scratch.states[1], scratch.states[0])
            apply(params, scratch.states[1], action)
            rollout(params, scratch.states[1], settings, scratch)
            found = utility(player, scratch.scores, scratch.outcome)
            if k == 0:
                favourites = found
            scratch.leads[action] += found - favourites
            scratch.squares[action] += (found - favourites) ** 2
            tallies.simulations[i, action] += 1
            tallies.outcomes[i, action] += scratch.outcome[player]
            tallies.utilities[i, action] += found

    return play_round


def _rollout(kernels: Kernels) -> Callable[..., Any]:
    legal, apply, action_values, score_and_rank = (
        kernels.legal,
        kernels.apply,
        kernels.action_values,
        kernels.score_and_rank,
    )

    @inner_kernel
    def rollout(params, state, settings, scratch):
        """Play `state` to its end; scores, ranks and outcome are then in `scratch`."""
        mask, worth = scratch.mask, scratch.worth
        while not state.over:
            legal(params, state, mask)
            word = random_uint64(state)
            if settings.at_random:
                action = random_legal(mask, word)
            else:
                action_values(params, state, worth)
                action = pick_by_worth(worth, mask, settings.temperature, word)
            apply(params, state, action)
        score_and_rank(params, state, scratch.scores, scratch.ranks)
        outcome_of(scratch.ranks, len(scratch.ranks), scratch.outcome)

    return rollout


@kernel
def list_legal(mask, actions):
    """Write the actions that `mask` allows to the front of `actions`; gives back how many."""
    count = 0
    for action in range(len(mask)):
        if mask[action]:
            actions[count] = action
            count += 1
    return count


@kernel
def utility(player, scores, outcome):
    """What a rollout was worth to `player`: the outcome, and its margin of points to tell more."""
    total = 0.0
    for score in scores:
        total += score
    mean = total / len(scores)
    return outcome[player] + MARGIN_WEIGHT * (scores[player] - mean) / (abs(mean) + 1.0)


@kernel
def phases_of(actions):
    """Halvings until one of `actions` is left, at least one."""
    phases = 1
    while 1 << phases < actions:
        phases += 1
    return phases


@kernel
def sort_by(actions, worth):
    """Sort `actions` by their worth, best first."""
    for k in range(1, len(actions)):
        action = actions[k]
        place = k
        while place > 0 and worth[actions[place - 1]] < worth[action]:
            actions[place] = actions[place - 1]
            place -= 1
        actions[place] = action
