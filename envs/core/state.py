"""The state record: a numpy record of fixed size that holds a complete position.

Every record has the same fields at its start and end:

============  ======  =====================================================
field         dtype   meaning
============  ======  =====================================================
``key``       uint64  key of the random generator (see ``hofspiele.envs.core.rng``)
``draws``     uint64  number of random words drawn so far
``player``    int16   seat that decides now (meaningless once the game is over)
``over``      int16   1 once the game has ended
``setup``     int16   a number for the options of the game (see `Game`)
============  ======  =====================================================

All other fields are int16 and between ``over`` and ``setup``; padding may follow. The compiler
widens small integers, but numpy scalars keep their width, so int8 would overflow when the same
kernel runs as plain Python.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

_HEADER = [("key", np.uint64), ("draws", np.uint64), ("player", np.int16), ("over", np.int16)]
SETUP, _PADDING = "setup", "padding"

# One object for all equal dtypes, because Numba compares different dtype objects field by field at
# each call.
_known: dict[np.dtype, np.dtype] = {}

# Fields of the record that are not part of the position.
NON_POSITION_FIELDS = ("key", "draws", SETUP, _PADDING)


def record_dtype(fields: Sequence[tuple[Any, ...]]) -> np.dtype:
    """Return a dtype of records whose fields can be read as attributes, even in plain Python.

    Raise ValueError if a field is named like an attribute of all numpy records, such as ``round``.
    """
    for name, *_ in fields:
        if hasattr(np.record, name):
            raise ValueError(
                f"a field can't be called {name!r}: all numpy records have such an attribute"
            )
    dtype = np.dtype((np.record, np.dtype(list(fields), align=True)))
    return _known.setdefault(dtype, dtype)


def record_of(fields: Mapping[str, Any]) -> np.ndarray:
    """Return an array of one record with the values of these fields.

    Arrays keep their dtype. Floats become float64; integers and lists of integers become int16.
    """
    arrays = {
        name: np.array(value, None if isinstance(value, np.ndarray | float) else np.int16)
        for name, value in fields.items()
    }
    records = np.zeros(
        1, record_dtype([(name, array.dtype, array.shape) for name, array in arrays.items()])
    )
    for name, array in arrays.items():
        records[name] = array
    return records


class Field(NamedTuple):
    """One field of a state record, int16."""

    name: str  #: also an attribute of the record
    shape: tuple[int, ...]  #: () for a single number
    meaning: str  #: a description for people
    empty: Any = 0  #: value or values before anything has been dealt or placed


def state_dtype(fields: Sequence[Field]) -> np.dtype:
    """Return the dtype of a state record: the header, `fields` and the setup, without gaps.

    Copying a numpy record leaves gaps undefined, so copies of one position could differ in their
    bytes. Therefore the padding at the end is a field, which is always zero. Raise ValueError if a
    field has a name that all records have.
    """
    reserved = [*(name for name, _ in _HEADER), SETUP, _PADDING]
    for field in fields:
        if field.name in reserved:
            raise ValueError(
                f"a field can't be called {field.name!r}: all positions have {', '.join(reserved)}"
            )
    columns = [*_HEADER, *((field.name, np.int16, field.shape) for field in fields)]
    columns.append((SETUP, np.int16))
    size = np.dtype(columns).itemsize
    gap = record_dtype(columns).itemsize - size
    return record_dtype([*columns, (_PADDING, np.uint8, (gap,))] if gap else columns)


def empty_position(fields: Sequence[Field]) -> np.ndarray:
    """Return a read-only array of one record in which nothing has been dealt or placed."""
    states = np.zeros(1, state_dtype(fields))
    for field in fields:
        states[field.name] = field.empty
    states.flags.writeable = False
    return states
