"""Declarations of settings: fields of dataclasses with a default, a range and an explanation."""

import copy
from collections.abc import Iterator
from dataclasses import Field, field, fields, is_dataclass
from types import UnionType
from typing import Any, NamedTuple, get_args, get_type_hints

# The default of a setting that the user has to give, as OmegaConf marks it.
REQUIRED = "???"
# Sums and squares of smaller numbers are still finite.
_LARGEST = 1e100


class Limits(NamedTuple):
    """The numbers, names or lists that a setting may have.

    Attributes:
        least: the smallest number.
        above: the largest number that is too small.
        most: the greatest number.
        below: the smallest number that is too large.
        choices: the allowed names; empty allows all.
        may_be_empty: whether a list may have no entries.
    """

    least: float | None = None
    above: float | None = None
    most: float | None = None
    below: float | None = None
    choices: tuple[str, ...] = ()
    may_be_empty: bool = False

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
        """The range of numbers, to stand after "a number" in messages."""
        if self.above is not None:
            ends = {"<=": self.most, "<": self.below}
            upper = [f" and {sign} {end:g}" for sign, end in ends.items() if end is not None]
            return f" > {self.above:g}" + "".join(upper)
        if self.least is None:
            return ""
        return f" from {self.least}" + ("" if self.most is None else f" to {self.most}")


def setting(default: Any, explanation: str, **limits: Any) -> Any:
    """Return the field of a setting.

    Args:
        default: its value if no file and no argument gives another.
        explanation: its text in ``--help``.
        **limits: attributes of `Limits`.
    """
    metadata = {"explanation": explanation, "limits": Limits(**limits)}
    if isinstance(default, list | dict):
        return field(default_factory=lambda: copy.copy(default), metadata=metadata)
    return field(default=default, metadata=metadata)


def settings_in(kind: type) -> Iterator[tuple[Field[Any], Any]]:
    """Yield the fields of a dataclass with their types."""
    types = get_type_hints(kind)
    for declared in fields(kind):
        yield declared, types[declared.name]


def alternatives(kind: Any) -> tuple[Any, ...]:
    """Return the types in a union, or the type itself."""
    return get_args(kind) if isinstance(kind, UnionType) else (kind,)


def sections_in(kind: Any) -> list[type]:
    """Return the dataclasses in a union, or the type itself if it is one."""
    return [each for each in alternatives(kind) if is_dataclass(each) and isinstance(each, type)]


def explanations(kind: type, above: str = "") -> dict[str, str]:
    """Return the explanations of all settings in a dataclass by dotted names."""
    found: dict[str, str] = {}
    for declared, declared_kind in settings_in(kind):
        name = f"{above}{declared.name}"
        found[name] = declared.metadata["explanation"]
        for section in sections_in(declared_kind):
            found |= explanations(section, f"{name}.")
    return found
