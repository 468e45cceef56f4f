"""The components as arrays for kernels."""

import numpy as np

from hofspiele.envs.core.state import record_dtype
from hofspiele.envs.kou_ka_roi.bounds import (
    most_cards,
    most_gain,
    most_in_categories,
    most_points,
)
from hofspiele.envs.kou_ka_roi.components import SINGLE_KINDS, Components
from hofspiele.envs.kou_ka_roi.points import CATEGORIES


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
    kinds = components.kinds
    setup = components.setups[num_players]
    most = max(kind.copies for kind in kinds)
    params = np.zeros(1, _params_dtype(len(kinds), most))
    record = params[0]
    record.num_players = num_players
    record.num_rows = setup.rows
    record.num_cards = setup.cards
    for index, kind in enumerate(kinds):
        record.copies[index] = kind.copies
        record.stays[index] = kind.stays
        record.category[index] = kind.category
        record.next_alone[index] = np.diff([kind.points_alone(count) for count in range(most + 1)])
        if kind.counts_as in SINGLE_KINDS:
            record[kind.counts_as] = index
    record.copy_unit[:] = 1 / record.copies
    record.card_unit = 1 / most_cards(components)
    record.pile_unit = 1 / setup.cards
    record.box_unit = 1 / components.num_cards
    record.score_unit = 1 / most_points(components)
    # A category is worth nothing if a file has no cards that score in it.
    record.category_unit[:] = 1 / np.maximum(most_in_categories(components), 1)
    record.gain_unit = 1 / most_gain(components)
    return params


def _params_dtype(num_kinds: int, most_copies: int) -> np.dtype:
    return record_dtype(
        [
            ("num_players", np.int16),
            ("num_rows", np.int16),
            ("num_cards", np.int16),
            *((name, np.int16) for name in SINGLE_KINDS),
            ("copies", np.int16, (num_kinds,)),
            ("stays", np.int16, (num_kinds,)),
            ("category", np.int16, (num_kinds,)),
            ("next_alone", np.int16, (num_kinds, most_copies)),
            ("copy_unit", np.float64, (num_kinds,)),
            ("card_unit", np.float64),
            ("pile_unit", np.float64),
            ("box_unit", np.float64),
            ("score_unit", np.float64),
            ("category_unit", np.float64, (len(CATEGORIES),)),
            ("gain_unit", np.float64),
        ]
    )
