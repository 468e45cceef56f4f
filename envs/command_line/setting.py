"""Declarations of settings: fields of dataclasses with a default, a range and an explanation."""

import copy
from collections.abc import Iterator
from dataclasses import Field, field, fields, is_dataclass
from types import UnionType
from typing import Any, NamedTuple, get_args, get_type_hints

# The default of a required setting.
REQUIRED = "…"
# Bound on the absolute value of numbers. Sums and squares of smaller numbers are finite.
_LARGEST = 1e100


class Limits(NamedTuple):
    """The allowed numbers, names or lists of a setting."""

    least: float | None = None  # the smallest allowed number
    above: float | None = None  # allowed numbers are larger than this
    most: float | None = None  # the largest allowed number
    below: float | None = None  # allowed numbers are smaller than this
    choices: tuple[str, ...] = ()  # the allowed names; if empty, all names are allowed
    may_be_empty: bool = False  # whether a list may have no entries

    def hold(self, number: float) -> bool:
        """Return whether `number` is allowed; NaN and infinity never are."""
        return (
            -_LARGEST < number < _LARGEST
            and (self.least is None or number >= self.least)
            and (self.above is None or number > self.above)
            and (self.most is None or number <= self.most)
            and (self.below is None or number < self.below)
        )

    @property
    def words(self) -> str:
        """The range of numbers, as words after "a number" or "an integer" in messages."""
        if self.above is not None:
            ends = {"<=": self.most, "<": self.below}
            upper = [f" and {sign} {end:g}" for sign, end in ends.items() if end is not None]
            return f" > {self.above:g}" + "".join(upper)
        if self.least is None:
            return ""
        return f" from {self.least}" + ("" if self.most is None else f" to {self.most}")


def command_of(kind: type) -> str:
    """Return the name of the command whose settings are of class `kind`."""
    return kind.__name__.lower()


def setting(
    default: Any,
    explanation: str | None,
    *,
    word: bool = False,
    names_output: bool = False,
    typed: bool = False,
    **limits: Any,
) -> Any:
    """Return a dataclass field that declares a setting.

    Args:
        default: the value if no file and no argument sets it.
        explanation: the text in ``--help``; None hides the setting from it.
        word: whether the value may be typed without the name, as in ``hofspiele play kardinal``.
        names_output: whether the value names a file or folder that the command writes.
        typed: whether the value can only be typed or given in Python, never read from a file.
        **limits: attributes of `Limits`.
    """
    metadata = {"explanation": explanation, "limits": Limits(**limits), "word": word}
    metadata |= {"names_output": names_output, "typed": typed}
    if isinstance(default, list | dict):
        return field(default_factory=lambda: copy.copy(default), metadata=metadata)
    return field(default=default, metadata=metadata)


def settings_in(kind: type) -> Iterator[tuple[Field[Any], Any]]:
    """Yield each field of a dataclass with its type."""
    types = get_type_hints(kind)
    for declared in fields(kind):
        yield declared, types[declared.name]


def alternatives(kind: Any) -> tuple[Any, ...]:
    """Return the types in a union, or `kind` itself."""
    return get_args(kind) if isinstance(kind, UnionType) else (kind,)


def sections_in(kind: Any) -> list[type]:
    """Return the dataclasses in a union, or `kind` itself if it is a dataclass."""
    return [each for each in alternatives(kind) if is_dataclass(each) and isinstance(each, type)]


def explanations(kind: type, above: str = "") -> dict[str, str]:
    """Return the explanations of a dataclass's settings by dotted name, except hidden settings."""
    found: dict[str, str] = {}
    for declared, declared_kind in settings_in(kind):
        if (explanation := declared.metadata["explanation"]) is not None:
            found[f"{above}{declared.name}"] = explanation
            for section in sections_in(declared_kind):
                found |= explanations(section, f"{above}{declared.name}.")
    return found
