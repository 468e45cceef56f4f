"""Redealing: a random draw of everything that a player cannot know (a determinisation)."""

import numpy as np

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.loops import zeros
from hofspiele.envs.core.rng import seed_generator, shuffle
from hofspiele.envs.knatsch.components import MOST_CARDS, NUM_PILES


@kernel
def redeal(params, state, player, seed):
    """Shuffle the unseen cards among their positions in both piles.

    All players know the same cards. The result depends only on `seed` and on these known cards.
    """
    seed_generator(state, seed)
    unknown = zeros(MOST_CARDS, np.int64, MOST_CARDS)
    cards = 0
    for card in range(params.num_cards):
        for _ in range(state.unseen[card]):
            unknown[cards] = card
            cards += 1
    shuffle(state, unknown, cards)
    for pile in range(NUM_PILES):
        # The top card is visible.
        for place in range(state.known_below[pile], state.pile_size[pile] - 1):
            cards -= 1
            state.pile[pile, place] = unknown[cards]
