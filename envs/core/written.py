"""Written positions: what all games share when they write them and read them back.

Every error names the field.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from hofspiele.envs.core.checks import is_integer, shown
from hofspiele.envs.core.suggest import nearest

Value = TypeVar("Value")

# more than any position has
_MOST_LEVELS = 8


class PositionError(ValueError):
    """A written position that cannot be; the message names the field."""


class PositionReader:
    """The fields of a written position, checked as they are read; a missing one is as if empty.

    Args:
        position: what a person or a program wrote.
        game: the name of the game that it must be of.
        fields: all that a position of it may have.
        num_players: how many the game was made for.

    Raises:
        PositionError: it is no mapping, of another game or number of players, or has a field that
            no position has; or what it holds is more than names, numbers, lists and mappings.
    """

    def __init__(self, position: Any, game: str, fields: Sequence[str], num_players: int):
        if not isinstance(position, Mapping):
            raise PositionError(f"position is {shown(position)}, expected a mapping of fields")
        for name in position:
            if name not in fields:
                raise PositionError(
                    f"unknown field {shown(name)}{nearest(name, fields)} "
                    f"(fields: {', '.join(fields)})"
                )
        position = {name: _plain(name, value) for name, value in position.items()}
        if position.get("game") != game:
            raise PositionError(f"game is {shown(position.get('game'))}, expected {game!r}")
        self.position = position
        self.num_players = num_players
        self.made_for("num_players", num_players)

    def made_for(self, field: str, value: Any) -> None:
        """The field must have the value of the option that the game was made with, if any."""
        found = self.position.get(field, value)
        if isinstance(value, bool):
            flag(field, found)
        elif not is_integer(found):
            raise PositionError(f"{field} is {shown(found)}, expected {value!r}")
        if found != value:
            raise PositionError(f"{field} is {shown(found)}, but this game was made with {value!r}")

    def flag(self, field: str) -> bool:
        """True or false."""
        return flag(field, self.position.get(field, False))

    def integer(self, field: str, low: int, high: int) -> int:
        """A number from `low` to `high`."""
        return integer(field, self.position.get(field, low), low, high)

    def seat(self, field: str) -> int:
        """A seat."""
        return self.integer(field, 0, self.num_players - 1)

    def choice(self, field: str, names: Sequence[str]) -> int:
        """The index of one of `names`."""
        return names.index(choice(field, self.position.get(field, names[0]), names))

    def sequence(self, field: str, most: int) -> Sequence[Any]:
        """A list of at most `most` entries."""
        entries = sequence(field, self.position.get(field, []))
        at_most(field, len(entries), most)
        return entries

    def by_seat(self, field: str) -> Iterable[tuple[int, str, Any]]:
        """For each seat that has an entry: the seat, what to call the entry, and the entry."""
        for seat, entry in enumerate(self.sequence(field, self.num_players)):
            yield seat, f"{field}[{seat}]", entry

    def integers_by_seat(self, field: str, high: int, out: np.ndarray) -> None:
        """Fill `out` with a number from 0 to `high` for each seat."""
        for seat, where, entry in self.by_seat(field):
            out[seat] = integer(where, entry, 0, high)

    def mapping(self, field: str) -> Mapping[Any, Any]:
        """A mapping of names."""
        return mapping(field, self.position.get(field, {}))

    def counts(self, field: str, copies: Mapping[str, int], out: np.ndarray) -> None:
        """Fill `out`, in the order of `copies`, with how many of each name there are."""
        fill_counts(field, self.position.get(field, {}), copies, out)


def _plain(where: str, value: Any, levels: int = _MOST_LEVELS) -> Any:
    """`value` in Python's own types: others compare and print in ways of their own."""
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, str | float) or _is_small(value):
        return value
    if levels and isinstance(value, Mapping) and all(map(_is_key, value)):
        return {key: _plain(f"{where}[{key!r}]", entry, levels - 1) for key, entry in value.items()}
    if levels and isinstance(value, list | tuple):
        return [_plain(f"{where}[{at}]", entry, levels - 1) for at, entry in enumerate(value)]
    raise PositionError(
        f"{where} is {shown(value)}, expected names, numbers, lists and mappings, "
        f"nested {_MOST_LEVELS} times at most"
    )


def _is_key(value: Any) -> bool:
    return isinstance(value, str) or _is_small(value)


def _is_small(value: Any) -> bool:
    return isinstance(value, int) and abs(value) < 2**63


def named_counts(names: Iterable[str], counts: np.ndarray) -> dict[str, int]:
    """How many of each name there are, without those of which there is none."""
    return {name: int(count) for name, count in zip(names, counts, strict=True) if count}


def integer(where: str, value: Any, low: int, high: int) -> int:
    """`value` if it is an integer from `low` to `high`."""
    if not is_integer(value) or not low <= value <= high:
        raise PositionError(f"{where} is {shown(value)}, expected an integer from {low} to {high}")
    return value


def flag(where: str, value: Any) -> bool:
    """`value` if it is true or false."""
    if not isinstance(value, bool):
        raise PositionError(f"{where} is {shown(value)}, expected true or false")
    return value


def sequence(where: str, value: Any) -> Sequence[Any]:
    """`value` if it is a list."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise PositionError(f"{where} is {shown(value)}, expected a list")
    return value


def choice(where: str, value: Value, allowed: Sequence[Value]) -> Value:
    """`value` if it is one of `allowed`, names or integers."""
    # 1.0 and True are equal to 1, and arrays to nothing that can be said
    if not (isinstance(value, str) or is_integer(value)) or value not in allowed:
        options = ", ".join(map(str, allowed)) or "nothing"
        raise PositionError(f"{where} is {shown(value)}, expected one of: {options}")
    return value


def at_most(where: str, count: int, most: int) -> None:
    """`where` may have at most `most` entries."""
    if count > most:
        raise PositionError(f"{where} has {count} entries, expected at most {most}")


def mapping(where: str, value: Any) -> Mapping[Any, Any]:
    """`value` if it is a mapping."""
    if not isinstance(value, Mapping):
        raise PositionError(f"{where} is {shown(value)}, expected a mapping")
    return value


def fill_counts(where: str, value: Any, copies: Mapping[str, int], out: np.ndarray) -> None:
    """Fill `out`, in the order of `copies`, if `value` has none of these names too often."""
    names = list(copies)
    for name, count in mapping(where, value).items():
        number = names.index(choice(where, name, names))
        out[number] = integer(f"{where}[{name!r}]", count, 0, copies[name])
