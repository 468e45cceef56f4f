"""Malformed, stale, foreign and hostile messages."""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
from websockets.exceptions import ConnectionClosed

from tests.tables.client import Address, Opened
from tools.hostile.drawn import one_of, strange_text

_VALUES: tuple[Any, ...] = (
    0, 1, 2, -1, 3.5, 10**12, 2**31, True, None, "", "0", "row 1", "\u0000", "\ud800", [], [[]], {},
    {"type": "act"}, "greedy", "search-99999", "../x", "x" * 300, "<script>alert(1)</script>",
)  # fmt: skip
_KINDS = (
    "hello", "act", "frame", "log", "why", "advice", "infer", "review", "stop review", "ping",
    "news", "take back", "rematch", "curves", "", 7,
)  # fmt: skip
_FIELDS = (
    "decision", "action", "view", "after", "dark", "narrow", "target", "agent", "token", "table",
    "seed",
)  # fmt: skip


def nonsense(server: Address, rng: np.random.Generator, number: int) -> int:
    """Send `number` messages to a table of people, and check that they change nothing.

    Seat 0 has to decide, but all messages, even its legal actions, are sent from seat 1.
    """
    opened = server.people()
    with opened.sit(0) as browser:
        before = browser.look()
    sent = 0
    while sent < number:
        sent += _until_closed(opened, rng, number - sent)
    with opened.sit(0) as browser:
        assert browser.news["decisions"] == 0
        assert browser.look() == before
    return sent


def _until_closed(opened: Opened, rng: np.random.Generator, most: int) -> int:
    """Send up to 40 messages to one socket, until the server closes it; return their number."""
    sent = 0
    with opened.server.socket() as socket, suppress(ConnectionClosed):
        if rng.random() < 0.8:
            socket.send(json.dumps({"type": "hello", "token": opened.tokens[1]}))
        while sent < min(most, 40):
            message = one_of(rng, _FORMS)(rng)
            sent += 1
            socket.send(message)
            with suppress(TimeoutError):
                while True:
                    socket.recv(0)
    return sent


def _bytes(rng: np.random.Generator) -> bytes:
    return rng.bytes(int(rng.integers(200)))


def _letters(rng: np.random.Generator) -> str:
    return "".join(map(chr, rng.integers(32, 0x2FF, int(rng.integers(100)))))


def _deep(rng: np.random.Generator) -> str:
    return one_of(rng, ("[", '{"a":', '[{"a":[')) * int(rng.integers(1, 600))


def _any_value(rng: np.random.Generator) -> Any:
    return strange_text(rng) if rng.random() < 0.3 else one_of(rng, _VALUES)


def _strange(rng: np.random.Generator) -> str:
    """Return a message that is well-formed except for a string that no page sends."""
    kind, field = one_of(rng, (("why", "target"), ("advice", "agent"), ("hello", "token")))
    return json.dumps({"type": kind, field: strange_text(rng)})


def _any_fields(rng: np.random.Generator) -> str:
    content = {str(one_of(rng, _FIELDS)): _any_value(rng) for _ in range(rng.integers(4))}
    return json.dumps({"type": one_of(rng, _KINDS), **content})


def _cut(rng: np.random.Generator) -> str:
    whole = _foreign(rng)
    return whole[: rng.integers(len(whole))]


def _foreign(rng: np.random.Generator) -> str:
    """Return a well-formed message for a decision of another seat."""
    decision, action = int(rng.integers(3)), int(rng.integers(250))
    return json.dumps({"type": "act", "decision": decision, "action": action})


def _curious(rng: np.random.Generator) -> str:
    view = one_of(rng, (0, None, 5))
    return json.dumps(
        {"type": "frame", "decision": 0, "view": view, "dark": False, "narrow": False}
    )


_FORMS: tuple[Callable[[np.random.Generator], str | bytes], ...] = (
    _bytes, _letters, _deep, _any_fields, _any_fields, _cut, _foreign, _foreign, _curious,
    _strange,
)  # fmt: skip
