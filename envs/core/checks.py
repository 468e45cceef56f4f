"""Checks of common arguments, and short forms of wrong values for messages."""

import os
import reprlib
from collections.abc import Collection
from typing import Any

import numpy as np

_INTEGERS = (int, np.integer)
_INT64 = np.iinfo(np.int64)
# Floats represent all integers up to this number.
_LARGEST_NUMBER = 2**53

# Maximum number of characters of a value in a message.
_MOST_SHOWN = 200

_short = reprlib.Repr()
_short.maxlevel = 3
_short.maxlist = _short.maxtuple = _short.maxdict = _short.maxset = 8
_short.maxstring = _short.maxother = 100


def shown(value: Any) -> str:
    """Return the `repr` of `value` on one line, shortened if it is long or deeply nested."""
    try:
        text = " ".join(_short.repr(value).split())
    except ValueError:  # Python refuses to write integers with thousands of digits.
        return f"a value of type {type(value).__name__} that is too large to be written"
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]} …"


def escaped(text: str) -> str:
    """Return `text` with all unprintable characters except line feeds written as escapes.

    Text from files and from other people's messages is printed only through this function, because
    control characters could clear the terminal, change its title or hide what follows.
    """
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() or letter == "\n" else ascii(letter)[1:-1] for letter in text
    )


def is_text(value: Any, longest: int) -> bool:
    """Return whether `value` is a string of at most `longest` characters that UTF-8 can encode."""
    if not isinstance(value, str) or len(value) > longest:
        return False
    try:
        value.encode()
    except UnicodeEncodeError:  # The string contains half of a surrogate pair.
        return False
    return True


def check_choice(name: str, value: Any, choices: Collection[str]) -> None:
    """Raise ValueError unless `value`, of any type, is one of the strings in `choices`."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} is {shown(value)}, expected one of: {', '.join(choices)}")


def is_integer(value: Any) -> bool:
    """Return whether `value` is a Python or numpy integer, but not a bool."""
    return isinstance(value, _INTEGERS) and not isinstance(value, bool)


def is_number(value: Any) -> bool:
    """Return whether `value` is an int or float from -2**53 to 2**53, but not NaN or a bool."""
    is_real = isinstance(value, int | float) and not isinstance(value, bool)
    return is_real and -_LARGEST_NUMBER <= value <= _LARGEST_NUMBER


def whole_number(name: str, value: Any, least: int, most: int | None = None) -> int:
    """Return `value` as int; raise ValueError unless it is an integer from `least` to `most`."""
    if is_integer(value) and value >= least and (most is None or value <= most):
        return int(value)
    limit = "2**64 - 1" if most == 2**64 - 1 else most
    allowed = f">= {least}" if most is None else f"from {least} to {limit}"
    raise ValueError(f"{name} is {shown(value)}, expected an integer {allowed}")


def number_that_fits(name: str, value: Any, bytes_each: int) -> int:
    """Return `value` as int; raise ValueError unless it is from 1 to what fits into memory."""
    number = whole_number(name, value, least=1)
    try:
        available = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # Only POSIX systems have `sysconf`.
        return number
    if number * bytes_each > available:
        raise ValueError(
            f"{name} is {shown(value)}, which takes {_gigabytes(number * bytes_each)} of memory "
            f"({bytes_each:,} bytes each), but this machine has {_gigabytes(available)}; "
            "choose fewer"
        )
    return number


def _gigabytes(count: int) -> str:
    return f"{shown(count // 10**9)} GB"


def int64_array(name: str, values: Any) -> np.ndarray:
    """Return a copy of `values` as int64, which no other thread can change after the check.

    Raise ValueError, naming `name`, unless they are an array of integers that fit into int64.
    """
    try:
        array = np.array(values)
    except ValueError as error:  # The rows of `values` have different lengths.
        raise ValueError(f"{name} are {shown(values)}, expected an array of integers") from error
    if array.dtype.kind not in "iu" and array.size:  # numpy makes floats of an empty list.
        raise ValueError(f"{name} are {array.dtype}, expected integers")
    if array.dtype == np.uint64 and array.size and array.max() > _INT64.max:
        raise ValueError(f"{name} contain {array.max()}, expected at most {_INT64.max}")
    return array.astype(np.int64, copy=False)
