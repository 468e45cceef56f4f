"""What is allowed: the legal actions of every decision, and what their targets may be."""

from hofspiele.envs.core.kernels import kernel
from hofspiele.envs.knatsch.actions import NONE
from hofspiele.envs.knatsch.cards import can_be_guarded, top_card
from hofspiele.envs.knatsch.components import ACTION, CASTLE, NUM_KINDS, NUM_PILES, STACK
from hofspiele.envs.knatsch.dice import FIRST_FULL, NO_SET, NUM_KEEPS
from hofspiele.envs.knatsch.scoring import CASTLES_TO_CHALLENGE
from hofspiele.envs.knatsch.state import DICE, GUARD_CASTLES, LOSE_CASTLE, NO_TARGET, PILE, TARGET

BURIALS = 1
BURIALS_WITH_STACK = 2


@kernel
def legal(params, state, mask):
    """Fill the mask of the decision that the turn has come to."""
    mask[:] = False
    if state.turn_step == DICE:
        legal_keeps(params, state, mask)
    elif state.turn_step == TARGET:
        legal_turn(params, state, mask)
    elif state.turn_step == LOSE_CASTLE:
        legal_losses(params, state, mask)
    elif state.turn_step == GUARD_CASTLES:
        legal_leaves(params, state, mask)
    else:
        legal_guards(params, state, mask)


@kernel
def legal_keeps(params, state, mask):
    """Any dice may be kept; a six always is."""
    kept = params.kept[state.dice - FIRST_FULL]
    keeps = mask[params.first_keep :]
    for keep_mask in range(NUM_KEEPS):
        keeps[keep_mask] = kept[keep_mask] != NO_SET


# --- a turn ------------------------------------------------------------------------------------


@kernel
def legal_turn(params, state, mask):
    """Name a target, challenge the king, or bury; KN-15: pass only if nothing else is legal.

    KN-18: who has just won an action card from a pile may name another target, but need not.
    """
    targets = legal_piles(params, state, mask)
    for offset in range(1, params.num_players):
        owner = (state.player + offset) % params.num_players
        targets |= legal_castles(params, state, owner, params.castle_action[offset], mask)
        targets |= legal_action_cards(params, state, owner, params.card_action[offset], mask)
    challenges = may_challenge(state)
    mask[params.king_action] = challenges
    buries = may_bury(params, state, targets) and legal_burials(params, state, mask)
    mask[params.pass_action] = state.target == PILE or not (targets or challenges or buries)


@kernel
def legal_piles(params, state, mask):
    """The top cards that the player may win; whether there is one."""
    found = False
    for pile in range(NUM_PILES):
        if may_win_top(params, state, state.active, pile):
            mask[params.pile_action[pile]] = True
            found = True
    return found


@kernel
def may_win_top(params, state, seat, pile):
    """Whether there is a card on top of a pile that `seat` may win."""
    return state.pile_size[pile] > 0 and may_win(params, state, seat, top_card(state, pile))


@kernel
def may_win(params, state, seat, card):
    """No duplicates: no castle of an own colour, no action card of an own kind."""
    if params.card_kind[card] == CASTLE:
        return state.castle[seat, params.card_of[card]] == NONE
    if params.card_kind[card] == ACTION:
        return state.action_card[seat, params.card_of[card]] == NONE
    return True


@kernel
def legal_castles(params, state, owner, actions, mask):
    """The castles of `owner` that may be attacked; whether there is one."""
    found = False
    if may_lose_castle(params, state, owner):
        for colour in range(params.num_colours):
            attacked = may_attack_castle(state, state.active, owner, colour)
            mask[actions[colour]] = attacked
            found |= attacked
    return found


@kernel
def may_lose_castle(params, state, owner):
    """An only castle can't be attacked; with two players a third one must be there."""
    fewest = 3 if params.num_players == 2 else 2
    return state.num_castles[owner] >= fewest


@kernel
def may_attack_castle(state, seat, owner, colour):
    """A castle of another player, of a colour not owned, that no guard protects."""
    return (
        state.castle[owner, colour] != NONE
        and state.castle[seat, colour] == NONE
        and not state.castle_guarded[owner, colour]
    )


@kernel
def legal_action_cards(params, state, owner, actions, mask):
    """The action cards of `owner` that may be attacked; whether there is one."""
    found = False
    for kind in range(NUM_KINDS):
        attacked = may_attack_action_card(state, state.active, owner, kind)
        mask[actions[kind]] = attacked
        found |= attacked
    return found


@kernel
def may_attack_action_card(state, seat, owner, kind):
    """An action card of another player, of a kind not owned, that no guard protects.

    KN-21: in any round, also the first.
    """
    return (
        state.action_card[owner, kind] != NONE
        and state.action_card[seat, kind] == NONE
        and state.action_guarded[owner] != kind
    )


@kernel
def may_challenge(state):
    """With three castles, instead of anything else. KN-17: a burial is something else too."""
    begins = state.target == NO_TARGET and state.buried == 0
    return begins and state.num_castles[state.active] == CASTLES_TO_CHALLENGE


@kernel
def may_bury(params, state, targets):
    """Once a turn, twice with the stack card; KN-7: on and on if that can open a target.

    `targets` says whether there is one already. Which pile hides a target nobody knows, so KN-16:
    who has buried as many cards beyond their right as there are in both piles must stop.
    """
    beyond = state.buried - burials_a_turn(state)
    if beyond < 0:
        return True
    if targets or beyond >= state.pile_size[0] + state.pile_size[1]:
        return False
    return piles_hide_target(params, state)


@kernel
def burials_a_turn(state):
    """How often the player may bury in any case."""
    return BURIALS_WITH_STACK if state.action_card[state.active, STACK] != NONE else BURIALS


@kernel
def most_burials(state):
    """More than these nobody buries in a turn: all cards are in the piles, and KN-16."""
    return BURIALS_WITH_STACK + len(state.pile[0])


@kernel
def piles_hide_target(params, state):
    """Whether a card below the top of a pile could be targeted if it came up."""
    for pile in range(NUM_PILES):
        for place in range(state.pile_size[pile] - 1):
            if may_win(params, state, state.active, state.pile[pile, place]):
                return True
    return False


@kernel
def legal_burials(params, state, mask):
    """The piles whose top card may go under them; whether there is one.

    KN-13: not a pile of a single card, where nothing would change.
    """
    found = False
    for pile in range(NUM_PILES):
        if state.pile_size[pile] > 1:
            mask[params.bury_action[pile]] = True
            found = True
    return found


# --- castles and guards ------------------------------------------------------------------------


@kernel
def legal_losses(params, state, mask):
    """After a failed challenge to the king: any castle, under any pile."""
    for colour in range(params.num_colours):
        if state.castle[state.player, colour] != NONE:
            for pile in range(NUM_PILES):
                mask[params.lose_action[colour, pile]] = True


@kernel
def legal_leaves(params, state, mask):
    """The castle guard leaves any castle unguarded."""
    for colour in range(params.num_colours):
        mask[params.leave_action[colour]] = state.castle[state.player, colour] != NONE


@kernel
def legal_guards(params, state, mask):
    """The action guard protects any card but itself."""
    for kind in range(NUM_KINDS):
        if can_be_guarded(state, state.player, kind):
            mask[params.guard_action[kind]] = True
