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
        for place in range(state.known_below[pile], end_of_unknown(state, pile)):
            cards -= 1
            state.pile[pile, place] = unknown[cards]


@kernel
def lay_out_unknown(params, state, unknown):
    """Fill `unknown` with the cards that nobody has seen, in order; how many they are.

    `unknown` is (MOST_CARDS,) int64.
    """
    copies = np.zeros(params.num_cards, np.int64)
    count_unknown(state, copies)
    cards = 0
    for card in range(params.num_cards):
        for _ in range(copies[card]):
            unknown[cards] = card
            cards += 1
    return cards


@kernel
def count_unknown(state, copies):
    """Count the cards that nobody has seen by their number: `copies` is (num_cards,) int64."""
    for pile in range(NUM_PILES):
        for place in range(state.known_below[pile], end_of_unknown(state, pile)):
            copies[state.pile[pile, place]] += 1


@kernel
def end_of_unknown(state, pile):
    """The place above the highest unknown card: that of the top card, which lies open."""
    return state.pile_size[pile] - 1
