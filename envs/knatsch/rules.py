"""The flow of a game, in the order of the rules page (README.md): the effect of each decision.

A player names a target and throws, the attempt is settled, guards are placed, the next turn begins.
Only this module decides which of these steps follows. `legality` has the legal actions, `attempts`
the throws and the result to beat, and `cards` the moves of cards and guards.
"""

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.rng import random_below, seed_generator, shuffle
from hofspiele.envs.knatsch.actions import (
    BURY,
    GUARD,
    KEEP,
    LEAVE,
    LOSE,
    NONE,
    PASS,
)
from hofspiele.envs.knatsch.attempts import (
    begin_throws,
    clear_attempt,
    must_stop,
    name_target,
    next_seat,
    result,
    result_to_beat,
    throw,
)
from hofspiele.envs.knatsch.cards import (
    CASTLES_GUARDED,
    bury_top,
    can_be_guarded,
    count_unseen,
    give_action_card,
    give_castle,
    guard_castles,
    has_castle_guard,
    lose_action_card,
    lose_castle,
    put_under,
    take_top,
)
from hofspiele.envs.knatsch.components import ACTION, CASTLE, NUM_KINDS, PROTECTION, TOURNAMENT
from hofspiele.envs.knatsch.dice import FIRST_FULL, KEEP_ALL
from hofspiele.envs.knatsch.scoring import reaches_goal
from hofspiele.envs.knatsch.state import (
    DEFENCE,
    DICE,
    GUARD_ACTION,
    GUARD_CASTLES,
    LOSE_CASTLE,
    PILE,
    TARGET,
)

# --- setup -------------------------------------------------------------------------------------


@kernel
def deal(params, state, seed):
    """Set up a game: deal a castle to each player and make two piles of all other cards."""
    seed_generator(state, seed)
    deal_castles(params, state)
    make_piles(params, state)


@kernel
def deal_castles(params, state):
    """Draw a random castle of each colour, shuffle these castles, and give each player one (KN-11).

    KN-19: with as many players as colours, all these castles are dealt and none goes to the piles.
    """
    drawn = state.pile[0]
    for colour in range(params.num_colours):
        first = params.first_castle[colour]
        drawn[colour] = first + random_below(state, params.first_castle[colour + 1] - first)
    shuffle(state, drawn, params.num_colours)
    for seat in range(params.num_players):
        give_castle(params, state, seat, drawn[seat])


@kernel
def make_piles(params, state):
    """Make two shuffled piles of all cards not dealt; the first may have one more card (KN-1)."""
    cards = state.pile[0]
    cards[:] = NONE
    count = 0
    for card in range(params.num_cards):
        if not is_dealt(params, state, card):
            for _ in range(params.copies[card]):
                cards[count] = card
                count += 1
    shuffle(state, cards, count)
    first = (count + 1) // 2
    for place in range(first, count):
        state.pile[1, place - first] = cards[place]
        cards[place] = NONE
    state.pile_size[0] = first
    state.pile_size[1] = count - first
    count_unseen(state)


@kernel
def is_dealt(params, state, card):
    """Return whether `card` is a castle that a player was dealt."""
    if params.card_kind[card] == CASTLE:
        for seat in range(params.num_players):
            if state.castle[seat, params.card_of[card]] == card:
                return True
    return False


# --- a decision --------------------------------------------------------------------------------


@kernel
def apply(params, state, action):
    """Carry out a decision and everything that follows, up to the next decision or the end."""
    kind = params.action_kind[action]
    subject = params.action_subject[action]
    place = params.action_place[action]
    if kind == KEEP:
        keep(params, state, subject)
    elif kind == BURY:
        bury_top(state, subject)
        state.buried += 1
    elif kind == LOSE:
        put_under(state, place, lose_castle(state, state.player, subject))
        end_turn(params, state)
    elif kind == LEAVE:
        guard_castles(params, state, state.player, subject)
        place_action_guard(params, state)
    elif kind == GUARD:
        state.action_guarded[state.player] = subject
        next_turn(params, state)
    elif kind == PASS:
        end_turn(params, state)
    else:
        name_target(params, state, action)
        begin_attempt(params, state)


# --- throws ------------------------------------------------------------------------------------


@kernel
def begin_attempt(params, state):
    """Set the result to beat for the current target, and make the first throw."""
    state.beat = result_to_beat(params, state)
    begin_throws(params, state, state.player)
    settle_finished_throws(params, state)


@kernel
def keep(params, state, mask):
    """Throw all dice again except those in the keep mask, or settle if the mask keeps all.

    KN-12: a player may stop at any time, by keeping all dice.
    """
    if mask == KEEP_ALL:
        settle(params, state)
    else:
        throw(params, state, params.kept[state.dice - FIRST_FULL, mask])
    settle_finished_throws(params, state)


@kernel
def settle_finished_throws(params, state):
    """Settle the current attempt if it has ended.

    If another player throws next, settle that attempt as well if it has already ended, and so on.
    """
    while state.turn_step == DICE and must_stop(params, state):
        settle(params, state)


# --- the end of an attempt ---------------------------------------------------------------------


@kernel
def settle(params, state):
    """Carry out the consequences of the player's last throw.

    KN-20: a result equal to the result to beat does not beat it.
    """
    if state.target == TOURNAMENT:
        ends_turn = settle_tournament(params, state)
    else:
        beaten = result(params, state) > state.beat
        if state.target == PILE:
            ends_turn = settle_pile(params, state, beaten)
        elif state.target == CASTLE:
            ends_turn = settle_castle(params, state, beaten)
        elif state.target == ACTION:
            ends_turn = settle_action_card(params, state, beaten)
        elif state.target == DEFENCE:
            ends_turn = settle_defence(params, state, beaten)
        else:
            ends_turn = settle_king(params, state, beaten)
    if ends_turn:
        end_turn(params, state)


@kernel
def settle_pile(params, state, beaten):
    """Take the top card if its combination is beaten, else bury it; return whether the turn ends.

    An action card gives the right to another target in the same turn.
    """
    pile = state.target_pile
    if not beaten:
        bury_top(state, pile)
        return True
    card = take_top(state, pile)
    if params.card_kind[card] == ACTION:
        give_action_card(params, state, state.player, card)
        state.turn_step = TARGET
        return False
    give_castle(params, state, state.player, card)
    check_goals(state, state.player)
    return True


@kernel
def settle_castle(params, state, beaten):
    """Let the owner defend a castle whose combination is beaten; return whether the turn ends."""
    if not beaten:
        return True
    state.beat = result(params, state)
    state.target = DEFENCE
    begin_throws(params, state, state.target_owner)
    return False


@kernel
def settle_defence(params, state, beaten):
    """Give the castle to the attacker if the defence failed; return True, as the turn ends."""
    if not beaten:
        card = lose_castle(state, state.player, state.target_of)
        give_castle(params, state, state.active, card)
        check_goals(state, state.active)
    return True


@kernel
def settle_action_card(params, state, beaten):
    """Take another player's action card if it is beaten; return True, as the turn ends."""
    if beaten:
        card = lose_action_card(state, state.target_owner, state.target_of)
        give_action_card(params, state, state.player, card)
    return True


@kernel
def settle_tournament(params, state):
    """Update the leader, then let the next player throw or give the leader the card.

    Return whether the turn ends.
    """
    achieved = result(params, state)
    if achieved > state.beat:
        state.beat = achieved
        state.leader = state.player
    following = next_seat(params, state.player)
    if following != state.active:
        begin_throws(params, state, following)
        return False
    take_top(state, state.target_pile)
    state.tournaments[state.leader] += 1
    check_goals(state, state.leader)
    return True


@kernel
def settle_king(params, state, beaten):
    """Win, or ask which castle is lost (unless protected); return whether the turn ends."""
    if beaten:
        # The attempt stays, because no other field tells that the winner has beaten the king.
        win(state, state.player)
        return False
    if state.action_card[state.player, PROTECTION] != NONE:
        return True
    clear_attempt(state)
    state.turn_step = LOSE_CASTLE
    return False


# --- the end of a turn, and of the game --------------------------------------------------------


@kernel
def check_goals(state, seat):
    """End the game if `seat` has just received a card that reaches a goal.

    KN-9: a player can also win during another player's turn.
    """
    if reaches_goal(state, seat):
        win(state, seat)


@kernel
def win(state, seat):
    """End the game with `seat` as the winner."""
    state.winner = seat
    state.over = 1
    state.turn_step = TARGET


@kernel
def end_turn(params, state):
    """Remove the attempt; unless the game is over, place guards or let the player place them."""
    clear_attempt(state)
    state.player = state.active
    if state.over:
        return
    seat = state.player
    if has_castle_guard(state, seat) and state.num_castles[seat] > CASTLES_GUARDED:
        state.turn_step = GUARD_CASTLES
    else:
        guard_castles(params, state, seat, NONE)
        place_action_guard(params, state)


@kernel
def place_action_guard(params, state):
    """Guard the only possible card, if any, and start the next turn; if several, ask (KN-6)."""
    cards = 0
    guarded = NONE
    for kind in range(NUM_KINDS):
        if can_be_guarded(state, state.player, kind):
            cards += 1
            guarded = kind
    if cards > 1:
        state.turn_step = GUARD_ACTION
    else:
        state.action_guarded[state.player] = guarded
        next_turn(params, state)


@kernel
def next_turn(params, state):
    """Start the next player's turn, or end the game without a winner after `max_turns` (KN-10)."""
    state.turn += 1
    state.turn_step = TARGET
    state.buried = 0
    if state.turn == params.max_turns:
        state.over = 1
    else:
        state.active = next_seat(params, state.active)
        state.player = state.active
