"""Checks of written positions and component files; every error names the entry."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from hofspiele.envs.core.checks import is_integer, shown
from hofspiele.envs.core.text.suggest import nearest

Value = TypeVar("Value")

# Maximum depth of nesting in a written position, deeper than any game needs.
_MAX_DEPTH = 8
# Maximum score of a seat in a written position.
_MOST_POINTS = 10_000


class EntryError(ValueError):
    """An invalid entry of a written position or component file; the message names it."""


class PositionReader:
    """The fields of a written position, which are checked as they are read.

    Only ``game`` is required; other missing fields have the values of an empty position. `fields`
    are the names of all fields that a position of this game and number of players can have. Raise
    EntryError if a field is unknown or has an invalid value, or `position` belongs to another game
    or contains anything but names, booleans, None, 64-bit numbers, lists and mappings.
    """

    def __init__(self, position: Any, game: str, fields: Sequence[str], num_players: int):
        if not isinstance(position, Mapping):
            raise EntryError(f"position is {shown(position)}, expected a mapping of fields")
        check_fields("", position, fields)
        position = {name: _plain(name, value) for name, value in position.items()}
        if position.get("game") != game:
            raise EntryError(f"game is {shown(position.get('game'))}, expected {game!r}")
        self.position = position
        self.num_players = num_players
        self.require_option("num_players", num_players)

    def require_option(self, field: str, value: Any) -> None:
        """Raise EntryError if the field is given and differs from the game's option `value`."""
        found = self.position.get(field, value)
        if type(found) is not type(value) or found != value:
            raise EntryError(f"{field} is {_word(found)}, expected {_word(value)} as in this game")

    def flag(self, field: str) -> bool:
        """Return the field as a bool."""
        value = self.position.get(field, False)
        if not isinstance(value, bool):
            raise EntryError(f"{field} is {shown(value)}, expected true or false")
        return value

    def integer(self, field: str, low: int, high: int) -> int:
        """Return the field as an integer from `low` to `high`."""
        return integer(field, self.position.get(field, low), low, high)

    def seat(self, field: str) -> int:
        """Return the field as a seat."""
        return self.integer(field, 0, self.num_players - 1)

    def choice(self, field: str, names: Sequence[str], default: int = 0) -> int:
        """Return the index of the field's value in `names`, or `default` if it is missing."""
        return index_of(field, self.position.get(field, names[default]), names)

    def sequence(self, field: str, most: int) -> Sequence[Any]:
        """Return the field as a list of at most `most` entries."""
        entries = sequence(field, self.position.get(field, []))
        at_most(field, len(entries), most)
        return entries

    def by_seat(self, field: str) -> Iterable[tuple[int, str, Any]]:
        """Yield the seat, the name (for messages) and the value of each entry of the field."""
        for seat, entry in enumerate(self.sequence(field, self.num_players)):
            yield seat, f"{field}[{seat}]", entry

    def integers_by_seat(self, field: str, high: int, out: np.ndarray) -> None:
        """Fill `out` with the field's integers from 0 to `high`, one for each seat."""
        for seat, where, entry in self.by_seat(field):
            out[seat] = integer(where, entry, 0, high)

    def counts_by_seat(self, field: str, copies: Mapping[str, int], out: np.ndarray) -> None:
        """Fill a row of `out` for each seat with its counts, as `counts` does."""
        for seat, where, entry in self.by_seat(field):
            fill_counts(where, entry, copies, out[seat])

    def scores(self, out: np.ndarray) -> None:
        """Fill `out` with the points that each seat has scored."""
        self.integers_by_seat("scores", _MOST_POINTS, out)

    def mapping(self, field: str) -> Mapping[Any, Any]:
        """Return the field as a mapping."""
        return mapping(field, self.position.get(field, {}))

    def counts(self, field: str, copies: Mapping[str, int], out: np.ndarray) -> None:
        """Fill `out` with the field's count of each name, in the order of `copies`."""
        fill_counts(field, self.position.get(field, {}), copies, out)


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else shown(value)


def _plain(where: str, value: Any, depth: int = _MAX_DEPTH) -> Any:
    """Return `value` in Python's own types; raise EntryError for other objects or deep nesting."""
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, str | float) or _is_small(value):
        return value
    if depth and isinstance(value, Mapping) and all(map(_is_key, value)):
        return {key: _plain(f"{where}[{key!r}]", entry, depth - 1) for key, entry in value.items()}
    if depth and isinstance(value, list | tuple):
        return [_plain(f"{where}[{at}]", entry, depth - 1) for at, entry in enumerate(value)]
    raise EntryError(
        f"{where} is {shown(value)}, expected names, 64-bit numbers, lists and mappings, "
        f"nested at most {_MAX_DEPTH} levels deep"
    )


def _is_key(value: Any) -> bool:
    return isinstance(value, str) or _is_small(value)


def _is_small(value: Any) -> bool:
    return isinstance(value, int) and abs(value) < 2**63


def check_fields(where: str, names: Iterable[Any], known: Sequence[str]) -> None:
    """Raise EntryError, with `where` before the message, if one of `names` is not in `known`."""
    for name in names:
        if name not in known:
            fields = ", ".join(known)
            raise EntryError(
                f"{where}unknown field {shown(name)}{nearest(name, known)}; fields: {fields}"
            )


def check_copies(
    names: Iterable[str], counts: np.ndarray, copies: Iterable[int], places: str
) -> None:
    """Raise EntryError if a card appears more often in all `places` together than in `copies`."""
    for name, count, most in zip(names, counts, copies, strict=True):
        if count > most:
            raise EntryError(
                f"card {name!r} appears {count} times in {places} together, expected at most {most}"
            )


def named_counts(names: Iterable[str], counts: np.ndarray) -> dict[str, Any]:
    """Return the count, or mean count, of each name, without names whose count is 0."""
    return {name: count for name, count in zip(names, counts.tolist(), strict=True) if count}


def named_pile(names: Sequence[str], cards: np.ndarray, size: int) -> list[str]:
    """Return the names of the first `size` cards of a pile, beginning with the next drawn."""
    return [names[card] for card in cards[:size][::-1]]


def fill_pile(where: str, value: Any, names: Iterable[str], out: np.ndarray) -> int:
    """Fill the beginning of `out` with a pile as `named_pile` writes it; return its size."""
    cards = indices_of(where, value, names)
    at_most(where, len(cards), len(out))
    out[: len(cards)] = cards[::-1]
    return len(cards)


def integer(where: str, value: Any, low: int, high: int) -> int:
    """Return `value`; raise EntryError unless it is an integer from `low` to `high`."""
    if not is_integer(value) or not low <= value <= high:
        allowed = low if low == high else f"an integer from {low} to {high}"
        raise EntryError(f"{where} is {shown(value)}, expected {allowed}")
    return value


def sequence(where: str, value: Any) -> Sequence[Any]:
    """Return `value`; raise EntryError unless it is a list."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise EntryError(f"{where} is {shown(value)}, expected a list")
    return value


def choice(where: str, value: Value, allowed: Sequence[Value]) -> Value:
    """Return `value`; raise EntryError unless it is one of the names or integers `allowed`."""
    # Types are checked first: 1.0 and True equal 1, and arrays can't be searched for with `in`.
    if not (isinstance(value, str) or is_integer(value)) or value not in allowed:
        options = f"expected one of: {', '.join(map(str, allowed))}"
        raise EntryError(
            f"{where} is {shown(value)}, {options if allowed else 'but nothing is allowed here'}"
        )
    return value


def index_of(where: str, value: Any, names: Iterable[str]) -> int:
    """Return the index of `value` in `names`; raise EntryError unless it is one of them."""
    known = list(names)
    return known.index(choice(where, value, known))


def indices_of(where: str, value: Any, names: Iterable[str]) -> list[int]:
    """Return the index in `names` of each entry of the list `value`, as `index_of` does."""
    known = list(names)
    return [index_of(where, name, known) for name in sequence(where, value)]


def at_most(where: str, count: int, most: int) -> None:
    """Raise EntryError, naming the entry `where`, if `count` is larger than `most`."""
    if count > most:
        raise EntryError(f"{where} has {count} entries, expected at most {most}")


def mapping(where: str, value: Any) -> Mapping[Any, Any]:
    """Return `value`; raise EntryError unless it is a mapping."""
    if not isinstance(value, Mapping):
        raise EntryError(f"{where} is {shown(value)}, expected a mapping")
    return value


def fill_counts(where: str, value: Any, copies: Mapping[str, int], out: np.ndarray) -> None:
    """Fill `out`, in the order of `copies`, with the mapping `value` from names to counts.

    Raise EntryError unless the names are in `copies` and the counts from 0 to ``copies[name]``.
    """
    for name, count in mapping(where, value).items():
        number = index_of(where, name, copies)
        out[number] = integer(f"{where}[{name!r}]", count, 0, copies[name])
