"""A compiled loop for the decisions of scripted agents at tables where they hold some seats.

The loop decides as `GreedyAgent` and `RandomAgent` do, but without observations or
redeals. The greedy agent needs no redeals, because the heuristic uses only what the deciding player
may know; tests check this for every game.
"""

import functools
from collections.abc import Callable

import numpy as np

from hofspiele.envs.agents.scripted import scripted_decision
from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.engine import Kernels, engine_of, never_solved
from hofspiele.envs.core.rng import derive_seed

# The decisions of a seat that the loop makes: none, the solved ones, all as `GreedyAgent` does, or
# all as `RandomAgent` does.
NOTHING, SOLVED, GREEDY, RANDOM = 0, 1, 2, 3

# Entry of `actions` for a game without an action to apply before the loop.
NO_ACTION = -1


@functools.cache
def scripted_play(kernels: Kernels) -> Callable[..., None]:
    """Return a driver for a `Table` of the game with these kernels.

    The driver plays each of M games until it ends or a decision is not delegated to the loop. It
    also takes ``actions`` to apply first or `NO_ACTION`, (M,) int64; ``delegated``, the decisions
    of each seat that the loop makes, such as `SOLVED`, (M, P) int64; the ``temperature`` of
    `GreedyAgent`; and the ``seeds`` of the random choices in each game, (M,) uint64.
    """
    apply, is_solved = kernels.apply, kernels.is_solved or never_solved
    decide = scripted_decision(kernels)
    settle = engine_of(kernels).settle

    @kernel
    def play_scripted(params, arrays, games, first, last, actions, delegated, temperature, seeds):
        worth = np.empty(arrays.action_masks.shape[1])
        for j in range(first, last):
            i, decisions = games[j], 0
            state, mask = arrays.states[i], arrays.action_masks[i]
            if actions[j] != NO_ACTION:
                apply(params[0], state, actions[j])
            while not state.over:
                made = delegated[j, state.player]
                if made < SOLVED or (made == SOLVED and not is_solved(params[0], state)):
                    break
                word = derive_seed(seeds[j], decisions)
                decide(params[0], state, made == RANDOM, temperature, word, mask, worth)
                decisions += 1
            if actions[j] != NO_ACTION or decisions > 0:
                settle(params, arrays, i)

    return play_scripted
