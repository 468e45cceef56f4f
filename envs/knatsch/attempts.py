"""Attempts: what must be beaten, the throws, and what they make."""

from hofspiele.envs.core.kernels import kernel
from hofspiele.envs.knatsch.actions import NONE
from hofspiele.envs.knatsch.cards import top_card
from hofspiele.envs.knatsch.components import (
    ACTION,
    CASTLE,
    CATAPULT,
    CHAMPION,
    TOURNAMENT,
    TREASON,
)
from hofspiele.envs.knatsch.dice import EMPTY_SET, FIRST_FULL, MOST_THROWS, throw_dice
from hofspiele.envs.knatsch.state import ANY_RESULT, DICE, KING, NO_TARGET

THROWS = 3

# --- what must be beaten -----------------------------------------------------------------------


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
def begin_throws(params, state, seat):
    """`seat` begins to throw; the first throw, of all six dice, is made at once."""
    state.player = seat
    state.turn_step = DICE
    state.throws_left = throws_allowed(state, seat, state.target, state.active)
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
def throw_again(params, state, mask):
    """Throw the dice again that a mask does not keep."""
    throw(params, state, params.kept[state.dice - FIRST_FULL, mask])


@kernel
def must_stop(params, state):
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
    return params.strength[state.dice_cards[state.player], state.dice]


@kernel
def next_seat(params, seat):
    """The seat to the left."""
    return (seat + 1) % params.num_players
