"""Random inputs of attacks: games, nonsense, strange text, and changed or corrupt data."""

import functools
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import numpy as np

from hofspiele.envs.core import Game
from tests.games import FOREIGN_CASES, TABLE_CASES

Rng = np.random.Generator
CASES = [*TABLE_CASES, *FOREIGN_CASES]


def one_of(rng: Rng, things: Any) -> Any:
    """Draw one of `things` unchanged; `Generator.choice` would convert them to an array."""
    things = list(things)
    return things[rng.integers(len(things))]


def seed_of(rng: Rng) -> int:
    """Draw a seed for games, 0 … 2**64 - 1."""
    return int(rng.integers(2**64, dtype=np.uint64))


@functools.cache
def _game(index: int) -> Game:
    return CASES[index].make()


def any_game(rng: Rng) -> Game:
    """Draw one of `CASES` and return its game, which is created once."""
    return _game(int(rng.integers(len(CASES))))


# --- text --------------------------------------------------------------------------------------

# Half-open ranges: control, bidirectional and invisible characters, surrogates, emoji, ASCII.
_RANGES = (
    (0, 32), (127, 160), (0x200B, 0x2010), (0x2028, 0x202F), (0x2066, 0x206A), (0xD800, 0xE000),
    (0xE000, 0xE010), (0xFFF9, 0x10000), (0x1F300, 0x1F310), (0xE0001, 0xE0080), (32, 127),
)  # fmt: skip
# Control sequences for terminals.
_COMMANDS = ("\x1b[2J\x1b[1;1H", "\x1b]0;title\x07", "\x9b31m", "\r\n", "\x1b[8m", "\x1bc")


def strange_text(rng: Rng) -> str:
    """Draw 1 to 7 pieces of text: characters, and control sequences for terminals."""
    pieces = [
        one_of(rng, _COMMANDS) if rng.random() < 0.2 else chr(rng.integers(*one_of(rng, _RANGES)))
        for _ in range(rng.integers(1, 8))
    ]
    return "".join(pieces)


def check_printable(text: str) -> None:
    """Check that all characters of `text` are printable, except line breaks."""
    obeyed = {letter for letter in text if not letter.isprintable()} - {"\n"}
    assert not obeyed, f"found unprintable characters {obeyed} in {text[:500]!r}"


# --- nonsense and changed data -----------------------------------------------------------------

_NONSENSE = (
    None, True, False, -1, 0, 1, 2, 7, 127, 256, 999, 32768, -32769, 2**31, 2**63, 10**30, 0.0, 1.5,
    1e308, float("nan"), float("inf"), "", " ", "0", "-1", "null", "x" * 300, "king", "Frankreich",
    "red", "\u2028", "\x00", "e\u0301", "🂡", "../..", "%s", "{0}", "1\n2", [], {}, [[]], [None],
    [1], ["red", "red"], {"": 0}, {"king": [1]}, [10**7, 10**7],
)  # fmt: skip


def nonsense(rng: Rng) -> Any:
    """Draw an unexpected value that JSON and TOML can hold, except that TOML has no None."""
    return deepcopy(one_of(rng, _NONSENSE))


def changed(value: Any, rng: Rng) -> Any:
    """Return a copy of nested dictionaries and lists with some entries dropped or changed."""
    value = deepcopy(value)
    for _ in range(1 + rng.geometric(0.6)):
        places = list(_places(value))
        if not places:
            return nonsense(rng)
        _change(*one_of(rng, places), one_of(rng, places), rng)
    return value


def _places(value: Any, levels: int = 20) -> Iterator[tuple[Any, Any]]:
    """Yield the container and the key of every entry in `value`, including nested entries."""
    if isinstance(value, dict | list) and levels:
        for key in value if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _places(value[key], levels - 1)


def _change(container: Any, key: Any, other: tuple[Any, Any], rng: Rng) -> None:
    """Drop, rename, replace or insert an entry; a new value may be a copy of the entry `other`."""
    entry, copied = container[key], deepcopy(other[0][other[1]])
    kind = rng.integers(6)
    if kind == 0:
        del container[key]
    elif kind == 1 and isinstance(container, list):
        container.insert(rng.integers(len(container) + 1), copied)
    elif kind == 1:
        container[one_of(rng, (str(other[1]), f"{key}s", strange_text(rng)))] = container.pop(key)
    elif kind == 2:
        container[key] = copied
    elif kind == 3:
        container[key] = nonsense(rng)
    elif isinstance(entry, int) and abs(entry) < 2**63:
        container[key] = one_of(rng, (entry + 1, entry - 1, -entry, float(entry), str(entry)))
    elif isinstance(entry, str):
        container[key] = one_of(rng, (entry.upper(), entry[1:], f"{entry} ", entry + entry))


# --- corrupt bytes -----------------------------------------------------------------------------


def corrupted(content: bytes, rng: Rng) -> bytes:
    """Return `content` with parts dropped, copied, overwritten or reversed, or cut off."""
    for _ in range(rng.geometric(0.5)):
        start, there = rng.integers(len(content) + 1, size=2)
        end = start + rng.geometric(1 / one_of(rng, (1, 2, 30, 1000)))
        before, part, after = content[:start], content[start:end], content[end:]
        signs = bytes(rng.choice(list(b'0123456789-.eE"[]{},:=# \n\\'), len(part)).tolist())
        ways = (
            before,
            before + after,
            content[:there] + part + content[there:],
            before + bytes(len(part)) + after,
            before + rng.bytes(len(part)) + after,
            before + signs + after,
            before + part[::-1] + after,
        )
        content = one_of(rng, ways)
    return content
