"""Checks that the readers of written positions share; every error names the field."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

Value = TypeVar("Value")


class PositionError(ValueError):
    """A written position that cannot be; the message names the field."""


def check_fields(
    position: Mapping[str, Any], game: str, known: Sequence[str], num_players: int
) -> None:
    """The position must be of this game and number of players and have known fields only."""
    if not isinstance(position, Mapping):
        raise PositionError(f"position is {position!r}, expected a table of fields")
    if position.get("game") != game:
        raise PositionError(f"game is {position.get('game')!r}, expected {game!r}")
    for name in position:
        if name not in known:
            raise PositionError(f"unknown field {name!r}; fields: {', '.join(known)}")
    if position.get("num_players", num_players) != num_players:
        raise PositionError(
            f"num_players is {position['num_players']!r}, but this game was made for {num_players}"
        )


def integer(where: str, value: Any, low: int, high: int) -> int:
    """`value` if it is an integer from `low` to `high`."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise PositionError(f"{where} is {value!r}, expected an integer from {low} to {high}")
    return value


def flag(where: str, value: Any) -> bool:
    """`value` if it is true or false."""
    if not isinstance(value, bool):
        raise PositionError(f"{where} is {value!r}, expected true or false")
    return value


def sequence(where: str, value: Any) -> Sequence[Any]:
    """`value` if it is a list."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise PositionError(f"{where} is {value!r}, expected a list")
    return value


def choice(where: str, value: Value, allowed: Sequence[Value]) -> Value:
    """`value` if it is one of `allowed`."""
    if value not in allowed:
        options = ", ".join(map(str, allowed)) or "nothing"
        raise PositionError(f"{where} is {value!r}, expected one of: {options}")
    return value


def at_most(where: str, count: int, most: int) -> None:
    """`where` may have at most `most` entries."""
    if count > most:
        raise PositionError(f"{where} has {count} entries, expected at most {most}")


def counts(where: str, value: Any, copies: Mapping[str, int]) -> Mapping[str, int]:
    """`value` if it says how many there are of some of the names of `copies`, none too often."""
    if not isinstance(value, Mapping):
        raise PositionError(f"{where} is {value!r}, expected a table of names and numbers")
    for name, count in value.items():
        choice(where, name, list(copies))
        integer(f"{where}[{name!r}]", count, 0, copies[name])
    return value
