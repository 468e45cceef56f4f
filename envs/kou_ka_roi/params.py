"""The components as arrays for kernels."""

import numpy as np

from hofspiele.envs.core.state import record_of
from hofspiele.envs.kou_ka_roi.bounds import most_cards, most_gain, most_in_categories, most_points
from hofspiele.envs.kou_ka_roi.components import SINGLE_KINDS, Components


def build_params(components: Components, num_players: int) -> np.ndarray:
    """Return an array of one record with the components as kernels read them.

    Its fields:

    - the setup: ``num_players``, ``num_rows``, ``num_cards``;
    - the kinds that are the ``king``, ``church``, ``knight``, ``farmer``, ``wife`` and
      ``farmhouse``;
    - for each kind its ``copies``, whether it ``stays`` after the first scoring, its ``category``,
      and ``next_alone``: what one more card scores by itself in addition to 0, 1, 2 … others (0 for
      kinds that score by comparison or in groups);
    - the size in observations of one copy of a kind (``copy_unit``), of a card of a seat
      (``card_unit``), of the pile (``pile_unit``) or of the box (``box_unit``), and of a point in
      total (``score_unit``), in a category (``category_unit``) or in a gain (``gain_unit``).
    """
    kinds, setup = components.kinds, components.setups[num_players]
    counts = range(max(kind.copies for kind in kinds) + 1)
    singles = {kind.counts_as: index for index, kind in enumerate(kinds)}
    return record_of(
        {
            "num_players": num_players,
            "num_rows": setup.rows,
            "num_cards": setup.cards,
            **{single: singles[single] for single in SINGLE_KINDS},
            "copies": [kind.copies for kind in kinds],
            "stays": [kind.stays for kind in kinds],
            "category": [kind.category for kind in kinds],
            "next_alone": np.diff([[*map(kind.points_alone, counts)] for kind in kinds]).tolist(),
            "copy_unit": 1 / np.array([kind.copies for kind in kinds]),
            "card_unit": 1 / most_cards(components),
            "pile_unit": 1 / setup.cards,
            "box_unit": 1 / components.num_cards,
            "score_unit": 1 / most_points(components),
            # A category is worth nothing if a file has no cards that score in it.
            "category_unit": 1 / np.maximum(most_in_categories(components), 1),
            "gain_unit": 1 / most_gain(components),
        }
    )
