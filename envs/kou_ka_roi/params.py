"""The components as arrays for kernels."""

import numpy as np

from hofspiele.envs.core.state import record_dtype
from hofspiele.envs.kou_ka_roi.bounds import (
    most_cards,
    most_gain,
    most_in_categories,
    most_points,
)
from hofspiele.envs.kou_ka_roi.components import SINGLE, Components
from hofspiele.envs.kou_ka_roi.points import CATEGORIES


def build_params(components: Components, num_players: int) -> np.ndarray:
    """An array of one record: what kernels read of the components.

    Its fields are the setup (`num_players`, `num_rows`, `num_cards`), the kind that is the king,
    church, knight, farmer, wife and farmhouse, and for each kind its `copies`, whether it `stays`
    after the first scoring, its `category`, and in `next_alone` what one more scores by itself
    beside 0, 1, 2 … others (0 for kinds that score by comparison or in groups). Observations count
    in units: a copy of each kind is `copy_unit`, a card of a seat `card_unit`, of the pile
    `pile_unit`, of the box `box_unit`; a point is `score_unit`, in each category `category_unit`,
    among the gains `gain_unit`.
    """
    kinds = components.kinds
    setup = components.setups[num_players]
    most = max(kind.copies for kind in kinds)
    params = np.zeros(1, _params_dtype(len(kinds), most))
    table = params[0]
    table.num_players = num_players
    table.num_rows = setup.rows
    table.num_cards = setup.cards
    for index, kind in enumerate(kinds):
        table.copies[index] = kind.copies
        table.stays[index] = kind.stays
        table.category[index] = kind.category
        table.next_alone[index] = np.diff([kind.points_alone(count) for count in range(most + 1)])
        if kind.counts_as in SINGLE:
            table[kind.counts_as] = index
    table.copy_unit[:] = 1 / table.copies
    table.card_unit = 1 / most_cards(components)
    table.pile_unit = 1 / setup.cards
    table.box_unit = 1 / components.num_cards
    table.score_unit = 1 / most_points(components)
    # cards that score nothing in a category may be all that there are
    table.category_unit[:] = 1 / np.maximum(most_in_categories(components), 1)
    table.gain_unit = 1 / most_gain(components)
    return params


def _params_dtype(num_kinds: int, most_copies: int) -> np.dtype:
    return record_dtype(
        [
            ("num_players", np.int16),
            ("num_rows", np.int16),
            ("num_cards", np.int16),
            *((name, np.int16) for name in SINGLE),
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
