"""The components as arrays for kernels."""

import numpy as np

from hofspiele.envs.core.state import record_of
from hofspiele.envs.kou_ka_roi.components import SINGLE_KINDS, Components

# Upper bounds for one seat with the bundled cards, which scale the observations: number of cards,
# points in both scorings together, points in each of `CATEGORIES`, and points that one row adds.
# A seat takes at most three cards in each of twelve turns. Other bounds would change observations,
# so they are the same for other cards, whose larger numbers are clipped.
MOST_CARDS, MOST_SCORE, MOST_IN_CATEGORIES, MOST_GAIN = 36, 236, (36, 10, 36, 28, 120, 84), 42


def build_params(components: Components, num_players: int) -> np.ndarray:
    """Return an array of one record with the components as kernels read them.

    The record has these fields:

    - the setup: ``num_players``, ``num_rows``, ``num_cards``, and ``cards``, the kind of each card;
    - the indices of the kinds ``king``, ``church``, ``knight``, ``farmer``, ``wife`` and
      ``farmhouse``;
    - for each kind: ``copies``, whether it ``stays`` after the first scoring, ``category``, and
      ``next_alone``, the points that one more card adds by itself to 0, 1, 2 … others (0 for kinds
      that score by comparison or in groups); and ``tally``, 4 to the power of the kind's index in
      `SINGLE_KINDS` (0 for other kinds), so that a sum of tallies counts up to three cards of each
      of these kinds;
    - factors that scale observations: ``copy_unit`` for copies of a kind; ``card_unit``,
      ``pile_unit`` and ``box_unit`` for the cards of a seat, the pile and the box; ``score_unit``
      for total points, ``category_unit`` for points in a category, ``gain_unit`` for gains.
    """
    kinds, setup = components.kinds, components.setups[num_players]
    # `update_gains` reads `next_alone` up to column ``copies + 2``: for the index NONE (-1) of an
    # absent card, it looks up the number of cards of the last kind, plus up to two absent cards.
    counts = range(max(kind.copies for kind in kinds) + 4)
    alone = [[*map(kind.points_alone, counts)] for kind in kinds]
    singles = {kind.counts_as: index for index, kind in enumerate(kinds)}
    tallies = {single: 4**index for index, single in enumerate(SINGLE_KINDS)}
    return record_of(
        {
            "num_players": num_players,
            "num_rows": setup.rows,
            "num_cards": setup.cards,
            **{single: singles[single] for single in SINGLE_KINDS},
            "copies": [kind.copies for kind in kinds],
            "cards": np.repeat(range(len(kinds)), [kind.copies for kind in kinds]).astype(np.int16),
            "stays": [kind.stays for kind in kinds],
            "category": [kind.category for kind in kinds],
            "next_alone": np.pad(np.diff(alone), ((0, 1), (0, 0))).tolist(),
            "tally": [*(tallies.get(kind.counts_as, 0) for kind in kinds), 0],
            "copy_unit": 1 / np.array([kind.copies for kind in kinds]),
            "card_unit": 1 / MOST_CARDS,
            "pile_unit": 1 / setup.cards,
            "box_unit": 1 / components.num_cards,
            "score_unit": 1 / MOST_SCORE,
            "category_unit": 1 / np.array(MOST_IN_CATEGORIES),
            "gain_unit": 1 / MOST_GAIN,
        }
    )
