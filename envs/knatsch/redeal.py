"""Redeal: draw anew all that a player cannot know (a determinisation of the information set)."""

import numpy as np

from hofspiele.envs.core.kernels import kernel
from hofspiele.envs.core.rng import seed_generator, shuffle
from hofspiele.envs.knatsch.components import MOST_CARDS, NUM_PILES


@kernel
def redeal(params, state, player, seed):
    """Shuffle the cards of the piles that nobody has seen and deal them to both piles again.

    All players know the same. The result follows from `seed` and from that, from nothing else.
    """
    seed_generator(state, seed)
    unknown = np.zeros(MOST_CARDS, np.int64)
    cards = lay_out_unknown(params, state, unknown)
    shuffle(state, unknown, cards)
    for pile in range(NUM_PILES):
        # the top card lies open
        for place in range(state.known_below[pile], state.pile_size[pile] - 1):
            cards -= 1
            state.pile[pile, place] = unknown[cards]


@kernel
def lay_out_unknown(params, state, unknown):
    """Fill `unknown` with the cards that nobody has seen, in order; how many they are.

    `unknown` is (MOST_CARDS,) int64.
    """
    cards = 0
    for card in range(params.num_cards):
        for _ in range(state.unseen[card]):
            unknown[cards] = card
            cards += 1
    return cards
