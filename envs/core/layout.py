"""The observation layout: declared once, written by kernels, decoded and documented from here.

A layout is a list of named pieces. Its `dtype` is a record of float32 fields, so a kernel writes
``out.unseen[kind] = 0.5``, while everybody else sees the same memory as a flat float32 vector.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from hofspiele.envs.core.state import record_dtype


class Piece(NamedTuple):
    """One named slice of the observation; `meaning` is a sentence for people."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    low: float = 0.0
    high: float = 1.0

    @property
    def size(self) -> int:
        return math.prod(self.shape)


class Layout:
    """Named slices of a flat float32 observation of `size` numbers, all in [-1, 1]."""

    def __init__(self, pieces: Sequence[Piece]):
        self.pieces = tuple(pieces)
        fields = [(piece.name, np.float32, piece.shape) for piece in self.pieces]
        self.dtype = record_dtype(fields)
        self.size = sum(piece.size for piece in self.pieces)

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

    def columns(self, name: str) -> np.ndarray:
        """Where the numbers of a piece are in the observation: int64, in the piece's own shape."""
        shape = next(piece.shape for piece, at in self if at == self[name])
        return np.arange(self.size)[self[name]].reshape(shape)

    def low(self) -> np.ndarray:
        """Lower bounds, float32 of shape (size,)."""
        return np.repeat([piece.low for piece in self.pieces], self._sizes()).astype(np.float32)

    def high(self) -> np.ndarray:
        """Upper bounds, float32 of shape (size,)."""
        return np.repeat([piece.high for piece in self.pieces], self._sizes()).astype(np.float32)

    def _sizes(self) -> list[int]:
        return [piece.size for piece in self.pieces]

    def empty(self, count: int) -> np.ndarray:
        """Zeroed observations of shape (count, size), float32."""
        return np.zeros((count, self.size), np.float32)

    def records(self, observations: np.ndarray) -> np.ndarray:
        """The same memory as `count` records, for kernels to write by name."""
        return observations.view(self.dtype).reshape(len(observations))

    def decode(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """The pieces of one observation by name, each in its own shape (copies)."""
        observation = np.asarray(observation, np.float32)
        if observation.shape != (self.size,):
            raise ValueError(
                f"observation has shape {observation.shape}, expected ({self.size},): "
                "one game's observation as this layout describes it"
            )
        return {piece.name: observation[at].reshape(piece.shape).copy() for piece, at in self}

    def markdown(self) -> str:
        """The layout as a table for the rules page."""
        rows = ["| slice | name | shape | range | meaning |", "| --- | --- | --- | --- | --- |"]
        for piece, at in self:
            shape = " × ".join(map(str, piece.shape)) or "1"
            bounds = f"[{piece.low:g}, {piece.high:g}]"
            rows.append(
                f"| {at.start}:{at.stop} | `{piece.name}` | {shape} | {bounds} | {piece.meaning} |"
            )
        return "\n".join(rows)
