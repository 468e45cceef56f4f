"""Suggestions of similar names for error messages about unknown names."""

from collections.abc import Iterable


def nearest(name: object, known: Iterable[str]) -> str:
    """Return ``; did you mean 'x'?`` with the most similar of `known`, or "" if none is similar."""
    if not isinstance(name, str):
        return ""
    import difflib  # Imported at the top, it would make importing the package a tenth slower.

    found = difflib.get_close_matches(name.lower(), list(known), n=1)
    return f"; did you mean {found[0]!r}?" if found else ""


def unexpected_keyword(callee: str, name: str, known: Iterable[str]) -> TypeError:
    """Return Python's error for an unknown keyword argument, with a similar name or all names."""
    names = list(known)
    advice = nearest(name, names) or f"; it takes: {', '.join(names)}"
    return TypeError(f"{callee}() got an unexpected keyword argument {name!r}{advice}")
