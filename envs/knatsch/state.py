"""The record of a Knatsch position. One size serves 2 to 6 players."""

import numpy as np

from hofspiele.envs.core.state import state_dtype
from hofspiele.envs.knatsch.actions import NONE
from hofspiele.envs.knatsch.components import (
    ACTION,
    CASTLE,
    MAX_PLAYERS,
    NUM_KINDS,
    NUM_PILES,
    TOURNAMENT,
    Components,
)

# what an attempt is at: a castle or an action card of another player, a tournament, …
TARGETS = (CASTLE, ACTION, TOURNAMENT, *range(3, 6))
PILE, KING, DEFENCE = TARGETS[3:]
NO_TARGET = NONE

TARGET, DICE, LOSE_CASTLE, GUARD_CASTLES, GUARD_ACTION = range(5)
STEPS = ("target", "dice", "lose castle", "guard castles", "guard action")

# as the result to beat: any result will do, also nothing
ANY_RESULT = -1


def knatsch_dtype(components: Components) -> np.dtype:
    """dtype of a position with these cards, with c colours, 12 kinds and n cards in all.

    A card is its number: castles, then action cards, then one number for all tournaments.

    ==================  ========  ================================================================
    field               shape     meaning
    ==================  ========  ================================================================
    ``active``                    seat whose turn it is
    ``turn``                      turns begun before this one
    ``winner``                    seat, or NONE
    ``turn_step``                 TARGET, DICE, LOSE_CASTLE, GUARD_CASTLES or GUARD_ACTION
    ``buried``                    cards buried this turn
    ``castle``          (6, c)    castle of a colour that a seat owns, or NONE
    ``action_card``     (6, 12)   action card of a kind that a seat owns, or NONE
    ``tournaments``     (6,)      tournament cards of each seat
    ``castle_guarded``  (6, c)    1 for castles that their owner's castle guard protects
    ``action_guarded``  (6,)      kind that the seat's action guard protects, or NONE
    ``pile_size``       (2,)      cards in each pile
    ``pile``            (2, n)    cards, the *last* of the first `pile_size` is the top; then NONE
    ``known_below``     (2,)      cards at the bottom of the pile that all saw going there
    ``target``                    what the attempt is at: CASTLE, ACTION, TOURNAMENT, PILE, KING or
                                  DEFENCE; NO_TARGET if there is none
    ``target_pile``               its pile (PILE, TOURNAMENT), or NONE
    ``target_owner``              seat that owns the target (CASTLE, ACTION, DEFENCE), or NONE
    ``target_of``                 its colour (CASTLE, DEFENCE) or kind (ACTION), or NONE
    ``dice``                      the dice on the table as a full set, NONE without an attempt
    ``throws_left``               throws that `player`, who throws, still has
    ``beat``                      the result to beat, or ANY_RESULT
    ``leader``                    seat with the best result in a tournament so far, or NONE
    ``dice_cards``      (6,)      bit f - 1 is set for who owns die f, and
    ``num_castles``     (6,)      castles of each seat: both follow from the cards, but are kept, as
                                  they are read at every throw and cards seldom move
    ==================  ========  ================================================================

    There is an attempt while dice are thrown; it stays after an action card was won from a pile, as
    the player names another target then, and after the king was beaten, as nothing else shows it.
    """
    colours = len(components.colours)
    return state_dtype(
        [
            ("active", np.int16),
            ("turn", np.int16),
            ("winner", np.int16),
            ("turn_step", np.int16),
            ("buried", np.int16),
            ("castle", np.int16, (MAX_PLAYERS, colours)),
            ("action_card", np.int16, (MAX_PLAYERS, NUM_KINDS)),
            ("tournaments", np.int16, (MAX_PLAYERS,)),
            ("castle_guarded", np.int16, (MAX_PLAYERS, colours)),
            ("action_guarded", np.int16, (MAX_PLAYERS,)),
            ("pile_size", np.int16, (NUM_PILES,)),
            ("pile", np.int16, (NUM_PILES, components.num_cards)),
            ("known_below", np.int16, (NUM_PILES,)),
            ("target", np.int16),
            ("target_pile", np.int16),
            ("target_owner", np.int16),
            ("target_of", np.int16),
            ("dice", np.int16),
            ("throws_left", np.int16),
            ("beat", np.int16),
            ("leader", np.int16),
            ("dice_cards", np.int16, (MAX_PLAYERS,)),
            ("num_castles", np.int16, (MAX_PLAYERS,)),
        ]
    )
