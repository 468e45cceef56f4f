"""Compiled random play for benchmarks, fuzzing and rollouts."""

from typing import NamedTuple

import numpy as np

from hofspiele.envs.core.checks import whole_number
from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.compile.memory import BLOCK, pack_block
from hofspiele.envs.core.game import Game
from hofspiele.envs.core.loops import count_bits, lowest_bit
from hofspiele.envs.core.rng import derive_seed, derived_seed
from hofspiele.envs.core.table import Table


class RandomPlay(NamedTuple):
    """The number of decisions that were made, and the number of games that ended."""

    decisions: int
    games: int


def play_random(game: Game, num_games: int, decisions: int, seed: int = 0) -> RandomPlay:
    """Make at least `decisions` >= 1 random decisions; return how many, and how many games ended.

    The games are stepped together, so `decisions` is rounded up to a multiple of `num_games`.
    Masks and observations are written at every step, as for a learner.
    """
    decisions = whole_number("decisions", decisions, 1)
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
    count = 0
    for start in range(0, len(mask), BLOCK):
        count += count_bits(legal_block(mask, start))
    if count == 0:
        return -1
    skip = np.int64(int(word) >> 32) * count >> 32
    start, block = 0, legal_block(mask, 0)
    while skip >= count_bits(block):
        skip -= count_bits(block)
        start += BLOCK
        block = legal_block(mask, start)
    for _ in range(skip):
        block &= block - 1
    return start + lowest_bit(block)


@kernel
def legal_block(mask, start):
    """Return the legal actions among `BLOCK` from `start` on as bits; `mask` is contiguous."""
    surplus = start + BLOCK - len(mask)
    if surplus <= 0:
        return pack_block(mask, start)
    if surplus <= start:  # The last block overlaps the block before it.
        return pack_block(mask, start - surplus) >> surplus
    block = 0
    for action in range(len(mask) - 1, start - 1, -1):
        block = 2 * block + int(mask[action])
    return block


@kernel
def next_legal(mask, action):
    """Return the first legal action from `action` on, or len(mask); `mask` is contiguous."""
    while action < len(mask):
        block = legal_block(mask, action)
        if block != 0:
            return action + lowest_bit(block)
        action += BLOCK
    return len(mask)
