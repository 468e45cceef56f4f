"""Redeal: draw anew all that a player cannot know (a determinisation of the information set)."""

import numpy as np

from hofspiele.envs.core.kernels import kernel
from hofspiele.envs.core.rng import seed_generator, shuffle
from hofspiele.envs.kardinal.actions import NONE
from hofspiele.envs.kardinal.components import FACE_UP_CARDS


@kernel
def redeal(params, state, player, seed):
    """Redraw the pile and the cards that others hold and nobody has seen them take.

    All have seen of which cards the pile was made: it holds at most those of them that have neither
    been turned up since nor drawn by `player`. The result follows from `seed` and from what the
    player knows, from nothing else.
    """
    seed_generator(state, seed)
    unknown = np.zeros(params.num_colours, np.int64)
    missing = np.zeros(params.num_players, np.int64)
    gather_unknown(params, state, player, unknown, missing)
    cards = lay_out(params, state, player, unknown)
    shuffle(state, state.pile, cards)
    cards = lay_out_rest(params, state, unknown, cards)
    shuffle(state, state.pile[state.pile_size :], cards - state.pile_size)
    for seat in range(params.num_players):
        for _ in range(missing[seat]):
            cards -= 1
            state.hands[seat, state.pile[cards]] += 1
            state.pile[cards] = NONE


@kernel
def gather_unknown(params, state, player, unknown, missing):
    """Count what is unknown by colour, and take it from the hands, counting it by seat."""
    for place in range(state.pile_size):
        unknown[state.pile[place]] += 1
    for seat in range(params.num_players):
        if seat != player:
            for colour in range(params.num_colours):
                hidden = state.hands[seat, colour] - state.known[seat, colour]
                unknown[colour] += hidden
                missing[seat] += hidden
                state.hands[seat, colour] -= hidden
                state.drawn[seat, colour] = 0


@kernel
def lay_out(params, state, player, unknown):
    """Lay the cards that may be in the pile out in order of colour; how many they are."""
    cards = 0
    for colour in range(params.num_colours):
        possible = maybe_in_pile(state, player, colour, unknown[colour])
        unknown[colour] -= possible
        for _ in range(possible):
            state.pile[cards] = colour
            cards += 1
    return cards


@kernel
def lay_out_rest(params, state, unknown, cards):
    """Add the cards that can only be in hands; how many there are in all."""
    for colour in range(params.num_colours):
        for _ in range(unknown[colour]):
            state.pile[cards] = colour
            cards += 1
    return cards


@kernel
def unseen_cards(params, state, player, colour):
    """Cards of `colour` in the pile or in other hands, as far as `player` knows."""
    unseen = params.copies[colour] - state.discard[colour] - state.hands[player, colour]
    for seat in range(params.num_players):
        if seat != player:
            unseen -= state.known[seat, colour]
    for place in range(FACE_UP_CARDS):
        unseen -= state.face_up[place] == colour
    return unseen


@kernel
def maybe_in_pile(state, player, colour, unseen):
    """How many of the `unseen` cards of `colour` may be in the pile, as far as `player` knows."""
    return min(unseen, state.pile_cards[colour] - state.drawn[player, colour])
