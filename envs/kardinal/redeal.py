"""Redealing: a random draw of everything that a player cannot know (a determinisation).

A card is *hidden* if it is in the pile, or if only its owner saw which card they drew. All players
know which cards the current pile was made of, so there are two groups of hidden cards. *Newer*
cards are in the pile or were drawn from it unseen. *Older* cards have been in a hand since before
the pile was made. It can be uncertain whether a hidden card that an opponent discarded was newer
or older.

All deals that agree with what the player has seen are equally likely. A deal determines where each
card has been, and which of the hidden cards in a hand each discard was. Therefore the number of
older cards among the discards is drawn first, with a probability proportional to the number of
deals that have it. All hidden cards are drawn afterwards.
"""

import numpy as np

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.loops import sum_of, zeros
from hofspiele.envs.core.rng import seed_generator, shuffle
from hofspiele.envs.kardinal.actions import NONE
from hofspiele.envs.kardinal.components import MAX_PLAYERS, MOST_COLOURS
from hofspiele.envs.kardinal.older_cards import draw_older_discards
from hofspiele.envs.kardinal.rules import hidden_cards, lay_in_pile, remembered_discard


@kernel
def redeal(params, state, player, seed):
    """Redraw the pile, hidden cards in other hands, and what other players drew from the pile.

    The result depends only on `seed` and on what the player knows.
    """
    seed_generator(state, seed)
    # Numba compiles `zeros` again for each type of its arguments, so they are all int64.
    players, colours = int(params.num_players), int(params.num_colours)
    discards = zeros((players, colours), np.int64, (MAX_PLAYERS, MOST_COLOURS))
    newer, older = zeros(colours, np.int64, MOST_COLOURS), zeros(colours, np.int64, MOST_COLOURS)
    count_discards(params, state, player, discards)
    count_hidden(params, state, player, discards, newer, older)
    older_discards = zeros((players, colours), np.int64, (MAX_PLAYERS, MOST_COLOURS))
    draw_older_discards(params, state, player, discards, newer, older, older_discards)
    missing = zeros(players, np.int64, MAX_PLAYERS)
    missing_older = zeros(players, np.int64, MAX_PLAYERS)
    for seat in range(params.num_players):
        if seat != player:
            missing_older[seat] = state.older[seat] - sum_of(older_discards[seat])
            missing[seat] = hidden_cards(state, seat) - missing_older[seat]
            for colour in range(params.num_colours):
                older[colour] -= older_discards[seat, colour]
                newer[colour] -= discards[seat, colour] - older_discards[seat, colour]
                state.drawn[seat, colour] = discards[seat, colour] - older_discards[seat, colour]
                state.hands[seat, colour] = state.known[seat, colour]
    deal_hidden(params, state, newer, missing, 0, 1)
    deal_hidden(params, state, older, missing_older, state.pile_size, 0)


@kernel
def count_discards(params, state, player, discards):
    """Count in `discards` the hidden cards that others discarded, by seat and colour."""
    for number in range(state.num_discards):
        seat, colour, _ = remembered_discard(params, state, number)
        if seat != player:
            discards[seat, colour] += 1


@kernel
def count_hidden(params, state, player, discards, newer, older):
    """Count by colour the newer and older cards that are hidden or were hidden when discarded."""
    for place in range(state.pile_size):
        older[state.pile[place]] += 1
    for colour in range(params.num_colours):
        for seat in range(params.num_players):
            if seat != player:
                older[colour] += state.hands[seat, colour] - state.known[seat, colour]
                older[colour] += discards[seat, colour]
        newer[colour] = unseen_pile_cards(state, player, colour)
        older[colour] -= newer[colour]


@kernel
def deal_hidden(params, state, cards, missing, first, drawn):
    """Shuffle `cards` (counts by colour) and deal `missing[seat]` of them to each hand.

    The cards are first laid in the array of the pile from index `first` on, and the remaining ones
    stay there. `drawn` is 1 if dealt cards count as drawn from the pile, else 0.
    """
    count = lay_in_pile(state, cards, first)
    shuffle(state, state.pile[first:], count - first)
    for seat in range(params.num_players):
        for _ in range(missing[seat]):
            count -= 1
            state.drawn[seat, state.pile[count]] += drawn
            state.hands[seat, state.pile[count]] += 1
            state.pile[count] = NONE


# --- what a player knows of hidden cards -------------------------------------------------------


@kernel
def unseen_cards(params, state, player, colour):
    """Return how many cards of `colour`, in the pile or other hands, are hidden from `player`."""
    hidden = state.hands[player, colour] - state.known[player, colour]
    unseen = params.copies[colour] - state.discard[colour] - hidden
    for seat in range(len(state.known)):
        unseen -= state.known[seat, colour]
    for place in range(len(state.face_up)):
        unseen -= state.face_up[place] == colour
    return unseen


@kernel
def unseen_pile_cards(state, player, colour):
    """Return how many of `colour` the pile had, minus those turned up and those `player` drew."""
    return state.pile_cards[colour] - state.drawn[player, colour]


@kernel
def maybe_in_pile(state, player, colour, unseen):
    """Return the maximum number of the `unseen` cards of `colour` that can be in the pile."""
    return min(unseen, unseen_pile_cards(state, player, colour))
