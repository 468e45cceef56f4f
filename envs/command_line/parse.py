"""Converting plain values to typed settings, and checking them against their declarations."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin

from hofspiele.envs.command_line.setting import (
    Limits,
    alternatives,
    explanations,
    sections_in,
    settings_in,
)
from hofspiele.envs.command_line.values import written
from hofspiele.envs.core.checks import is_integer, shown
from hofspiele.envs.core.text.suggest import nearest

Settings = TypeVar("Settings")
# Maximum size of integers in bits. YAML reads 1:59:59:… as an integer with thousands of digits,
# which Python can't print.
_MOST_BITS = 1024


class NamesError(ValueError):
    """Raised if the name of a setting is unknown or missing."""


def parse(values: Mapping[str, Any], kind: type[Settings], above: str = "") -> Settings:
    """Return `values` as settings of `kind`; sections are mappings.

    Where `kind` requires it, a single value becomes a list, a float like 3.0 becomes an integer,
    and an integer becomes a name. Messages put `above` before the names. Raise NamesError if a name
    is unknown or missing, or ValueError if a value is not plain or not allowed.
    """
    check_plain(values, above.rstrip("."))
    declared = {entry.name: (entry, expected) for entry, expected in settings_in(kind)}
    for name in values:
        if name not in declared:
            raise unknown_name(kind, name, above)
    found: dict[str, Any] = {}
    for name, (entry, expected) in declared.items():
        full = f"{above}{name}"
        limits = entry.metadata["limits"]
        if name not in values:
            raise NamesError(f"{full} is missing, expected {allowed_values(expected, limits)}")
        value = values[name]
        if isinstance(value, dict) and (sections := sections_in(expected)):
            found[name] = parse(value, sections[0], f"{full}.")
            continue
        try:
            found[name] = _converted(value, expected, limits)
        except TypeError:
            raise ValueError(
                f"{full} is {written(value)}, expected {allowed_values(expected, limits)}"
            ) from None
    return kind(**found)


def with_values(settings: Settings, changes: Mapping[str, Any]) -> Settings:
    """Return a copy of `settings` with `changes`, by dotted names, if `parse` accepts them."""
    values = asdict(settings)  # type: ignore[call-overload]
    for full, value in changes.items():
        *sections, name = full.split(".")
        section = values
        for above in sections:
            section = section[above]
        section[name] = value
    return parse(values, type(settings))


def nested(kind: type, name: str, value: Any) -> dict[str, Any]:
    """Return ``{"a": {"b": value}}`` for the dotted name ``a.b`` of a setting in `kind`.

    In a setting that is a mapping, such as ``opponents.shares``, the rest of the name is one name.
    """
    first, _, rest = name.partition(".")
    if not rest:
        return {first: value}
    types = {entry.name: expected for entry, expected in settings_in(kind)}
    sections = sections_in(types.get(first))
    return {first: nested(sections[0], rest, value) if sections else {rest: value}}


def unknown_name(kind: type, name: str, above: str = "", more: Iterable[str] = ()) -> NamesError:
    """Return an error that suggests names in `kind` or `more` similar to the unknown `name`."""
    known = [f"{above}{one}" for one in (*explanations(kind), *more)]
    same = [] if above else [one for one in known if one.endswith(f".{name}")]
    advice = f"; did you mean {' or '.join(map(repr, same))}?" if same else ""
    advice = advice or nearest(above + name, known) or "; --help lists all settings"
    return NamesError(f"unknown setting {above + name!r}{advice}")


def check_plain(value: Any, name: str) -> None:
    """Raise ValueError, naming `name`, unless `value` has only the types of values in JSON."""
    if isinstance(value, dict):
        for key, entry in value.items():
            if not isinstance(key, str):
                where = name or "the configuration"
                raise ValueError(f"{where} contains the name {shown(key)}, expected a string")
            check_plain(entry, f"{name}.{key}" if name else key)
    elif isinstance(value, list):
        for entry in value:
            check_plain(entry, name)
    elif isinstance(value, int) and value.bit_length() > _MOST_BITS:
        raise ValueError(
            f"{name} is {shown(value)}, expected an integer of at most {_MOST_BITS} bits"
        )
    elif not (value is None or isinstance(value, str | int | float)):
        raise ValueError(
            f"{name} is {shown(value)}, expected a string, a number, true, false or null"
        )


def _converted(value: Any, expected: Any, limits: Limits) -> Any:
    """Return `value` as one of the expected types; raise TypeError if it fits none of them."""
    for kind in alternatives(expected):
        if kind is Any or (kind is bool and isinstance(value, bool)):
            return value
        if kind is NoneType and value is None:
            return None
        if kind in (int, float) and _is_number(value, kind) and limits.hold(value):
            return kind(value)
        if kind is str and _is_name(value, limits.choices):
            return str(value)
        if get_origin(kind) is list and value is not None and (value != [] or limits.may_be_empty):
            entries = value if isinstance(value, list) else [value]
            return [_converted(entry, get_args(kind)[0], limits) for entry in entries]
        if get_origin(kind) is dict and isinstance(value, dict):
            entry_kind = get_args(kind)[1]
            return {name: _converted(entry, entry_kind, limits) for name, entry in value.items()}
    raise TypeError


def _is_number(value: Any, kind: type) -> bool:
    is_float = isinstance(value, float) and (kind is float or value.is_integer())
    return is_integer(value) or is_float


def _is_name(value: Any, choices: Sequence[str]) -> bool:
    is_text = is_integer(value) or (isinstance(value, str) and value != "")
    return is_text and (not choices or value in choices)


def allowed_values(expected: Any, limits: Limits) -> str:
    """Return a description of the allowed values for messages."""
    *others, last = [_words_of(kind, limits) for kind in alternatives(expected)]
    return ", ".join(others) + (f", or {last}" if others else last)


def _words_of(kind: Any, limits: Limits) -> str:
    if get_origin(kind) is list:
        fewest = "" if limits.may_be_empty else " of at least one"
        return f"{_words_of(get_args(kind)[0], limits)}, or a list{fewest}"
    if get_origin(kind) is dict:
        return "a mapping like {name:value}"
    for section in sections_in(kind):
        return "a mapping with " + ", ".join(entry.name for entry, _ in settings_in(section))
    if kind is str and limits.choices:
        return f"one of {', '.join(limits.choices)}"
    words = {int: "an integer", float: "a number", bool: "true or false", str: "a name"}
    return words.get(kind, "null") + (limits.words if kind in (int, float) else "")
