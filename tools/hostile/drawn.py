"""Random inputs of attacks: games with options, nonsense and changed data."""

import functools
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import numpy as np

from hofspiele.envs.core import Game
from tests.games import FOREIGN_CASES, TABLE_CASES

Rng = np.random.Generator

# --- games -------------------------------------------------------------------------------------

TABLES = [*TABLE_CASES, *FOREIGN_CASES]


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


def any_game(rng: Rng) -> Game:
    """Draw one of `TABLES` and return its game, which is created once."""
    return _game(int(rng.integers(len(TABLES))))


# --- nonsense ----------------------------------------------------------------------------------

_NUMBERS = (
    -1, 0, 1, 2, 7, 127, 255, 256, 999, 32767, 32768, -32769, 2**31, 2**32 + 1, 2**63 - 1, 2**63,
    2**64, -(2**64), 10**30, 0.0, -0.0, 1.0, 1.5, 1e308, float("nan"), float("inf"), -float("inf"),
)  # fmt: skip
_WORDS = (
    "", " ", "0", "1", "-1", "None", "null", "true", "x" * 300, "king", "Frankreich", "red",
    "\u2028", "\x00", "é", "e\u0301", "🂡", "../..", "%s", "{0}", "1\n2",
)  # fmt: skip


def written_nonsense(rng: Rng) -> Any:
    """Draw an unexpected value that JSON and TOML can hold."""
    kind = rng.integers(8)
    if kind < 3:
        return one_of(rng, _NUMBERS)
    if kind < 5:
        return one_of(rng, _WORDS)
    if kind < 6:
        return one_of(rng, (True, False))
    inner = [written_nonsense(rng) for _ in range(rng.integers(3))]
    return inner if kind == 6 else {one_of(rng, _WORDS): entry for entry in inner}


# --- changed data ------------------------------------------------------------------------------


def _places(value: Any, levels: int = 20) -> Iterator[tuple[Any, Any]]:
    """Yield the container and the key of every entry in `value`, including nested entries."""
    if isinstance(value, dict | list) and levels:
        for key in value if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _places(value[key], levels - 1)


def changed(value: Any, rng: Rng) -> Any:
    """Return a copy of `value` with some entries dropped, swapped, emptied or otherwise changed."""
    value = deepcopy(value)
    for _ in range(1 + rng.geometric(0.6)):
        places = list(_places(value))
        if not places:
            return written_nonsense(rng)
        _change(*one_of(rng, places), one_of(rng, places), rng)
    return value


def _change(container: Any, key: Any, other: tuple[Any, Any], rng: Rng) -> None:
    entry = container[key]
    kind = rng.integers(10)
    if kind == 0:
        del container[key]
    elif kind == 1:
        container[key] = written_nonsense(rng)
    elif kind == 2:
        container[key] = type(entry)() if isinstance(entry, str | int | list | dict) else 0
    elif kind == 3:
        container[key] = deepcopy(other[0][other[1]])
    elif kind == 4:  # Containers are not swapped, because one may contain the other.
        theirs = other[0][other[1]]
        if not isinstance(entry, dict | list) and not isinstance(theirs, dict | list):
            container[key], other[0][other[1]] = theirs, entry
    elif kind == 5 and isinstance(container, dict) and isinstance(key, str):
        name = one_of(rng, (other[1], f"{key}s", key.upper(), written_nonsense(rng)))
        if isinstance(name, str | int | float):
            container[name] = container.pop(key)
    elif kind == 6 and isinstance(container, list):
        container.insert(rng.integers(len(container) + 1), deepcopy(entry))
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
