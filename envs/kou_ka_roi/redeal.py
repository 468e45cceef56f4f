"""Redealing: a random draw of everything that a player cannot know (a determinisation)."""

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.rng import random_below, seed_generator, shuffle
from hofspiele.envs.kou_ka_roi.rules import rows_with_cards
from hofspiele.envs.kou_ka_roi.state import NONE


@kernel
def redeal(params, state, player, seed):
    """Redraw the pile, the unseen cards in the box, and the hidden choices of other players.

    The result depends only on `seed` and on what the player knows.
    """
    seed_generator(state, seed)
    redeal_pile_and_box(params, state)
    for seat in range(params.num_players):
        if seat != player and state.choice[seat] != NONE:
            state.choice[seat] = random_row(params, state)


@kernel
def redeal_pile_and_box(params, state):
    """Shuffle the pile and the unseen box cards together, then restore the sizes of both."""
    for place in range(state.pile_size):
        state.box[state.pile[place]] += 1
    cards = 0
    for kind in range(len(params.copies)):
        while state.box[kind] > state.box_known[kind]:
            state.box[kind] -= 1
            state.pile[cards] = kind
            cards += 1
    shuffle(state, state.pile, cards)
    while cards > state.pile_size:
        cards -= 1
        state.box[state.pile[cards]] += 1
        state.pile[cards] = NONE


@kernel
def random_row(params, state):
    """Return a uniformly random row that holds cards."""
    skip = random_below(state, rows_with_cards(state))
    row = 0
    while skip > 0 or state.row_size[row] == 0:
        if state.row_size[row] > 0:
            skip -= 1
        row += 1
    return row
