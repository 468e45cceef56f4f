"""What scripted agents decide, in one compiled loop, for tables where they hold some of the seats.

They decide as `GreedyAgent` and `RandomAgent` do, greedy from a copy of the position in which all
that its seat can't know is dealt anew; but nobody else is shown the positions on the way.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from envs.agents.greedy import pick_by_worth
from envs.core import kernel
from envs.core.engine import Engine, Kernels
from envs.core.random_play import random_legal
from envs.core.rng import derive_seed

# what a seat leaves to the loop: nothing, what the heuristic solves, all to greedy, all to random
NOTHING, SOLVED, GREEDY, RANDOM = 0, 1, 2, 3


class ScriptedPlay(NamedTuple):
    """Drivers for `Table`: each game goes on until it ends, or a seat decides that leaves nothing.

    The last arguments of both are what the seats of M games leave, (M, P) of the constants above;
    the temperature of greedy; a seed for each game, (M,) uint64; and (N,) records to work with.

    Attributes:
        play_on: for `Table.play_on`.
        step: for `Table.step`, which has carried an action out in each game before.
    """

    play_on: Callable[..., Any]
    step: Callable[..., Any]


@functools.cache
def scripted_play(kernels: Kernels, engine: Engine) -> ScriptedPlay:
    """The drivers for the game with these kernels."""
    legal, apply, redeal, value = kernels.legal, kernels.apply, kernels.redeal, kernels.value
    solved, settle = kernels.solved, engine.settle

    @kernel
    def is_left(tables, state, left):
        return left > SOLVED or (left == SOLVED and solved(tables, state))

    @kernel
    def decide_all(tables, state, left, temperature, seed, work, mask, worth):
        words = 0
        while not state.over and is_left(tables, state, left[state.player]):
            legal(tables, state, mask)
            word = derive_seed(seed, words)
            if left[state.player] == RANDOM:
                action = random_legal(mask, word)
            else:
                work[0] = state
                redeal(tables, work[0], state.player, derive_seed(seed, words + 1))
                value(tables, work[0], worth)
                action = pick_by_worth(worth, mask, temperature, word)
            apply(tables, state, action)
            words += 2
        return words > 0

    @kernel
    def play_on(tables, arrays, games, left, temperature, seeds, work, seed, first, last):
        mask = np.zeros(arrays.action_masks.shape[1], np.bool_)
        worth = np.zeros(arrays.action_masks.shape[1])
        for j in range(first, last):
            i = games[j]
            place = work[i : i + 1]
            state = arrays.states[i]
            if decide_all(tables[0], state, left[j], temperature, seeds[j], place, mask, worth):
                settle(tables, arrays, i, seed)

    @kernel
    def step(tables, arrays, games, actions, left, temperature, seeds, work, seed, first, last):
        mask = np.zeros(arrays.action_masks.shape[1], np.bool_)
        worth = np.zeros(arrays.action_masks.shape[1])
        for j in range(first, last):
            i = games[j]
            place = work[i : i + 1]
            state = arrays.states[i]
            apply(tables[0], state, actions[j])
            decide_all(tables[0], state, left[j], temperature, seeds[j], place, mask, worth)
            settle(tables, arrays, i, seed)

    return ScriptedPlay(play_on, step)
