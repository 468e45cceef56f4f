"""The legal actions of each decision, and the cards that may be targets."""

from hofspiele.envs.core.compile.kernels import kernel
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
    """Fill `mask` with the legal actions of the deciding player."""
    mask[:] = False
    if state.turn_step == DICE:
        legal_keeps(params, state, mask)
    elif state.turn_step == TARGET:
        legal_turn(params, state, mask)
    elif state.turn_step in (LOSE_CASTLE, GUARD_CASTLES):
        legal_castles(params, state, mask)
    else:
        legal_guards(params, state, mask)


@kernel
def legal_keeps(params, state, mask):
    """Allow each choice of dice to keep that includes all sixes."""
    kept = params.kept[state.dice - FIRST_FULL]
    keeps = mask[params.first_keep :]
    for keep_mask in range(NUM_KEEPS):
        keeps[keep_mask] = kept[keep_mask] != NO_SET


# --- a turn ------------------------------------------------------------------------------------


@kernel
def legal_turn(params, state, mask):
    """Allow naming a target, challenging the king, and burying.

    KN-15: passing is legal only if nothing else is, except in the case of KN-18.
    KN-18: a player who has just won an action card from a pile may name another target or pass.
    """
    targets = False
    for pile in range(NUM_PILES):
        if may_win_top(params, state, state.active, pile):
            mask[params.pile_action[pile]] = True
            targets = True
    for offset in range(1, params.num_players):
        owner = (state.player + offset) % params.num_players
        if may_lose_castle(params, state, owner):
            castles = mask[params.castle_action[offset, 0] :]
            for colour in range(params.num_colours):
                castles[colour] = may_attack_castle(state, state.active, owner, colour)
                targets |= castles[colour]
        cards = mask[params.card_action[offset, 0] :]
        for kind in range(NUM_KINDS):
            cards[kind] = may_attack_action_card(state, state.active, owner, kind)
            targets |= cards[kind]
    challenges = may_challenge(state)
    mask[params.king_action] = challenges
    buries = may_bury(params, state, targets) and legal_burials(params, state, mask)
    mask[params.pass_action] = state.target == PILE or not (targets or challenges or buries)


@kernel
def may_win_top(params, state, seat, pile):
    """Return whether there is a card on top of a pile that `seat` may win."""
    return state.pile_size[pile] > 0 and may_win(params, state, seat, top_card(state, pile))


@kernel
def may_win(params, state, seat, card):
    """Return whether `seat` may own a card: one castle per colour and one action card per kind."""
    if params.card_kind[card] == CASTLE:
        return state.castle[seat, params.card_of[card]] == NONE
    if params.card_kind[card] == ACTION:
        return state.action_card[seat, params.card_of[card]] == NONE
    return True


@kernel
def may_lose_castle(params, state, owner):
    """Return whether the castles of `owner` may be attacked at all.

    A player's only castle is safe; with two players the owner must have three castles or more.
    """
    fewest = 3 if params.num_players == 2 else 2
    return state.num_castles[owner] >= fewest


@kernel
def may_attack_castle(state, seat, owner, colour):
    """Return whether `seat` may attack a castle of `owner` if `may_lose_castle` is true.

    The castle must exist, its colour must be new to `seat`, and no guard may protect it.
    """
    # `and` would be slow here, as the processor can't predict who owns a card.
    return (
        (state.castle[owner, colour] != NONE)
        & (state.castle[seat, colour] == NONE)
        & (state.castle_guarded[owner, colour] == 0)
    )


@kernel
def may_attack_action_card(state, seat, owner, kind):
    """Return whether `seat` may attack an action card of `owner`.

    The card must exist, its kind must be new to `seat`, and no guard may protect it. KN-21: action
    cards may be attacked in any round, even the first.
    """
    return (
        (state.action_card[owner, kind] != NONE)
        & (state.action_card[seat, kind] == NONE)
        & (state.action_guarded[owner] != kind)
    )


@kernel
def may_challenge(state):
    """Return whether the player may challenge the king.

    The player needs exactly three castles. KN-17: a challenge must be the turn's first decision.
    """
    begins = state.target == NO_TARGET and state.buried == 0
    return begins and state.num_castles[state.active] == CASTLES_TO_CHALLENGE


@kernel
def may_bury(params, state, targets):
    """Return whether the player may bury: once a turn, or twice with the stack card.

    KN-7: a player without a target may bury further cards while this can reveal one. KN-16: at most
    as many further cards as both piles hold.

    `targets` is True if there is a target.
    """
    beyond = state.buried - burials_a_turn(state)
    if beyond < 0:
        return True
    if targets or beyond >= state.pile_size[0] + state.pile_size[1]:
        return False
    return piles_hide_target(params, state)


@kernel
def burials_a_turn(state):
    """Return how many cards the player may bury per turn, apart from the extra burials of KN-7."""
    return BURIALS_WITH_STACK if state.action_card[state.active, STACK] != NONE else BURIALS


@kernel
def most_burials(state):
    """Return an upper bound on the burials of a turn (KN-16).

    The bound assumes that all cards are in the piles.
    """
    return BURIALS_WITH_STACK + len(state.pile[0])


@kernel
def piles_hide_target(params, state):
    """Return whether a pile hides a card that the player could win if it were on top."""
    for pile in range(NUM_PILES):
        for place in range(state.pile_size[pile] - 1):
            if may_win(params, state, state.active, state.pile[pile, place]):
                return True
    return False


@kernel
def legal_burials(params, state, mask):
    """Allow the burials of top cards; return whether there are any.

    KN-13: the only card of a pile can't be buried, as nothing would change.
    """
    found = False
    for pile in range(NUM_PILES):
        if state.pile_size[pile] > 1:
            mask[params.bury_action[pile]] = True
            found = True
    return found


# --- castles and guards ------------------------------------------------------------------------


@kernel
def legal_castles(params, state, mask):
    """Allow putting any castle under any pile, or the castle guard to leave any one unguarded.

    A castle is put under a pile after a failed challenge to the king.
    """
    for colour in range(params.num_colours):
        owned = state.castle[state.player, colour] != NONE
        if state.turn_step == GUARD_CASTLES:
            mask[params.leave_action[colour]] = owned
        else:
            for pile in range(NUM_PILES):
                mask[params.lose_action[colour, pile]] = owned


@kernel
def legal_guards(params, state, mask):
    """Allow the action guard to protect any action card except itself."""
    for kind in range(NUM_KINDS):
        if can_be_guarded(state, state.player, kind):
            mask[params.guard_action[kind]] = True
