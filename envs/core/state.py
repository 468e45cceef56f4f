"""The game record: a fixed-size numpy record that holds a whole game.

Every record begins with the same header:

============  ======  =====================================================
field         dtype   meaning
============  ======  =====================================================
``key``       uint64  key of the random generator (see ``envs.core.rng``)
``draws``     uint64  random words drawn so far
``player``    int16   seat that decides now (of no meaning once over)
``over``      uint8   1 once the game has ended
============  ======  =====================================================

Fields of games are int16 or wider: numpy scalars keep their width, so an int8 that the compiler
would widen overflows when the same kernel runs as plain Python.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

_HEADER = [("key", np.uint64), ("draws", np.uint64), ("player", np.int16), ("over", np.uint8)]


def record_dtype(fields: Sequence[tuple[Any, ...]]) -> np.dtype:
    """dtype of records whose fields can be read as attributes, also in plain Python."""
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


def state_dtype(fields: Sequence[tuple[Any, ...]]) -> np.dtype:
    """dtype of a game record: the common header, then the game's own fields."""
    return record_dtype([*_HEADER, *fields])
