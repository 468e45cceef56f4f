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

Fields of games are int16 or wider: numpy scalars keep their width, so an int8 that the compiler
would widen overflows when the same kernel runs as plain Python.
"""

from collections.abc import Sequence
from typing import Any

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


def state_dtype(fields: Sequence[tuple[Any, ...]]) -> np.dtype:
    """dtype of a game record: the common header, then the game's own fields, without gaps.

    A copy of a numpy record leaves gaps undefined, which would make two snapshots of one position
    differ, so what fills the record up to a multiple of its alignment is a field, always zero.
    """
    own = [*_HEADER, *fields]
    size = np.dtype(own).itemsize
    gap = record_dtype(own).itemsize - size
    dtype = record_dtype([*own, (_PADDING, np.uint8, (gap,))] if gap else own)
    if dtype.itemsize != size + gap:
        raise ValueError("these fields leave gaps between them; write the wider ones first")
    return dtype
