"""What is alike: the rows."""

import numpy as np

from hofspiele.envs.core.entities import Entities
from hofspiele.envs.core.layout import Layout
from hofspiele.envs.kou_ka_roi.actions import MAX_ROWS


def kou_ka_roi_entities(layout: Layout) -> list[Entities]:
    """The rows: their cards, and what these would bring to each seat."""
    cards, gains = layout.columns("rows"), layout.columns("row_gains")
    return [
        Entities(
            columns=np.column_stack([cards.reshape(MAX_ROWS, -1), gains.T]),
            actions=np.arange(MAX_ROWS)[:, np.newaxis],
            interchangeable=True,
        )
    ]
