"""What was probably meant by a name that nobody knows."""

import difflib
from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str:
    """``"; did you mean 'x'?"`` with the one of `known` most like `name`; "" if none is."""
    found = difflib.get_close_matches(name, list(known), n=1)
    return f"; did you mean {found[0]!r}?" if found else ""


def unexpected_keyword(callee: str, name: str, known: Iterable[str]) -> TypeError:
    """The error of a call of `callee` with a keyword argument `name` that is not among `known`."""
    hint = nearest(name, known)
    return TypeError(f"{callee}() got an unexpected keyword argument {name!r}{hint}")
