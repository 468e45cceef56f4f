"""The things of a game that are alike, as a network may see them: one by one.

A row of cards is described by some numbers of the observation and named by an action. Told which, a
network can treat all rows by the same weights.
"""

from typing import NamedTuple

import numpy as np


class Entities(NamedTuple):
    """The N things of one kind.

    Attributes:
        columns: which numbers of the observation describe each, (N, F) int64; those of one column
            mean the same for all things.
        actions: which actions name each, (N, S) int64; those of one column do the same with all
            things.
    """

    columns: np.ndarray
    actions: np.ndarray
