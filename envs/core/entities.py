"""Entities: similar things in a game, such as rows of cards or countries.

Each entity is described by some columns of the observation and is the target of some actions. With
this information, a network can share weights between all entities of one kind.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

NONE = -1


class EntityKind(NamedTuple):
    """A kind of entities, declared in a `Layout`; `Entities` explains the fields."""

    name: str
    actions: np.ndarray
    interchangeable: bool


class Entities(NamedTuple):
    """The N entities of one kind.

    Attributes:
        columns: (N, F) int64, indices into the observation. Column f has the same meaning for all
            entities; it is `NONE` for an entity that has no such number.
        actions: (N, S) int64, actions with each entity as their target. Column s has the same
            effect on all entities; it is `NONE` for an entity that has no such action.
        interchangeable: whether swapping two entities does not change the game. This holds for
            rows of cards, but not for countries, which have neighbours.
    """

    columns: np.ndarray
    actions: np.ndarray
    interchangeable: bool


def padded(lists: Sequence[Sequence[int]]) -> np.ndarray:
    """Return lists of different lengths as an array, (lists, longest) int64, padded with `NONE`."""
    array = np.full((len(lists), max(map(len, lists))), NONE)
    for row, numbers in zip(array, lists, strict=True):
        row[: len(numbers)] = numbers
    return array
