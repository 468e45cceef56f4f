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
from typing import Any

import numpy as np

from hofspiele.envs.agents.agent import Agent, Views
from hofspiele.envs.agents.greedy import pick_by_worth
from hofspiele.envs.core import kernel
from hofspiele.envs.core.engine import Kernels
from hofspiele.envs.core.outcomes import outcome_of
from hofspiele.envs.core.random_play import random_legal
from hofspiele.envs.core.rng import derive_seed, random_word

# weight of the relative margin of points beside the outcome: with 50 simulations against two greedy
# players of Kou-Ka-Roi, weights 0, 1 and 4 win 60 %, 72 % and 72 % (300 games each, ± 5 %)
MARGIN_WEIGHT = 1.0

# the best action replaces the heuristic's favourite if its mean lead is more than so many standard
# errors: with 50 simulations against two greedy players of Kou-Ka-Roi, none wins 73.8 % ± 3.4 of
# 600 games, one 77.1 % ± 3.2; other values were not measured
CAUTION = 1.0

# simulations for each action that is tried, on average over the phases
TRIES = 6


class SearchAgent(Agent):
    """Determinised Monte-Carlo search.

    Args:
        simulations: games played to the end per decision, at least 1; a sixth of them is the
            number of actions (at least 2) that are tried.
        rollout: who plays them, "greedy" (the heuristic) or "random".
    """

    reads_states = True

    def __init__(self, simulations: int = 200, rollout: str = "greedy"):
        if simulations < 1:
            raise ValueError(f"simulations is {simulations}, expected at least 1")
        if rollout not in ("greedy", "random"):
            raise ValueError(f"rollout is {rollout!r}, expected 'greedy' or 'random'")
        self.simulations = simulations
        self.rollout = rollout
        self.name = f"search-{simulations}"

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        assert views.states is not None
        game = views.game
        actions = np.zeros(len(views.players), np.int64)
        search_games(game.kernels)(
            game.params,
            views.states,
            views.players,
            views.action_masks,
            self.simulations,
            self.rollout == "random",
            game.greedy_temperature,
            rng.integers(2**64, size=len(actions), dtype=np.uint64),
            np.zeros(2, game.state_dtype),
            actions,
        )
        return actions


@functools.cache
def search_games(kernels: Kernels) -> Callable[..., Any]:
    """The compiled search for the game with these kernels."""
    rollout = _rollout(kernels)
    redeal, apply = kernels.redeal, kernels.apply
    action_values, is_solved = kernels.action_values, kernels.is_solved

    @kernel
    def search(
        params, states, players, masks, simulations, at_random, temperature, seeds, work, actions
    ):
        num_players = params[0].num_players
        num_actions = masks.shape[1]
        mask = np.zeros(num_actions, np.bool_)
        worth = np.zeros(num_actions)
        scores = np.zeros(num_players)
        ranks = np.zeros(num_players, np.int16)
        outcome = np.zeros(num_players)
        running = np.zeros(num_actions, np.int64)
        leads = np.zeros(num_actions)
        squares = np.zeros(num_actions)
        for i in range(len(states)):
            alive = 0
            for action in range(num_actions):
                if masks[i, action]:
                    running[alive] = action
                    alive += 1
            if alive == 1:
                actions[i] = running[0]
                continue
            work[0] = states[i]
            action_values(params[0], work[0], worth)
            sort_by(running[:alive], worth)
            favourite = running[0]
            if is_solved(params[0], work[0]):
                actions[i] = favourite
                continue
            alive = min(alive, max(2, simulations // TRIES))
            leads[:] = 0.0
            squares[:] = 0.0
            phases = phases_of(alive)
            round_number = 0
            for _ in range(phases):
                rounds = max(1, simulations // (phases * alive))
                for _ in range(rounds):
                    work[0] = states[i]
                    redeal(params[0], work[0], players[i], derive_seed(seeds[i], round_number))
                    round_number += 1
                    base = 0.0
                    for k in range(alive):
                        work[1] = work[0]
                        apply(params[0], work[1], running[k])
                        rollout(
                            params[0], work[1], at_random, temperature, mask, worth, scores, ranks
                        )
                        outcome_of(ranks, num_players, outcome)
                        found = utility(players[i], scores, outcome)
                        if k == 0:
                            base = found
                        leads[running[k]] += found - base
                        squares[running[k]] += (found - base) ** 2
                sort_by(running[1:alive], leads)
                alive = (alive + 1) // 2
            best = running[1]
            surely = leads[best] > CAUTION * np.sqrt(squares[best])
            actions[i] = best if surely else favourite

    return search


def _rollout(kernels: Kernels) -> Callable[..., Any]:
    legal, apply, action_values, score_and_rank = (
        kernels.legal,
        kernels.apply,
        kernels.action_values,
        kernels.score_and_rank,
    )

    @kernel
    def rollout(params, state, at_random, temperature, mask, worth, scores, ranks):
        while not state.over:
            legal(params, state, mask)
            word = np.uint64(random_word(state) << 31) ^ np.uint64(random_word(state))
            if at_random:
                action = random_legal(mask, word)
            else:
                action_values(params, state, worth)
                action = pick_by_worth(worth, mask, temperature, word)
            apply(params, state, action)
        score_and_rank(params, state, scores, ranks)

    return rollout


@kernel
def utility(player, scores, outcome):
    """What a rollout was worth to `player`: the outcome, and its margin of points to tell more."""
    mean = scores.mean()
    return outcome[player] + MARGIN_WEIGHT * (scores[player] - mean) / (abs(mean) + 1.0)


@kernel
def phases_of(actions):
    """Halvings until one of `actions` is left, at least one."""
    phases = 1
    while 2**phases < actions:
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
