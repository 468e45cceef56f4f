"""What to aim at with the dice, beyond what must be beaten.

Who is followed by others gains by a result that is higher than just enough: the owner of a castle
may defend it, and in a tournament the others throw too. The *aim* is the best result that those who
throw after are more likely to beat than not; who beats it is likely to win.
"""

from typing import Any

import numpy as np

from hofspiele.envs.core.kernels import kernel
from hofspiele.envs.knatsch.attempts import THROWS, next_seat, throws_allowed
from hofspiele.envs.knatsch.chances import chance_of, start_chance
from hofspiele.envs.knatsch.components import MAX_PLAYERS
from hofspiele.envs.knatsch.dice import (
    EMPTY_SET,
    FIRST_FULL,
    KEEP_ALL,
    MOST_THROWS,
    NO_SET,
    NUM_CARD_SETS,
    NUM_KEEPS,
    NUM_RESULTS,
    NUM_SETS,
)
from hofspiele.envs.knatsch.state import ANY_RESULT, CASTLE, TOURNAMENT

NO_KEEP = -1


def aim_fields() -> list[tuple[Any, ...]]:
    """The fields that the tables of a game need for this room.

    ``likely_beaten`` remembers `likely_beaten` by dice cards, throws and players: the result plus
    1, so that 0 means not yet known. ``keep_masks`` lists for each full set (less FIRST_FULL) the
    allowed keep masks that throw dice again; then comes NO_KEEP.
    """
    throwers = (NUM_CARD_SETS, MOST_THROWS - THROWS + 1, MAX_PLAYERS - 1)
    return [
        ("likely_beaten", np.int16, throwers),
        ("keep_masks", np.int16, (NUM_SETS - FIRST_FULL, NUM_KEEPS)),
    ]


def fill_aim_params(table: np.record) -> None:
    """Fill `keep_masks`; what is remembered comes in play."""
    table.keep_masks[:] = NO_KEEP
    for kept, masks in zip(table.kept, table.keep_masks, strict=True):
        allowed = np.flatnonzero(kept[:KEEP_ALL] != NO_SET)
        masks[: len(allowed)] = allowed


@kernel
def aim(params, state):
    """The result that who throws now should beat: what must be beaten, or better."""
    followed = ANY_RESULT
    if state.target == CASTLE:
        followed = likely_beaten(params, state.dice_cards[state.target_owner], THROWS, 1)
    elif state.target == TOURNAMENT:
        followed = tournament_aim(params, state, state.player, state.active)
    return max(followed, int(state.beat))


@kernel
def tournament_aim(params, state, player, organiser):
    """The best result that those who throw after `player` are likely to beat; none for the last."""
    followers = (organiser - player - 1) % params.num_players
    low = high = ANY_RESULT
    seat = next_seat(params, player)
    while seat != organiser:
        cards = state.dice_cards[seat]
        throws = throws_allowed(state, seat, TOURNAMENT, organiser)
        # all beat what one of them is likely to beat, and no more than if all were like the best
        low = max(low, likely_beaten(params, cards, throws, 1))
        high = max(high, likely_beaten(params, cards, throws, followers))
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
    """The chance that nobody who throws after `player` in a tournament beats a result.

    All of them are taken to try just that.
    """
    chance = 1.0
    seat = next_seat(params, player)
    while seat != organiser:
        throws = throws_allowed(state, seat, TOURNAMENT, organiser)
        chance *= 1.0 - start_chance(params, state.dice_cards[seat], achieved, throws)
        seat = next_seat(params, seat)
    return chance


@kernel
def likely_beaten(params, cards, throws, players):
    """The best result that one of some players, all with these dice cards, is likely to beat."""
    known = params.likely_beaten[cards, throws - THROWS]
    if known[players - 1] == 0:
        low, high = 0, NUM_RESULTS - 1
        while low < high:
            middle = (low + high + 1) // 2
            if (1.0 - start_chance(params, cards, middle, throws)) ** players < 0.5:
                low = middle
            else:
                high = middle - 1
        known[players - 1] = low + 1
    return known[players - 1] - 1


@kernel
def keep_chances(params, cards, beat, throws):
    """For each set of fewer than six dice the chance to beat a result that keeps it, plus 1."""
    chance_of(params, cards, beat, throws, EMPTY_SET)  # the memo knows all of them then
    return params.chance[cards, beat, throws - 1]
