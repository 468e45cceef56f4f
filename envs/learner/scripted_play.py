"""What scripted agents decide, in one compiled loop, for tables where they hold some of the seats.

They decide as `GreedyAgent` and `RandomAgent` do, but nobody else is shown the positions on the
way, and nothing is dealt anew for greedy: the kernel `action_values` goes by what the deciding
player may know, and tests hold every game to it.
"""

import functools
from collections.abc import Callable

import numpy as np

from hofspiele.envs.agents.greedy import pick_by_worth
from hofspiele.envs.core.engine import Kernels, engine_of
from hofspiele.envs.core.kernels import inner_kernel, kernel
from hofspiele.envs.core.random_play import random_legal
from hofspiele.envs.core.rng import derive_seed

# what a seat leaves to the loop: nothing, what the heuristic solves, all to greedy, all to random
NOTHING, SOLVED, GREEDY, RANDOM = 0, 1, 2, 3


# in place of an action that is to be carried out first
NO_ACTION = -1


@functools.cache
def scripted_play(kernels: Kernels) -> Callable[..., None]:
    """A driver for a `Batch`, for the game with these kernels.

    Games go on until they end, or a seat decides that leaves nothing. For M games of P players its
    own arguments are:

    ===============  =============================================================================
    ``actions``      (M,) int64, legal actions, which are carried out first; or `NO_ACTION`
    ``delegated``    (M, P) int64, what each seat leaves to the loop: one of the constants above
    ``temperature``  float, that of greedy, see `GreedyAgent`
    ``seeds``        (M,) uint64, from which the choices in each game follow
    ===============  =============================================================================
    """
    legal, apply, action_values, is_solved = (
        kernels.legal,
        kernels.apply,
        kernels.action_values,
        kernels.is_solved,
    )
    settle = engine_of(kernels).settle

    @inner_kernel
    def is_delegated(params, state, delegated):
        return delegated > SOLVED or (delegated == SOLVED and is_solved(params, state))

    @inner_kernel
    def decide_all(params, state, delegated, temperature, seed, mask, worth):
        """Whether any decision was left to the loop; `mask` and `worth`, (A,), are room for it."""
        decisions = 0
        while not state.over and is_delegated(params, state, delegated[state.player]):
            legal(params, state, mask)
            word = derive_seed(seed, decisions)
            if delegated[state.player] == RANDOM:
                action = random_legal(mask, word)
            else:
                action_values(params, state, worth)
                action = pick_by_worth(worth, mask, temperature, word)
            apply(params, state, action)
            decisions += 1
        return decisions > 0

    @kernel
    def play_scripted(params, arrays, games, first, last, actions, delegated, temperature, seeds):
        mask = np.zeros(arrays.action_masks.shape[1], np.bool_)
        worth = np.zeros(arrays.action_masks.shape[1])
        for j in range(first, last):
            i = games[j]
            state = arrays.states[i]
            stepped = actions[j] != NO_ACTION
            if stepped:
                apply(params[0], state, actions[j])
            decided = decide_all(params[0], state, delegated[j], temperature, seeds[j], mask, worth)
            if stepped or decided:
                settle(params, arrays, i)

    return play_scripted
