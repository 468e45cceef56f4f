"""The things of a game that are alike, as a network may see them: one by one.

A row of cards, or a country, is described by some numbers of the observation and named by some
actions. Told which, a network can treat all things of one kind by the same weights.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

NONE = -1


class EntityKind(NamedTuple):
    """A kind of N things, as a layout declares it; its pieces say what describes them.

    Attributes:
        name: which the pieces refer to.
        actions, interchangeable: as in `Entities`.
    """

    name: str
    actions: np.ndarray
    interchangeable: bool


class Entities(NamedTuple):
    """The N things of one kind.

    Attributes:
        columns: which numbers of the observation describe each, (N, F) int64; those of one column
            mean the same for all things. `NONE` where a thing has no such number.
        actions: which actions name each, (N, S) int64; those of one column do the same with all
            things. `NONE` where a thing has no such action.
        interchangeable: whether nothing else tells them apart, so that it would be the same game
            if they changed places: rows of cards, not countries, which have neighbours.
    """

    columns: np.ndarray
    actions: np.ndarray
    interchangeable: bool


def padded(lists: Sequence[Sequence[int]]) -> np.ndarray:
    """Lists of different lengths as one array, (lists, longest) int64, filled up with `NONE`."""
    array = np.full((len(lists), max(map(len, lists))), NONE)
    for row, numbers in zip(array, lists, strict=True):
        row[: len(numbers)] = numbers
    return array
