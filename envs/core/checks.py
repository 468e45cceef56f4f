"""Checks of arguments that many take."""

from typing import Any

import numpy as np


def is_integer(value: Any) -> bool:
    """Whether `value` is a whole number, of Python or numpy, and no truth value."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def whole_number(name: str, value: Any, least: int) -> int:
    """`value` of the argument `name`; ValueError unless it is an integer, `least` or more."""
    if not is_integer(value) or value < least:
        raise ValueError(f"{name} is {value!r}, expected a whole number of at least {least}")
    return int(value)
