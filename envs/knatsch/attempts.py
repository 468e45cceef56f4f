"""Attempts: the result to beat, the throws, and the result of the dice."""

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.knatsch.actions import CHALLENGE, NONE, TARGET_CASTLE, TARGET_PILE
from hofspiele.envs.knatsch.cards import top_card
from hofspiele.envs.knatsch.components import (
    ACTION,
    CASTLE,
    CATAPULT,
    CHAMPION,
    TOURNAMENT,
    TREASON,
)
from hofspiele.envs.knatsch.dice import EMPTY_SET, MOST_THROWS, throw_dice
from hofspiele.envs.knatsch.state import ANY_RESULT, DICE, KING, NO_TARGET, PILE

THROWS = 3

# --- the target and the result to beat -----------------------------------------------------------


@kernel
def clear_attempt(state):
    """Remove the attempt and the dice from the table."""
    state.target = NO_TARGET
    state.target_pile = NONE
    state.target_owner = NONE
    state.target_of = NONE
    state.dice = NONE
    state.throws_left = 0
    state.beat = ANY_RESULT
    state.leader = NONE


@kernel
def name_target(params, state, action):
    """Set the target that an action names, such as a tournament on top of a pile."""
    kind, subject = params.action_kind[action], params.action_subject[action]
    clear_attempt(state)
    if kind == CHALLENGE:
        state.target = KING
    elif kind == TARGET_PILE:
        announces = params.card_kind[top_card(state, subject)] == TOURNAMENT
        state.target = TOURNAMENT if announces else PILE
        state.target_pile = subject
    else:
        state.target = CASTLE if kind == TARGET_CASTLE else ACTION
        state.target_owner = (state.player + params.action_place[action]) % params.num_players
        state.target_of = subject


@kernel
def result_to_beat(params, state):
    """Return the result to beat for the current target, or ANY_RESULT as a tournament begins."""
    if state.target == TOURNAMENT:
        return ANY_RESULT
    if state.target == KING:
        return params.king_beats
    if state.target == CASTLE:
        return params.beats[state.castle[state.target_owner, state.target_of]]
    if state.target == ACTION:
        return params.beats[state.action_card[state.target_owner, state.target_of]]
    return result_to_beat_on_pile(params, state, state.player, state.target_pile)


@kernel
def result_to_beat_on_pile(params, state, seat, pile):
    """Return the result that `seat` must beat to win the castle or action card on a pile."""
    card = top_card(state, pile)
    treason = state.action_card[seat, TREASON] != NONE
    if treason and params.card_kind[card] == CASTLE:
        # KN-8: treason counts only if it lowers the result to beat.
        return min(params.beats[card], params.treason_beats)
    return params.beats[card]


# --- throws ------------------------------------------------------------------------------------


@kernel
def begin_throws(params, state, seat):
    """Make `seat` the deciding player and throw all six dice for it."""
    state.player = seat
    state.turn_step = DICE
    state.throws_left = throws_allowed(state, seat, state.target, state.active)
    throw(params, state, EMPTY_SET)


@kernel
def throws_allowed(state, seat, target, active):
    """Return how many throws `seat` has: three, or four with a bonus.

    KN-2: bonuses do not add up, so four is the maximum.

    `active` is the seat whose turn it is; in a tournament it is the organiser.
    """
    cards = state.action_card[seat]
    if target == CASTLE and cards[CATAPULT] != NONE:
        return MOST_THROWS
    if target == TOURNAMENT and (seat == active or cards[CHAMPION] != NONE):
        return MOST_THROWS
    return THROWS


@kernel
def throw(params, state, kept_set):
    """Throw all dice except those in `kept_set`; this uses up one throw."""
    state.dice = throw_dice(params, state, kept_set)
    state.throws_left -= 1


@kernel
def must_stop(params, state):
    """Return whether no throws are left, or the target is beaten and nobody throws afterwards."""
    return state.throws_left == 0 or (
        stops_when_beaten(params, state) and result(params, state) > state.beat
    )


@kernel
def stops_when_beaten(params, state):
    """Return whether the attempt ends as soon as the target is beaten (KN-14).

    A higher result still helps if others throw afterwards: in an attack on a castle (KN-5), and in
    a tournament for all players except the last.
    """
    if state.target == TOURNAMENT:
        return next_seat(params, state.player) == state.active
    return state.target != CASTLE


@kernel
def result(params, state):
    """Return the result of the dice on the table together with the player's dice cards."""
    return params.strength[state.dice_cards[state.player], state.dice]


@kernel
def next_seat(params, seat):
    """Return the seat to the left of `seat`."""
    return (seat + 1) % params.num_players
