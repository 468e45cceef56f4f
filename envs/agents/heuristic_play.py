"""The heuristic's decisions in one compiled loop, for tables where it holds some of the seats.

It decides as `GreedyAgent` does, from a copy of the position in which all that its seat can't know
is dealt anew; but nobody else is shown the positions on the way.
"""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from envs.agents.greedy import pick_by_worth
from envs.core import kernel
from envs.core.engine import Engine, Kernels
from envs.core.rng import derive_seed

# which decisions of a seat the heuristic takes: none, those that are solved, or all
NONE, SOLVED, ALL = 0, 1, 2


@functools.cache
def heuristic_play(kernels: Kernels, engine: Engine) -> Callable[..., Any]:
    """A driver for `Table.play_on` in the game with these kernels.

    It plays each of M games on until it ends or the heuristic does not decide. Its arguments are
    what the heuristic takes, (M, P) of the constants above; the temperature of its choices; a seed
    for each game, (M,) uint64; and (N,) records to work with.
    """
    legal, apply, redeal, value = kernels.legal, kernels.apply, kernels.redeal, kernels.value
    solved, settle = kernels.solved, engine.settle

    @kernel
    def takes(tables, state, taken):
        return taken == ALL or (taken == SOLVED and solved(tables, state))

    @kernel
    def play_on(tables, arrays, games, taken, temperature, seeds, work, seed, first, last):
        mask = np.zeros(arrays.action_masks.shape[1], np.bool_)
        worth = np.zeros(arrays.action_masks.shape[1])
        for j in range(first, last):
            i = games[j]
            state = arrays.states[i]
            words = 0
            while not state.over and takes(tables[0], state, taken[j, state.player]):
                work[i] = state
                redeal(tables[0], work[i], state.player, derive_seed(seeds[j], words))
                value(tables[0], work[i], worth)
                legal(tables[0], state, mask)
                word = derive_seed(seeds[j], words + 1)
                apply(tables[0], state, pick_by_worth(worth, mask, temperature, word))
                words += 2
            if words > 0:
                settle(tables, arrays, i, seed)

    return play_on
