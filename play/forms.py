"""Forms of JSON values, used to check messages of browsers and stored tables."""

import functools
from collections.abc import Callable
from typing import Any

from hofspiele.envs.core.checks import is_integer, is_text

_LARGEST_COUNT = 2**31

# A predicate, a dict with the form of each key's value, or a list with one form for all entries.
Form = Callable[[Any], bool] | dict[str, "Form"] | list["Form"]


def fits(value: Any, form: Form) -> bool:
    """Return whether a JSON value has the given form."""
    if isinstance(form, dict):
        if not isinstance(value, dict) or value.keys() != form.keys():
            return False
        return all(fits(value[name], form[name]) for name in form)
    if isinstance(form, list):
        return isinstance(value, list) and all(fits(entry, form[0]) for entry in value)
    return form(value)


def text(longest: int) -> Form:
    """Return the form of strings of at most `longest` characters."""
    return functools.partial(is_text, longest=longest)


def is_count(value: Any) -> bool:
    """Return whether `value` is a whole number from 0 to 2**31 - 1."""
    return is_integer(value) and 0 <= value < _LARGEST_COUNT


def or_null(form: Form) -> Form:
    """Return the form of values that have `form` or are null."""
    return lambda value: value is None or fits(value, form)
