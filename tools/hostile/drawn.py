"""Random inputs of attacks: games with options, positions, nonsense and changed data."""

import contextlib
import functools
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, TypeVar

import numpy as np

from hofspiele.envs.core import Game
from tests.games import FOREIGN_CASES, TABLE_CASES, Case
from tests.nested import nested
from tests.play import random_game

Drawn = TypeVar("Drawn")
Rng = np.random.Generator

# --- games -------------------------------------------------------------------------------------

OWN_TABLES = TABLE_CASES  # These cover all numbers of players and all options.
TABLES = [*OWN_TABLES, *FOREIGN_CASES]


def one_of(rng: Rng, things: Any) -> Any:
    """Draw one of `things` unchanged; `Generator.choice` would convert them to an array."""
    things = list(things)
    return things[rng.integers(len(things))]


def seed_of(rng: Rng) -> int:
    """Draw a seed for games, 0 … 2**64 - 1."""
    return int(rng.integers(2**64, dtype=np.uint64))


@functools.cache
def _game(index: int) -> Game:
    return TABLES[index].make()


def any_game(rng: Rng, tables: list[Case] = TABLES) -> Game:
    """Draw one of `tables` and return its game, which is created once."""
    return _game(TABLES.index(one_of(rng, tables)))


def any_history(game: Game, rng: Rng) -> list[np.record]:
    """Play a random game and return all its positions."""
    return random_game(game, seed_of(rng))


def any_decision(game: Game, rng: Rng) -> np.record:
    """Play a random game and draw one of its positions, except the last."""
    return one_of(rng, any_history(game, rng)[:-1])


# --- nonsense ----------------------------------------------------------------------------------

NUMBERS = (
    -1, 0, 1, 2, 7, 127, 255, 256, 999, 32767, 32768, -32769, 2**31, 2**32 + 1, 2**63 - 1, 2**63,
    2**64, -(2**64), 10**30, 0.0, -0.0, 1.0, 1.5, 1e308, float("nan"), float("inf"), -float("inf"),
)  # fmt: skip
WORDS = (
    "", " ", "0", "1", "-1", "None", "null", "true", "x" * 300, "king", "Frankreich", "red",
    "\u2028", "\x00", "é", "e\u0301", "🂡", "../..", "%s", "{0}", "1\n2",
)  # fmt: skip


def written_nonsense(rng: Rng) -> Any:
    """Draw an unexpected value that JSON and TOML can hold."""
    kind = rng.integers(8)
    if kind < 3:
        return one_of(rng, NUMBERS)
    if kind < 5:
        return one_of(rng, WORDS)
    if kind < 6:
        return one_of(rng, (True, False))
    inner = [written_nonsense(rng) for _ in range(rng.integers(3))]
    return inner if kind == 6 else {one_of(rng, WORDS): entry for entry in inner}


def nonsense(rng: Rng) -> Any:
    """Draw a Python or numpy object that a program may pass by mistake."""
    if rng.random() < 0.5:
        return written_nonsense(rng)
    kinds: list[Callable[[], Any]] = [
        lambda: None, object, lambda: b"king", lambda: (1, 2), lambda: {1, 2}, lambda: range(3),
        lambda: 1j, lambda: int, lambda: len, lambda: Exception("no"), lambda: iter([1]),
        lambda: np.int64(3), lambda: np.uint64(2**64 - 1), lambda: np.int16(-1),
        lambda: np.bool_(True), lambda: np.float32(1), lambda: np.str_("king"),
        lambda: np.array(1), lambda: np.array([1]), lambda: np.zeros(0), lambda: np.arange(3),
        lambda: np.ones((2, 2), bool), lambda: np.array([None]), lambda: np.array(["a", "b"]),
        lambda: {None: 1}, lambda: {(1, 2): 3, "a": 4}, lambda: "\ud800", lambda: 10**5000,
        lambda: nested(20), lambda: nested(5000), lambda: "x" * 10**6,
    ]  # fmt: skip
    return one_of(rng, kinds)()


# --- changed data ------------------------------------------------------------------------------


def _places(value: Any, levels: int = 20) -> Iterator[tuple[Any, Any]]:
    """Yield the container and the key of every entry in `value`, including nested entries."""
    if isinstance(value, dict | list) and levels:
        for key in value if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _places(value[key], levels - 1)


def changed(value: Any, rng: Rng, foreign: Callable[[Rng], Any] = nonsense) -> Any:
    """Return a copy of `value` with some entries dropped, swapped, emptied or otherwise changed."""
    value = deepcopy(value)
    for _ in range(1 + rng.geometric(0.6)):
        places = list(_places(value))
        if not places:
            return foreign(rng)
        _change(*one_of(rng, places), one_of(rng, places), rng, foreign)
    return value


def _copied(value: Any) -> Any:
    with contextlib.suppress(RecursionError):  # Deeply nested values are shared, not copied.
        return deepcopy(value)
    return value


def _change(
    container: Any, key: Any, other: tuple[Any, Any], rng: Rng, foreign: Callable[[Rng], Any]
) -> None:
    entry = container[key]
    kind = rng.integers(10)
    if kind == 0:
        del container[key]
    elif kind == 1:
        container[key] = foreign(rng)
    elif kind == 2:
        container[key] = type(entry)() if isinstance(entry, str | int | list | dict) else 0
    elif kind == 3:
        container[key] = _copied(other[0][other[1]])
    elif kind == 4:  # Containers are not swapped, because one may contain the other.
        theirs = other[0][other[1]]
        if not isinstance(entry, dict | list) and not isinstance(theirs, dict | list):
            container[key], other[0][other[1]] = theirs, entry
    elif kind == 5 and isinstance(container, dict) and isinstance(key, str):
        name = one_of(rng, (other[1], f"{key}s", key.upper(), foreign(rng)))
        if isinstance(name, str | int | float | tuple | None):
            container[name] = container.pop(key)
    elif kind == 6 and isinstance(container, list):
        container.insert(rng.integers(len(container) + 1), _copied(entry))
    elif kind == 7 and isinstance(container, list):
        rng.shuffle(container)
    elif isinstance(entry, bool):
        container[key] = not entry
    elif isinstance(entry, int) and abs(entry) < 2**63:
        container[key] = one_of(rng, (entry + 1, entry - 1, -entry, float(entry), str(entry)))
    elif isinstance(entry, str):
        alike = [theirs[name] for theirs, name in [other] if isinstance(theirs[name], str)]
        container[key] = one_of(rng, [*alike, entry.upper(), entry[1:], f"{entry} ", entry + entry])


def changed_text(text: bytes, rng: Rng) -> bytes:
    """Return `text` with some bytes dropped, copied, reversed or replaced."""
    for _ in range(rng.geometric(0.5)):
        start = int(rng.integers(len(text) + 1))
        end = start + int(rng.geometric(1 / one_of(rng, (1, 2, 30))))
        own = text[start:end]
        there = int(rng.integers(len(text) + 1))
        text = one_of(
            rng,
            (
                text[:start] + text[end:],
                text[:end] + own + text[end:],
                text[:there] + own + text[there:],
                text[:start] + rng.bytes(len(own)) + text[end:],
                text[:start]
                + bytes(rng.choice(list(b'0123456789-.eE"[]{},:=# \n\\')) for _ in own)
                + text[end:],
                text[:start] + own[::-1] + text[end:],
                text[: len(text) if rng.random() < 0.8 else start],
            ),
        )
    return text
