"""The nearest right name for a mistyped one, as error messages give it."""

from collections.abc import Iterable


def nearest(name: object, known: Iterable[str]) -> str:
    """``; did you mean 'x'?`` for the name of `known` that is nearest, nothing if none is near."""
    if not isinstance(name, str):
        return ""
    import difflib  # only for the mistaken: it takes as long as a tenth of all else

    found = difflib.get_close_matches(name.lower(), list(known), n=1)
    return f"; did you mean {found[0]!r}?" if found else ""


def unexpected_keyword(callee: str, name: str, known: Iterable[str]) -> TypeError:
    """What Python raises for a keyword argument that `callee` does not take, with the nearest."""
    names = list(known)
    advice = nearest(name, names) or f"; it takes: {', '.join(names)}"
    return TypeError(f"{callee}() got an unexpected keyword argument {name!r}{advice}")
