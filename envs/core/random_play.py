"""Compiled random play for benchmarks, fuzzing and rollouts."""

from typing import NamedTuple

import numpy as np

from hofspiele.envs.core.game import Game
from hofspiele.envs.core.kernels import kernel
from hofspiele.envs.core.memory import count_eight
from hofspiele.envs.core.rng import derive_seed, derived_seed
from hofspiele.envs.core.table import Table


class RandomPlay(NamedTuple):
    """The number of decisions that were made, and the number of games that ended."""

    decisions: int
    games: int


def play_random(game: Game, num_games: int, decisions: int, seed: int = 0) -> RandomPlay:
    """Play at least `decisions` random decisions; return the numbers of decisions and ended games.

    The games are stepped together, so `decisions` is rounded up to a multiple of `num_games`.
    Masks and observations are written at every step, as for a learner.
    """
    table = Table(game, num_games, seed)
    actions = np.zeros(num_games, np.int64)
    rounds = -(-decisions // num_games)
    for number in range(rounds):
        choose_random(table.action_masks, derived_seed(table.seed, number), actions)
        table.step(actions)
    return RandomPlay(rounds * num_games, int(table.deals.sum()))


@kernel
def choose_random(action_masks, seed, actions):
    """Fill `actions` with a uniformly random legal action for each row of `action_masks`."""
    for i in range(len(action_masks)):
        actions[i] = random_legal(action_masks[i], derive_seed(seed, i))


@kernel
def random_legal(mask, word):
    """Return the legal action picked by the random uint64 `word`, or -1 if no action is legal.

    Probabilities are uniform to within 2**-32. `mask` must be contiguous.
    """
    last = len(mask) - len(mask) % 8  # The flags before `last` are counted in blocks of eight.
    count = 0
    for start in range(0, last, 8):
        count += count_eight(mask, start)
    for action in range(last, len(mask)):
        count += mask[action]
    if count == 0:
        return -1
    skip = np.int64(int(word) >> 32) * count >> 32
    action = 0
    while action < last and skip >= count_eight(mask, action):
        skip -= count_eight(mask, action)
        action += 8
    while not mask[action] or skip > 0:
        skip -= mask[action]
        action += 1
    return action


@kernel
def next_legal(mask, action):
    """Return the first legal action from `action` on, or the length of `mask` if no action is.

    Most actions of a large game are illegal, so they are skipped in blocks of eight. `mask` must be
    contiguous.
    """
    while action < len(mask) and not mask[action]:
        if action + 8 <= len(mask) and count_eight(mask, action) == 0:
            action += 8
        else:
            action += 1
    return action
