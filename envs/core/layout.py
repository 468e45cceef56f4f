"""The observation layout: one declaration for both writing and decoding observations.

A layout is a list of named pieces. Its `dtype` is a record of float32 fields, so a kernel writes
``out.unseen[kind] = 0.5``, while all other code sees the same memory as a flat float32 vector.

Pieces also declare which of their numbers describe entities: similar things, such as rows of cards
or countries, each of which is described by some columns of the observation and is the target of
some actions. With this information, a network can share weights between all entities of one kind.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from hofspiele.envs.core.state import record_dtype
from hofspiele.envs.core.text import html

# Marks a missing column or action of an entity.
NONE = -1
_COLUMNS = ("slice", "name", "shape", "range", "meaning")


class EntityKind(NamedTuple):
    """A kind of entities, declared in a `Layout`; `Entities` explains the fields."""

    name: str
    actions: np.ndarray
    interchangeable: bool


class Entities(NamedTuple):
    """The N entities of one kind."""

    #: (N, F) int64, indices into the observation. Column f has the same meaning for all entities;
    #: it is `NONE` for an entity that has no such number.
    columns: np.ndarray
    #: (N, S) int64, actions with each entity as their target. Column s has the same effect on all
    #: entities; it is `NONE` for an entity that has no such action.
    actions: np.ndarray
    #: Whether swapping two entities does not change the game. This holds for rows of cards, but not
    #: for countries, which have neighbours.
    interchangeable: bool


class Along(NamedTuple):
    """The axis of a piece along which its numbers describe N entities."""

    kind: str  #: name of the `EntityKind`
    axis: int  #: index of the axis; each index along it belongs to one or several entities
    #: (N, K) int64, the indices along the axis that belong to each entity, padded with `NONE`; or
    #: None if index n is entity n.
    members: np.ndarray | None = None


def padded(lists: Sequence[Sequence[int]]) -> np.ndarray:
    """Return lists of different lengths as an array, (lists, longest) int64, padded with `NONE`."""
    array = np.full((len(lists), max(map(len, lists))), NONE)
    for row, numbers in zip(array, lists, strict=True):
        row[: len(numbers)] = numbers
    return array


class Piece(NamedTuple):
    """One named slice of the observation."""

    name: str  #: name of the record's field
    shape: tuple[int, ...]  #: () for a single number
    meaning: str  #: description for the rules page
    entities: Along | None = None  #: the entities that the numbers describe
    low: float = 0.0  #: lower bound of the numbers
    high: float = 1.0  #: upper bound of the numbers

    @property
    def size(self) -> int:
        """The number of entries of the piece."""
        return math.prod(self.shape)


class Layout:
    """Named slices, in order, of a flat float32 observation of `size` numbers in [-1, 1].

    `kinds` are the kinds of entities that the pieces describe, if any.
    """

    def __init__(self, pieces: Sequence[Piece], kinds: Sequence[EntityKind] = ()):
        self.pieces = tuple(pieces)
        fields = [(piece.name, np.float32, piece.shape) for piece in self.pieces]
        self.dtype = record_dtype(fields)
        self.size = sum(piece.size for piece in self.pieces)
        self.entities = tuple(
            Entities(self._columns_of(kind.name), kind.actions, kind.interchangeable)
            for kind in kinds
        )

    def __repr__(self) -> str:
        return f"Layout({self.size} numbers in {len(self.pieces)} pieces)"

    def _repr_html_(self) -> str:
        return html.table(repr(self), _COLUMNS, self._rows(), align="left")

    def _rows(self) -> Iterator[tuple[str, ...]]:
        """Yield a row of a table with `_COLUMNS` for each piece."""
        for piece, at in self:
            shape = " × ".join(map(str, piece.shape)) or "1"
            bounds = f"[{piece.low:g}, {piece.high:g}]"
            yield f"{at.start}:{at.stop}", piece.name, shape, bounds, piece.meaning

    def __iter__(self) -> Iterator[tuple[Piece, slice]]:
        start = 0
        for piece in self.pieces:
            yield piece, slice(start, start + piece.size)
            start += piece.size

    def __getitem__(self, name: str) -> slice:
        for piece, where in self:
            if piece.name == name:
                return where
        names = ", ".join(piece.name for piece in self.pieces)
        raise KeyError(f"no piece {name!r} in the observation; it has: {names}")

    def _columns_of(self, kind: str) -> np.ndarray:
        """Return the columns that describe each entity of a kind, in layout order: (N, F)."""
        return np.concatenate(
            [
                _by_entity(np.arange(at.start, at.stop).reshape(piece.shape), piece.entities)
                for piece, at in self
                if piece.entities is not None and piece.entities.kind == kind
            ],
            axis=1,
        )

    def low(self) -> np.ndarray:
        """Return the lower bounds of an observation, (size,) float32."""
        return np.concatenate([np.full(p.size, p.low, np.float32) for p in self.pieces])

    def high(self) -> np.ndarray:
        """Return the upper bounds of an observation, (size,) float32."""
        return np.concatenate([np.full(p.size, p.high, np.float32) for p in self.pieces])

    def empty(self, count: int) -> np.ndarray:
        """Return `count` observations of zeros, (count, size) float32."""
        return np.zeros((count, self.size), np.float32)

    def records(self, observations: np.ndarray) -> np.ndarray:
        """Return a view of observations, (M, size), as (M,) records with a field for each piece."""
        return observations.view(self.dtype).reshape(len(observations))

    def decode(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """Return copies of the pieces of an observation, (size,), by name, each in its shape.

        Raise ValueError if `observation` has a different shape.
        """
        observation = np.asarray(observation, np.float32)
        if observation.shape != (self.size,):
            raise ValueError(
                f"observation has shape {observation.shape}, expected ({self.size},): "
                "one game's observation as this layout describes it"
            )
        return {piece.name: observation[at].reshape(piece.shape).copy() for piece, at in self}

    def markdown(self) -> str:
        """Return the layout as a Markdown table for the rules page."""
        rows = [f"| {' | '.join(_COLUMNS)} |", f"|{' --- |' * len(_COLUMNS)}"]
        rows += [f"| {at} | `{name}` | {' | '.join(rest)} |" for at, name, *rest in self._rows()]
        return "\n".join(rows)


def _by_entity(columns: np.ndarray, along: Along) -> np.ndarray:
    """Return the columns of a piece for each entity, (N, F); `columns` has the piece's shape."""
    by_entry = np.moveaxis(columns, along.axis, 0)
    if along.members is not None:
        none = np.full_like(by_entry[:1], NONE)
        by_entry = np.concatenate([by_entry, none])[along.members]
    return by_entry.reshape(len(by_entry), -1)
