"""The result to try for if others throw afterwards. No rule depends on this module.

A higher result than necessary helps if others throw afterwards: the owner of a castle may defend
it, and in a tournament other players throw. The *threshold* is the best result that the later
throwers beat with a probability above 1/2. A player who beats the threshold is likely to win.
"""

import numpy as np

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.knatsch.attempts import THROWS, next_seat, throws_allowed
from hofspiele.envs.knatsch.components import MAX_PLAYERS
from hofspiele.envs.knatsch.odds.chances import all_chances, start_chance
from hofspiele.envs.knatsch.state import ANY_RESULT, CASTLE, TOURNAMENT


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
