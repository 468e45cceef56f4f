"""The game record: a fixed-size numpy record that holds a whole game.

Every record begins with the same header:

============  ======  =====================================================
field         dtype   meaning
============  ======  =====================================================
``key``       uint64  key of the random generator (see ``hofspiele.envs.core.rng``)
``draws``     uint64  random words drawn so far
``player``    int16   seat that decides now (of no meaning once over)
``over``      int16   1 once the game has ended
============  ======  =====================================================

Fields of games are int16: numpy scalars keep their width, so an int8 that the compiler would widen
overflows when the same kernel runs as plain Python.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

_HEADER = [("key", np.uint64), ("draws", np.uint64), ("player", np.int16), ("over", np.int16)]
_PADDING = "padding"

# equal dtypes are one object: the compiler's dispatcher compares others field by field at each call
_known: dict[np.dtype, np.dtype] = {}

# fields that say nothing about the position
NOT_OF_THE_POSITION = ("key", "draws", _PADDING)


def record_dtype(fields: Sequence[tuple[Any, ...]]) -> np.dtype:
    """dtype of records whose fields can be read as attributes, also in plain Python.

    Raises:
        ValueError: a field has the name of an attribute of all numpy records, like ``round``.
    """
    for name, *_ in fields:
        if hasattr(np.record, name):
            raise ValueError(f"a field can't be called {name!r}: all numpy records have that")
    dtype = np.dtype((np.record, np.dtype(list(fields), align=True)))
    return _known.setdefault(dtype, dtype)


class Field(NamedTuple):
    """One field of a game record, int16.

    Attributes:
        name: an attribute of the record.
        shape: () for a single number.
        meaning: a sentence for people.
        empty: its value, or values, where nothing has been dealt or placed yet.
    """

    name: str
    shape: tuple[int, ...]
    meaning: str
    empty: Any = 0


def state_dtype(fields: Sequence[Field]) -> np.dtype:
    """dtype of a game record: the common header, then the game's own fields, without gaps.

    A copy of a numpy record leaves gaps undefined, which would make two snapshots of one position
    differ, so what fills the record up to a multiple of its alignment is a field, always zero.
    """
    own = [*_HEADER, *((field.name, np.int16, field.shape) for field in fields)]
    size = np.dtype(own).itemsize
    gap = record_dtype(own).itemsize - size
    return record_dtype([*own, (_PADDING, np.uint8, (gap,))] if gap else own)


def empty_position(fields: Sequence[Field]) -> np.ndarray:
    """An array of one record in which nothing has been dealt or placed yet; read-only."""
    states = np.zeros(1, state_dtype(fields))
    for field in fields:
        states[field.name] = field.empty
    states.flags.writeable = False
    return states
