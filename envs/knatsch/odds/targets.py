"""The chances of attempts at each kind of target if the player only tries to beat the target."""

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.knatsch.actions import NONE
from hofspiele.envs.knatsch.attempts import THROWS, result_to_beat_on_pile, throws_allowed
from hofspiele.envs.knatsch.cards import top_card
from hofspiele.envs.knatsch.dice import MOST_THROWS
from hofspiele.envs.knatsch.legality import may_win_top
from hofspiele.envs.knatsch.odds.chances import start_chance
from hofspiele.envs.knatsch.odds.thresholds import tournament_threshold
from hofspiele.envs.knatsch.state import CASTLE


@kernel
def pile_chance(params, state, seat, pile):
    """Return `seat`'s chance of winning the top card of a pile, or 0 if there is none to win.

    For a tournament, return the chance of beating the threshold of odds/thresholds.py.
    """
    if not may_win_top(params, state, seat, pile):
        return 0.0
    cards = state.dice_cards[seat]
    if top_card(state, pile) == params.tournament_card:
        threshold = tournament_threshold(params, state, seat, seat)
        return start_chance(params, cards, threshold, MOST_THROWS)
    return start_chance(params, cards, result_to_beat_on_pile(params, state, seat, pile), THROWS)


@kernel
def castle_chance(params, state, seat, owner, colour):
    """Return `seat`'s chance of beating a castle's combination, before the owner defends it."""
    throws = throws_allowed(state, seat, CASTLE, seat)
    beat = params.beats[state.castle[owner, colour]]
    return start_chance(params, state.dice_cards[seat], beat, throws)


@kernel
def action_chance(params, state, seat, owner, kind):
    """Return `seat`'s chance of winning an action card of another player."""
    beat = params.beats[state.action_card[owner, kind]]
    return start_chance(params, state.dice_cards[seat], beat, THROWS)


@kernel
def king_chance(params, state, seat):
    """Return `seat`'s chance of beating the king."""
    return start_chance(params, state.dice_cards[seat], params.king_beats, THROWS)


@kernel
def castle_threat(params, state, owner, colour):
    """Return the opponents' highest chance of beating a castle if it were unguarded."""
    threat = 0.0
    for seat in range(params.num_players):
        if seat != owner and state.castle[seat, colour] == NONE:
            threat = max(threat, castle_chance(params, state, seat, owner, colour))
    return threat


@kernel
def action_threat(params, state, owner, kind):
    """Return the opponents' highest chance of winning an action card if it were unguarded."""
    threat = 0.0
    for seat in range(params.num_players):
        if seat != owner and state.action_card[seat, kind] == NONE:
            threat = max(threat, action_chance(params, state, seat, owner, kind))
    return threat
