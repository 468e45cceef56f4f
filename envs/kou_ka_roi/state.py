"""The record of a Kou-Ka-Roi position. One size serves 2, 3 and 4 players."""

import numpy as np

from hofspiele.envs.core.state import state_dtype
from hofspiele.envs.kou_ka_roi.actions import MAX_ROWS
from hofspiele.envs.kou_ka_roi.components import CARDS_PER_ROW, MAX_PLAYERS
from hofspiele.envs.kou_ka_roi.scoring import CATEGORIES

NONE = -1


def kou_ka_roi_dtype(num_kinds: int, num_cards: int) -> np.dtype:
    """dtype of a position with `num_kinds` kinds and `num_cards` cards in all.

    =================  =============  =======================================================
    field              shape          meaning
    =================  =============  =======================================================
    ``round_number``                  1 until the first scoring, then 2
    ``last_turn``                     1 while the last turn is played
    ``undecided``      (4,)           1 for seats that still need a row this turn
    ``choice``         (4,)           row (from 0) chosen and not yet shown, or NONE
    ``scores``         (4,)           points scored so far
    ``row_size``       (8,)           cards in each row
    ``rows``           (8, 3)         kinds, next to the number card first, outermost last
    ``points``         (4, 6)         what each seat would score now in each category, and
    ``gains``          (4, 8)         what an undecided seat would score more now with the cards of
                                      each row: both follow from rows and collections, but are kept,
                                      as every observation reads them and cards seldom move
    ``collections``    (4, kinds)     cards in front of each seat
    ``box``            (kinds,)       cards in the box
    ``box_known``      (kinds,)       those of them that every player saw going there
    ``pile_size``                     cards in the draw pile
    ``pile``           (cards,)       kinds, the *last* of the first `pile_size` is drawn next; then
                                      NONE
    =================  =============  =======================================================
    """
    return state_dtype(
        [
            ("round_number", np.int16),
            ("last_turn", np.int16),
            ("undecided", np.int16, (MAX_PLAYERS,)),
            ("choice", np.int16, (MAX_PLAYERS,)),
            ("scores", np.int16, (MAX_PLAYERS,)),
            ("row_size", np.int16, (MAX_ROWS,)),
            ("rows", np.int16, (MAX_ROWS, CARDS_PER_ROW)),
            ("points", np.int16, (MAX_PLAYERS, len(CATEGORIES))),
            ("gains", np.int16, (MAX_PLAYERS, MAX_ROWS)),
            ("collections", np.int16, (MAX_PLAYERS, num_kinds)),
            ("box", np.int16, (num_kinds,)),
            ("box_known", np.int16, (num_kinds,)),
            ("pile_size", np.int16),
            ("pile", np.int16, (num_cards,)),
        ]
    )
