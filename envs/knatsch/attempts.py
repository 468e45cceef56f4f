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
    clear_attempt,
    end_turn,
    give_action_card,
    give_castle,
    heed_goals,
    lose_action_card,
    lose_castle,
    take_top,
    top_card,
    win,
)

THROWS = 3

# --- naming a target ---------------------------------------------------------------------------


@kernel
def attack_pile(tables, state, pile):
    """An attempt at the top card of a pile, or the tournament that it announces."""
    announces = tables.card_kind[top_card(state, pile)] == TOURNAMENT
    clear_attempt(state)
    state.target = TOURNAMENT if announces else PILE
    state.target_pile = pile
    begin_attempt(tables, state)


@kernel
def attack_card(tables, state, target, owner, of):
    """An attempt at the castle of a colour, or the action card of a kind, of another player."""
    clear_attempt(state)
    state.target = target
    state.target_owner = owner
    state.target_of = of
    begin_attempt(tables, state)


@kernel
def challenge_king(tables, state):
    """An attempt at the king."""
    clear_attempt(state)
    state.target = KING
    begin_attempt(tables, state)


@kernel
def begin_attempt(tables, state):
    """The target is named: see what must be beaten, and throw."""
    state.beat = asked(tables, state)
    first_throw(tables, state)
    go_on(tables, state)


@kernel
def asked(tables, state):
    """The result that the target asks to be beaten; the organiser of a tournament needs none."""
    if state.target == TOURNAMENT:
        return ANY_RESULT
    if state.target == KING:
        return tables.king_beats
    if state.target == CASTLE:
        return tables.beats[state.castle[state.target_owner, state.target_of]]
    if state.target == ACTION:
        return tables.beats[state.action_card[state.target_owner, state.target_of]]
    return pile_asks(tables, state, state.player, state.target_pile)


@kernel
def pile_asks(tables, state, seat, pile):
    """The result that `seat` must beat to win the top card of a pile, which is no tournament."""
    card = top_card(state, pile)
    treason = state.action_card[seat, TREASON] != NONE
    if treason and tables.card_kind[card] == CASTLE:
        # KN-8: treason helps only where that is lower
        return min(tables.beats[card], tables.treason_beats)
    return tables.beats[card]


# --- throws ------------------------------------------------------------------------------------


@kernel
def first_throw(tables, state):
    """The player begins to throw; the first throw, of all six dice, is made at once."""
    state.turn_step = DICE
    state.throws_left = throws_allowed(state, state.player, state.target, state.active)
    throw(tables, state, EMPTY_SET)


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
def throw(tables, state, kept_set):
    """Throw all dice but the kept ones."""
    state.dice = throw_dice(tables, state, kept_set)
    state.throws_left -= 1


@kernel
def keep(tables, state, mask):
    """Throw the dice again that are not kept. KN-12: who keeps all of them stops, at any time."""
    if mask == KEEP_ALL:
        settle(tables, state)
    else:
        throw(tables, state, tables.kept[state.dice - FIRST_FULL, mask])
    go_on(tables, state)


@kernel
def go_on(tables, state):
    """Play on up to the next decision: settle what is over by itself."""
    while state.turn_step == DICE and is_over(tables, state):
        settle(tables, state)


@kernel
def is_over(tables, state):
    """Whether the player may throw no more, or need not as nothing more can be gained."""
    return state.throws_left == 0 or (
        stops_when_beaten(tables, state) and result(tables, state) > state.beat
    )


@kernel
def stops_when_beaten(tables, state):
    """KN-14: whether a higher result than just enough gains nothing.

    It does gain against those who throw after: the owner of a castle (KN-5), and in a tournament
    all but the last.
    """
    if state.target == TOURNAMENT:
        return next_seat(tables, state.player) == state.active
    return state.target != CASTLE


@kernel
def result(tables, state):
    """The result of the dice on the table and the dice cards of the player."""
    return tables.strength[state.dice, state.dice_cards[state.player]]


@kernel
def next_seat(tables, seat):
    """The seat to the left."""
    return (seat + 1) % tables.num_players


# --- what follows ------------------------------------------------------------------------------


@kernel
def settle(tables, state):
    """The player's throws are over: carry out what follows."""
    if state.target == TOURNAMENT:
        settle_tournament(tables, state)
        return
    beaten = result(tables, state) > state.beat
    if state.target == PILE:
        settle_pile(tables, state, beaten)
    elif state.target == CASTLE:
        settle_castle(tables, state, beaten)
    elif state.target == ACTION:
        settle_action_card(tables, state, beaten)
    elif state.target == DEFENCE:
        settle_defence(tables, state, beaten)
    else:
        settle_king(tables, state, beaten)


@kernel
def settle_pile(tables, state, beaten):
    """Take the top card, or it goes under its pile. An action card gives another target."""
    pile = state.target_pile
    if not beaten:
        bury_top(state, pile)
        end_turn(tables, state)
        return
    card = take_top(state, pile)
    if tables.card_kind[card] == ACTION:
        give_action_card(tables, state, state.player, card)
        state.turn_step = TARGET
    else:
        give_castle(tables, state, state.player, card)
        heed_goals(state, state.player)
        end_turn(tables, state)


@kernel
def settle_castle(tables, state, beaten):
    """The owner of a castle whose combination is beaten may defend it; else nothing moves."""
    if not beaten:
        end_turn(tables, state)
        return
    state.beat = result(tables, state)
    state.target = DEFENCE
    state.player = state.target_owner
    first_throw(tables, state)


@kernel
def settle_defence(tables, state, beaten):
    """The owner keeps the castle with a strictly higher result; else the attacker gets it."""
    if not beaten:
        card = lose_castle(state, state.player, state.target_of)
        give_castle(tables, state, state.active, card)
        heed_goals(state, state.active)
    end_turn(tables, state)


@kernel
def settle_action_card(tables, state, beaten):
    """Take the action card of another player, who can't defend it; else it stays."""
    if beaten:
        card = lose_action_card(state, state.target_owner, state.target_of)
        give_action_card(tables, state, state.player, card)
    end_turn(tables, state)


@kernel
def settle_tournament(tables, state):
    """The best result so far leads; after all have thrown, the leader takes the card."""
    achieved = result(tables, state)
    if achieved > state.beat:
        state.beat = achieved
        state.leader = state.player
    state.player = next_seat(tables, state.player)
    if state.player != state.active:
        first_throw(tables, state)
        return
    take_top(state, state.target_pile)
    state.tournaments[state.leader] += 1
    heed_goals(state, state.leader)
    end_turn(tables, state)


@kernel
def settle_king(tables, state, beaten):
    """Who beats the king wins; else a castle goes, not from the owner of the protection card."""
    if beaten:
        win(state, state.player)  # the attempt stays: nothing else shows who beat the king
    elif state.action_card[state.player, PROTECTION] != NONE:
        end_turn(tables, state)
    else:
        clear_attempt(state)
        state.turn_step = LOSE_CASTLE
