"""Moving cards between piles and players, and placing guards on them."""

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.knatsch.actions import NONE
from hofspiele.envs.knatsch.components import ACTION_GUARD, CASTLE_GUARD, NUM_PILES
from hofspiele.envs.knatsch.dice import DICE_CARDS

CASTLES_GUARDED = 2

# --- the piles ---------------------------------------------------------------------------------


@kernel
def top_card(state, pile):
    """Return the card on top of a pile."""
    return state.pile[pile, state.pile_size[pile] - 1]


@kernel
def take_top(state, pile):
    """Remove the top card from a pile and return it; all players see the next card."""
    card = top_card(state, pile)
    size = state.pile_size[pile] - 1
    state.pile_size[pile] = size
    state.pile[pile, size] = NONE
    if state.known_below[pile] < size:
        state.unseen[top_card(state, pile)] -= 1
    else:
        state.known_below[pile] = size
    return card


@kernel
def put_under(state, pile, card):
    """Put a card under a pile; all players know that it is there."""
    cards = state.pile[pile]
    for place in range(state.pile_size[pile], 0, -1):
        cards[place] = cards[place - 1]
    cards[0] = card
    state.pile_size[pile] += 1
    state.known_below[pile] += 1


@kernel
def bury_top(state, pile):
    """Move the top card of a pile to its bottom."""
    put_under(state, pile, take_top(state, pile))


@kernel
def count_unseen(state):
    """Fill `state.unseen` for new piles: all cards except those on top are unseen."""
    state.unseen[:] = 0
    for pile in range(NUM_PILES):
        for place in range(state.pile_size[pile] - 1):
            state.unseen[state.pile[pile, place]] += 1


# --- cards of players --------------------------------------------------------------------------


@kernel
def give_castle(params, state, seat, card):
    """Give a castle to `seat`."""
    state.castle[seat, params.card_of[card]] = card
    state.num_castles[seat] += 1


@kernel
def lose_castle(state, seat, colour):
    """Remove the castle of a colour, and any guard on it, from `seat`; return the card."""
    card = state.castle[seat, colour]
    state.castle[seat, colour] = NONE
    state.castle_guarded[seat, colour] = 0
    state.num_castles[seat] -= 1
    return card


@kernel
def give_action_card(params, state, seat, card):
    """Give an action card to `seat`, who may use it at once."""
    kind = params.card_of[card]
    state.action_card[seat, kind] = card
    if kind < DICE_CARDS:
        state.dice_cards[seat] |= 1 << int(kind)


@kernel
def lose_action_card(state, seat, kind):
    """Remove an action card from `seat` and return it.

    KN-6: if the card is a guard, the cards that it protected lose their protection at once.
    """
    card = state.action_card[seat, kind]
    state.action_card[seat, kind] = NONE
    if kind < DICE_CARDS:
        state.dice_cards[seat] &= ~(1 << int(kind))
    elif kind == CASTLE_GUARD:
        state.castle_guarded[seat] = 0
    elif kind == ACTION_GUARD:
        state.action_guarded[seat] = NONE
    return card


# --- guards ------------------------------------------------------------------------------------


@kernel
def has_castle_guard(state, seat):
    """Return whether `seat` has a castle guard."""
    return state.action_card[seat, CASTLE_GUARD] != NONE


@kernel
def guard_castles(params, state, seat, unguarded):
    """Guard all castles of `seat`, except the one of the colour `unguarded` (or NONE).

    Without a castle guard, all castles of the seat become unguarded.
    """
    guards = has_castle_guard(state, seat)
    for colour in range(params.num_colours):
        owned = state.castle[seat, colour] != NONE
        state.castle_guarded[seat, colour] = guards and owned and colour != unguarded


@kernel
def can_be_guarded(state, seat, kind):
    """Return whether the action guard of `seat` may protect its card of `kind`."""
    cards = state.action_card[seat]
    return cards[ACTION_GUARD] != NONE and cards[kind] != NONE and kind != ACTION_GUARD
