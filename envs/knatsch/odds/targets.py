"""The chances of attempts at each kind of target, and the result to try for.

The chances are those of a player who only tries to beat the target. A higher result helps if others
throw afterwards: the owner of a castle may defend it, and in a tournament other players throw. The
*threshold* is the best result that the later throwers beat with a probability above 1/2. A player
who beats the threshold is likely to win. No rule depends on this module.
"""

import numpy as np

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.knatsch.actions import NONE
from hofspiele.envs.knatsch.attempts import (
    THROWS,
    next_seat,
    result_to_beat_on_pile,
    throws_allowed,
)
from hofspiele.envs.knatsch.cards import top_card
from hofspiele.envs.knatsch.components import MAX_PLAYERS
from hofspiele.envs.knatsch.dice import MOST_THROWS
from hofspiele.envs.knatsch.legality import may_win_top
from hofspiele.envs.knatsch.odds.chances import all_chances, start_chance
from hofspiele.envs.knatsch.state import ANY_RESULT, CASTLE, TOURNAMENT


@kernel
def pile_chance(params, state, seat, pile):
    """Return `seat`'s chance of winning the top card of a pile, or 0 if there is none to win.

    For a tournament, return the chance of beating the threshold below.
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


# --- thresholds --------------------------------------------------------------------------------


def likely_beaten() -> np.ndarray:
    """Return the field ``likely_beaten`` of the params, int16.

    The array is indexed by dice cards, throws less THROWS, and number of players less one. Each
    entry is the best result that this number of players with these dice cards is likely to beat.
    """
    chances = all_chances().start_chance[:, THROWS - 1 :, np.newaxis].astype(np.float64)
    players = np.arange(1, MAX_PLAYERS)[:, np.newaxis]
    likely = (1.0 - chances) ** players < 0.5
    # Higher results are beaten less often, so the last likely one is the best (0 if none is).
    return np.maximum(likely.sum(axis=-1) - 1, 0).astype(np.int16)


@kernel
def success_threshold(params, state):
    """Return the result that the current thrower should beat: `state.beat` or a better result."""
    followed = ANY_RESULT
    if state.target == CASTLE:
        followed = int(params.likely_beaten[state.dice_cards[state.target_owner], 0, 0])
    elif state.target == TOURNAMENT:
        followed = tournament_threshold(params, state, state.player, state.active)
    return max(followed, int(state.beat))


@kernel
def tournament_threshold(params, state, player, organiser):
    """Return the best result that the players who throw after `player` are likely to beat.

    Return ANY_RESULT for the last player.
    """
    followers = (organiser - player - 1) % params.num_players
    low = high = ANY_RESULT
    seat = next_seat(params, player)
    while seat != organiser:
        cards = state.dice_cards[seat]
        throws = throws_allowed(state, seat, TOURNAMENT, organiser)
        # Bounds of the search below: the highest threshold against any one later thrower, and the
        # threshold if all later throwers were as strong as the strongest.
        likely_beaten = params.likely_beaten[cards, throws - THROWS]
        low = max(low, int(likely_beaten[0]))
        high = max(high, int(likely_beaten[followers - 1]))
        seat = next_seat(params, seat)
    while low < high:
        middle = (low + high + 1) // 2
        if chance_to_stand(params, state, player, organiser, middle) < 0.5:
            low = middle
        else:
            high = middle - 1
    return low


@kernel
def chance_to_stand(params, state, player, organiser, achieved):
    """Return the chance that no later thrower beats `achieved`, the result of `player`.

    All later throwers are assumed to try only to beat this result.
    """
    chance = 1.0
    seat = next_seat(params, player)
    while seat != organiser:
        throws = throws_allowed(state, seat, TOURNAMENT, organiser)
        chance *= 1.0 - start_chance(params, state.dice_cards[seat], achieved, throws)
        seat = next_seat(params, seat)
    return chance
