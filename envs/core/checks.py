"""Checks of arguments that many take."""

from typing import Any

import numpy as np


def whole_number(name: str, value: Any, least: int) -> int:
    """`value` of the argument `name`; ValueError unless it is an integer, `least` or more."""
    is_integer = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not is_integer or value < least:
        raise ValueError(f"{name} is {value!r}, expected a whole number of at least {least}")
    return int(value)
