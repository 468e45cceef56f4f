"""The components as arrays for kernels."""

import numpy as np

from hofspiele.envs.core.state import record_dtype
from hofspiele.envs.kou_ka_roi.components import SINGLE, Components, Kind
from hofspiele.envs.kou_ka_roi.scoring import (
    ANIMALS,
    CHURCHES,
    FARM,
    KINGS,
    KNIGHTS,
    VICTORY,
    animal_points,
    kings_points,
    victory_points,
)

_CATEGORY = {
    "king": KINGS,
    "church": CHURCHES,
    "victory": VICTORY,
    "knight": KNIGHTS,
    "animal": ANIMALS,
    "farmer": FARM,
    "wife": FARM,
    "farmhouse": FARM,
}


def build_params(components: Components, num_players: int) -> np.ndarray:
    """An array of one record: what kernels read of the components.

    Its fields are the setup (`num_players`, `num_rows`, `num_cards`, `num_kinds`), the kind that is
    the king, church, knight, farmer, wife and farmhouse, and for each kind its `copies`, whether it
    `stays` after the first scoring, its `category`, and in `points_alone` what 0, 1, 2 … cards of
    it score by themselves (0 for kinds that score by comparison or in groups).
    """
    kinds = components.kinds
    setup = components.setups[num_players]
    most = max(kind.copies for kind in kinds)
    params = np.zeros(1, _params_dtype(len(kinds), most))
    table = params[0]
    table.num_players = num_players
    table.num_rows = setup.rows
    table.num_cards = setup.cards
    table.num_kinds = len(kinds)
    for index, kind in enumerate(kinds):
        table.copies[index] = kind.copies
        table.stays[index] = kind.stays
        table.category[index] = _CATEGORY[kind.counts_as]
        table.points_alone[index] = [_points_alone(kind, count) for count in range(most + 1)]
        if kind.counts_as in SINGLE:
            table[kind.counts_as] = index
    return params


def _points_alone(kind: Kind, count: int) -> int:
    if kind.counts_as == "king":
        return kings_points(count)
    if kind.counts_as == "victory":
        return victory_points(kind.points, count)
    if kind.counts_as == "animal":
        return animal_points(count)
    return 0


def _params_dtype(num_kinds: int, most_copies: int) -> np.dtype:
    return record_dtype(
        [
            ("num_players", np.int16),
            ("num_rows", np.int16),
            ("num_cards", np.int16),
            ("num_kinds", np.int16),
            *((name, np.int16) for name in SINGLE),
            ("copies", np.int16, (num_kinds,)),
            ("stays", np.int16, (num_kinds,)),
            ("category", np.int16, (num_kinds,)),
            ("points_alone", np.int16, (num_kinds, most_copies + 1)),
        ]
    )
