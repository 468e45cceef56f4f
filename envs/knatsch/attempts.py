"""Attempts: the throws of a player, and what follows from them, target by target."""

from hofspiele.envs.core.kernels import kernel
from hofspiele.envs.knatsch.actions import NONE
from hofspiele.envs.knatsch.components import (
    ACTION,
    CASTLE,
    CATAPULT,
    CHAMPION,
    PROTECTION,
    TOURNAMENT,
    TREASON,
)
from hofspiele.envs.knatsch.dice import EMPTY_SET, FIRST_FULL, KEEP_ALL, MOST_THROWS, throw_dice
from hofspiele.envs.knatsch.state import ANY_RESULT, DEFENCE, DICE, KING, LOSE_CASTLE, PILE, TARGET
from hofspiele.envs.knatsch.turns import (
    bury_top,
    check_goals,
    clear_attempt,
    end_turn,
    give_action_card,
    give_castle,
    lose_action_card,
    lose_castle,
    take_top,
    top_card,
    win,
)

THROWS = 3

# --- naming a target ---------------------------------------------------------------------------


@kernel
def attack_pile(params, state, pile):
    """An attempt at the top card of a pile, or the tournament that it announces."""
    announces = params.card_kind[top_card(state, pile)] == TOURNAMENT
    clear_attempt(state)
    state.target = TOURNAMENT if announces else PILE
    state.target_pile = pile
    begin_attempt(params, state)


@kernel
def attack_card(params, state, target, owner, of):
    """An attempt at the castle of a colour, or the action card of a kind, of another player."""
    clear_attempt(state)
    state.target = target
    state.target_owner = owner
    state.target_of = of
    begin_attempt(params, state)


@kernel
def challenge_king(params, state):
    """An attempt at the king."""
    clear_attempt(state)
    state.target = KING
    begin_attempt(params, state)


@kernel
def begin_attempt(params, state):
    """The target is named: see what must be beaten, and throw."""
    state.beat = asked(params, state)
    first_throw(params, state)
    advance(params, state)


@kernel
def asked(params, state):
    """The result that the target asks to be beaten; the organiser of a tournament needs none."""
    if state.target == TOURNAMENT:
        return ANY_RESULT
    if state.target == KING:
        return params.king_beats
    if state.target == CASTLE:
        return params.beats[state.castle[state.target_owner, state.target_of]]
    if state.target == ACTION:
        return params.beats[state.action_card[state.target_owner, state.target_of]]
    return pile_asks(params, state, state.player, state.target_pile)


@kernel
def pile_asks(params, state, seat, pile):
    """The result that `seat` must beat to win the top card of a pile, which is no tournament."""
    card = top_card(state, pile)
    treason = state.action_card[seat, TREASON] != NONE
    if treason and params.card_kind[card] == CASTLE:
        # KN-8: treason helps only where that is lower
        return min(params.beats[card], params.treason_beats)
    return params.beats[card]


# --- throws ------------------------------------------------------------------------------------


@kernel
def first_throw(params, state):
    """The player begins to throw; the first throw, of all six dice, is made at once."""
    state.turn_step = DICE
    state.throws_left = throws_allowed(state, state.player, state.target, state.active)
    throw(params, state, EMPTY_SET)


@kernel
def throws_allowed(state, seat, target, active):
    """Three throws, or four by a bonus. KN-2: four at most, bonuses do not add up.

    It is `seat` that throws in the turn of `active`, who organises the tournament if there is one.
    """
    cards = state.action_card[seat]
    if target == CASTLE and cards[CATAPULT] != NONE:
        return MOST_THROWS
    if target == TOURNAMENT and (seat == active or cards[CHAMPION] != NONE):
        return MOST_THROWS
    return THROWS


@kernel
def throw(params, state, kept_set):
    """Throw all dice but the kept ones."""
    state.dice = throw_dice(params, state, kept_set)
    state.throws_left -= 1


@kernel
def keep(params, state, mask):
    """Throw the dice again that are not kept. KN-12: who keeps all of them stops, at any time."""
    if mask == KEEP_ALL:
        settle(params, state)
    else:
        throw(params, state, params.kept[state.dice - FIRST_FULL, mask])
    advance(params, state)


@kernel
def advance(params, state):
    """Play on up to the next decision: settle what is over by itself."""
    while state.turn_step == DICE and is_over(params, state):
        settle(params, state)


@kernel
def is_over(params, state):
    """Whether the player may throw no more, or need not as nothing more can be gained."""
    return state.throws_left == 0 or (
        stops_when_beaten(params, state) and result(params, state) > state.beat
    )


@kernel
def stops_when_beaten(params, state):
    """KN-14: whether a higher result than just enough gains nothing.

    It does gain against those who throw after: the owner of a castle (KN-5), and in a tournament
    all but the last.
    """
    if state.target == TOURNAMENT:
        return next_seat(params, state.player) == state.active
    return state.target != CASTLE


@kernel
def result(params, state):
    """The result of the dice on the table and the dice cards of the player."""
    return params.strength[state.dice, state.dice_cards[state.player]]


@kernel
def next_seat(params, seat):
    """The seat to the left."""
    return (seat + 1) % params.num_players


# --- what follows ------------------------------------------------------------------------------


@kernel
def settle(params, state):
    """The player's throws are over: carry out what follows."""
    if state.target == TOURNAMENT:
        settle_tournament(params, state)
        return
    beaten = result(params, state) > state.beat
    if state.target == PILE:
        settle_pile(params, state, beaten)
    elif state.target == CASTLE:
        settle_castle(params, state, beaten)
    elif state.target == ACTION:
        settle_action_card(params, state, beaten)
    elif state.target == DEFENCE:
        settle_defence(params, state, beaten)
    else:
        settle_king(params, state, beaten)


@kernel
def settle_pile(params, state, beaten):
    """Take the top card, or it goes under its pile. An action card gives another target."""
    pile = state.target_pile
    if not beaten:
        bury_top(state, pile)
        end_turn(params, state)
        return
    card = take_top(state, pile)
    if params.card_kind[card] == ACTION:
        give_action_card(params, state, state.player, card)
        state.turn_step = TARGET
    else:
        give_castle(params, state, state.player, card)
        check_goals(state, state.player)
        end_turn(params, state)


@kernel
def settle_castle(params, state, beaten):
    """The owner of a castle whose combination is beaten may defend it; else nothing moves."""
    if not beaten:
        end_turn(params, state)
        return
    state.beat = result(params, state)
    state.target = DEFENCE
    state.player = state.target_owner
    first_throw(params, state)


@kernel
def settle_defence(params, state, beaten):
    """The owner keeps the castle with a strictly higher result; else the attacker gets it."""
    if not beaten:
        card = lose_castle(state, state.player, state.target_of)
        give_castle(params, state, state.active, card)
        check_goals(state, state.active)
    end_turn(params, state)


@kernel
def settle_action_card(params, state, beaten):
    """Take the action card of another player, who can't defend it; else it stays."""
    if beaten:
        card = lose_action_card(state, state.target_owner, state.target_of)
        give_action_card(params, state, state.player, card)
    end_turn(params, state)


@kernel
def settle_tournament(params, state):
    """The best result so far leads; after all have thrown, the leader takes the card."""
    achieved = result(params, state)
    if achieved > state.beat:
        state.beat = achieved
        state.leader = state.player
    state.player = next_seat(params, state.player)
    if state.player != state.active:
        first_throw(params, state)
        return
    take_top(state, state.target_pile)
    state.tournaments[state.leader] += 1
    check_goals(state, state.leader)
    end_turn(params, state)


@kernel
def settle_king(params, state, beaten):
    """Who beats the king wins; else a castle goes, not from the owner of the protection card."""
    if beaten:
        win(state, state.player)  # the attempt stays: nothing else shows who beat the king
    elif state.action_card[state.player, PROTECTION] != NONE:
        end_turn(params, state)
    else:
        clear_attempt(state)
        state.turn_step = LOSE_CASTLE
