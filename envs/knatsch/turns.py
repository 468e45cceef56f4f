"""Cards change places, guards are placed, and turn follows turn until somebody wins."""

from hofspiele.envs.core.kernels import kernel
from hofspiele.envs.knatsch.actions import NONE
from hofspiele.envs.knatsch.components import ACTION_GUARD, CASTLE_GUARD, NUM_KINDS
from hofspiele.envs.knatsch.dice import DICE_CARDS
from hofspiele.envs.knatsch.scoring import reaches_goal
from hofspiele.envs.knatsch.state import ANY_RESULT, GUARD_ACTION, GUARD_CASTLES, NO_TARGET, TARGET

CASTLES_GUARDED = 2

# --- the piles ---------------------------------------------------------------------------------


@kernel
def top_card(state, pile):
    """The card that lies open on a pile."""
    return state.pile[pile, state.pile_size[pile] - 1]


@kernel
def take_top(state, pile):
    """Take the top card off a pile; all see the next one."""
    card = top_card(state, pile)
    state.pile_size[pile] -= 1
    state.pile[pile, state.pile_size[pile]] = NONE
    state.known_below[pile] = min(state.known_below[pile], state.pile_size[pile])
    return card


@kernel
def put_under(state, pile, card):
    """Put a card under a pile; all see it."""
    cards = state.pile[pile]
    for place in range(state.pile_size[pile], 0, -1):
        cards[place] = cards[place - 1]
    cards[0] = card
    state.pile_size[pile] += 1
    state.known_below[pile] += 1


@kernel
def bury_top(state, pile):
    """Move the top card of a pile under it."""
    put_under(state, pile, take_top(state, pile))


# --- cards of players --------------------------------------------------------------------------


@kernel
def give_castle(params, state, seat, card):
    """A castle goes to `seat`."""
    state.castle[seat, params.card_of[card]] = card
    state.num_castles[seat] += 1


@kernel
def lose_castle(state, seat, colour):
    """Take a castle from `seat`; no guard is on it any more."""
    card = state.castle[seat, colour]
    state.castle[seat, colour] = NONE
    state.castle_guarded[seat, colour] = 0
    state.num_castles[seat] -= 1
    return card


@kernel
def give_action_card(params, state, seat, card):
    """An action card goes to `seat`, who may use it at once."""
    kind = params.card_of[card]
    state.action_card[seat, kind] = card
    if kind < DICE_CARDS:
        state.dice_cards[seat] |= 1 << int(kind)


@kernel
def lose_action_card(state, seat, kind):
    """Take an action card from `seat`. KN-6: what a lost guard protected is free at once."""
    card = state.action_card[seat, kind]
    state.action_card[seat, kind] = NONE
    if kind < DICE_CARDS:
        state.dice_cards[seat] &= ~(1 << int(kind))
    elif kind == CASTLE_GUARD:
        state.castle_guarded[seat] = 0
    elif kind == ACTION_GUARD:
        state.action_guarded[seat] = NONE
    return card


@kernel
def check_goals(state, seat):
    """KN-9: who receives a card that reaches a goal wins at once, also out of turn."""
    if reaches_goal(state, seat):
        win(state, seat)


@kernel
def win(state, seat):
    """The game is over, and `seat` has won it."""
    state.winner = seat
    state.over = 1
    state.turn_step = TARGET


# --- the end of a turn -------------------------------------------------------------------------


@kernel
def end_turn(params, state):
    """Unless the game is won, guards are placed and the next turn begins."""
    clear_attempt(state)
    state.player = state.active
    if state.over:
        return
    if guards_castles(state) and state.num_castles[state.player] > CASTLES_GUARDED:
        state.turn_step = GUARD_CASTLES
    else:
        guard_castles(params, state, NONE)


@kernel
def clear_attempt(state):
    """No attempt is made, and no dice are on the table."""
    state.target = NO_TARGET
    state.target_pile = NONE
    state.target_owner = NONE
    state.target_of = NONE
    state.dice = NONE
    state.throws_left = 0
    state.beat = ANY_RESULT
    state.leader = NONE


@kernel
def guards_castles(state):
    """Whether the player has a castle guard."""
    return state.action_card[state.player, CASTLE_GUARD] != NONE


@kernel
def guard_castles(params, state, unguarded):
    """The castle guard, if there is one, protects all castles but one (NONE: all)."""
    seat = state.player
    guards = guards_castles(state)
    for colour in range(params.num_colours):
        owned = state.castle[seat, colour] != NONE
        state.castle_guarded[seat, colour] = guards and owned and colour != unguarded
    place_action_guard(params, state)


@kernel
def place_action_guard(params, state):
    """The action guard protects a card. KN-6: the player chooses only if there is a choice."""
    cards = 0
    guarded = NONE
    for kind in range(NUM_KINDS):
        if can_be_guarded(state, kind):
            cards += 1
            guarded = kind
    if cards > 1:
        state.turn_step = GUARD_ACTION
    else:
        guard_action_card(params, state, guarded)


@kernel
def can_be_guarded(state, kind):
    """Whether the player's action guard may protect their card of `kind`: never itself."""
    cards = state.action_card[state.player]
    return cards[ACTION_GUARD] != NONE and cards[kind] != NONE and kind != ACTION_GUARD


@kernel
def guard_action_card(params, state, kind):
    """The action guard protects the card of `kind` (NONE: none)."""
    state.action_guarded[state.player] = kind
    next_turn(params, state)


@kernel
def next_turn(params, state):
    """The next player's turn begins. KN-10: after `max_turns` turns nobody has won."""
    state.turn += 1
    state.turn_step = TARGET
    state.buried = 0
    if state.turn == params.max_turns:
        state.over = 1
    else:
        state.active = (state.active + 1) % params.num_players
        state.player = state.active
