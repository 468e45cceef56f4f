"""The record of a Kardinal & König position. One size serves 3, 4 and 5 players and all options."""

import numpy as np

from hofspiele.envs.core.state import state_dtype
from hofspiele.envs.kardinal.components import FACE_UP_CARDS, MAX_PLAYERS, Board

FIRST_PILE, SECOND_PILE, LAST_ROUND = range(3)
PLACE, DRAW = range(2)
STAGES = ("first pile", "second pile", "last round")
STEPS = ("place", "draw")
MOST_PIECES_A_TURN = 2


def kardinal_dtype(board: Board) -> np.dtype:
    """dtype of a position on `board`, with m monasteries, c countries, k colours, a alliances.

    ==================  ==========  ===============================================================
    field               shape       meaning
    ==================  ==========  ===============================================================
    ``stage``                       FIRST_PILE, SECOND_PILE or LAST_ROUND
    ``turn_step``                   PLACE or DRAW
    ``num_placed``                  pieces placed this turn so far
    ``placed_kind``     (2,)        what they are: ABBEY, ADVISOR, CLOISTER_TABLE or COUNCIL_TABLE
    ``placed_at``       (2,)        their monastery or country
    ``owner``           (m,)        seat whose abbey stands on a monastery, or NONE
    ``advisors``        (c, 5)      advisors of each seat on the seal of a country
    ``cloister_table``  (c,)        seat on the country's seal of the cloister table, or NONE
    ``council_table``   (c,)        seat on the country's seal of the council table, or NONE
    ``abbeys_left``     (5,)        supplies
    ``advisors_left``   (5,)
    ``hands``           (5, k)      cards of each seat by colour
    ``known``           (5, k)      those of them that all have seen it take
    ``drawn``           (5, k)      cards that a seat drew unseen from the present pile
    ``face_up``         (2,)        colours of the face-up cards, or NONE
    ``pile_size``                   cards in the draw pile
    ``pile``            (cards,)    colours, the *last* of the first `pile_size` is drawn next
    ``pile_cards``      (k,)        cards that the present pile was made of, less those turned up
    ``discard``         (k,)        cards on the discard pile
    ``scores``          (5,)        points scored so far
    ``abbeys``          (c, 5)      abbeys of each seat in a country,
    ``free``            (c,)        free monasteries of a country,
    ``room``            (c,)        advisors that the seal of a country still takes,
    ``leaders``         (c,)        seats, as a set, that have the most advisors in a country,
    ``leaders_with``    (c, 5)      the same if a seat had one more advisor there,
    ``country_points``  (5, c)      what a country would score each seat now,
    ``alliance_points`` (5, a)      what an alliance would score each seat now, and
    ``chain_points``    (5,)        what chains would,
    ``abbey_gain``      (5, c)      what one more abbey in a country would gain a seat on the mean
                                    opponent in one scoring, times the number of opponents, and
    ``advisor_gain``    (5, c)      what one more advisor would: all ten follow from the pieces,
                                    but are kept, as they are often read and pieces seldom come
    ==================  ==========  ===============================================================
    """
    countries, colours = len(board.countries), len(board.colours)
    return state_dtype(
        [
            ("stage", np.int16),
            ("turn_step", np.int16),
            ("num_placed", np.int16),
            ("placed_kind", np.int16, (MOST_PIECES_A_TURN,)),
            ("placed_at", np.int16, (MOST_PIECES_A_TURN,)),
            ("owner", np.int16, (len(board.monasteries),)),
            ("advisors", np.int16, (countries, MAX_PLAYERS)),
            ("cloister_table", np.int16, (countries,)),
            ("council_table", np.int16, (countries,)),
            ("abbeys_left", np.int16, (MAX_PLAYERS,)),
            ("advisors_left", np.int16, (MAX_PLAYERS,)),
            ("hands", np.int16, (MAX_PLAYERS, colours)),
            ("known", np.int16, (MAX_PLAYERS, colours)),
            ("drawn", np.int16, (MAX_PLAYERS, colours)),
            ("face_up", np.int16, (FACE_UP_CARDS,)),
            ("pile_size", np.int16),
            ("pile", np.int16, (sum(board.cards.values()),)),
            ("pile_cards", np.int16, (colours,)),
            ("discard", np.int16, (colours,)),
            ("scores", np.int16, (MAX_PLAYERS,)),
            ("abbeys", np.int16, (countries, MAX_PLAYERS)),
            ("free", np.int16, (countries,)),
            ("room", np.int16, (countries,)),
            ("leaders", np.int16, (countries,)),
            ("leaders_with", np.int16, (countries, MAX_PLAYERS)),
            ("country_points", np.int16, (MAX_PLAYERS, countries)),
            ("alliance_points", np.int16, (MAX_PLAYERS, len(board.alliances))),
            ("chain_points", np.int16, (MAX_PLAYERS,)),
            ("abbey_gain", np.int16, (MAX_PLAYERS, countries)),
            ("advisor_gain", np.int16, (MAX_PLAYERS, countries)),
        ]
    )
