"""Nonsense on the sockets of a server, and connections that are half open, slow or deaf.

It stands, no game is changed, and whoever plays meanwhile plays on.
"""

import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import numpy as np
import pytest

from tests.tables.client import Address
from tests.tables.nonsense import nonsense
from tests.tables.servers import serving
from tools.hostile.attack import Attack
from tools.hostile.drawn import changed_text, one_of

_MESSAGES = 10_000
# until the server has closed all that owe it something
_CLOSED_SECONDS = 30


def _send_nonsense(rng: np.random.Generator, folder: Path) -> int:
    with serving(folder, folder) as server:
        return nonsense(server, rng, _MESSAGES)


def _half_open(rng: np.random.Generator, folder: Path) -> int:
    """Open hundreds of connections that send a part of something, while two people begin a game."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("hofspiele.play.protocols.REQUEST_SECONDS", 2.0)
        patched.setattr("hofspiele.play.protocols.MOST_REQUESTS", 200)
        patched.setattr("hofspiele.play.connection._HELLO_SECONDS", 2.0)
        patched.setattr("hofspiele.play.server._UNREAD_SECONDS", 2)
        with serving(folder, folder) as server, ExitStack() as opened:
            number = int(rng.integers(100, 400))
            clients = [_client(rng, server, opened) for _ in range(number)]
            table = server.open("kou_ka_roi", ["me", "person"], options={"num_players": 2})
            with table.sit(0) as first, table.sit(1) as second:
                for _ in range(2):
                    first.act_first()
                    second.act_first()
                assert second.news["decisions"] == 4
            assert server.ask("/api/tables")[0] == 200
            deadline = time.monotonic() + _CLOSED_SECONDS
            for client in clients:
                _wait_until_closed(client, deadline)
    return number


def _client(rng: np.random.Generator, server: Address, opened: ExitStack) -> socket.socket:
    client = opened.enter_context(socket.socket())
    if rng.random() < 0.3:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.settimeout(_CLOSED_SECONDS)
    client.connect(("127.0.0.1", server.port))
    said = _said(rng, server)
    with suppress(ConnectionError):  # it has been closed in between
        client.sendall(said[: rng.integers(len(said) + 1)])
        if rng.random() < 0.2:
            client.shutdown(socket.SHUT_WR)
    return client


def _said(rng: np.random.Generator, server: Address) -> bytes:
    own = f"Host: {server.host}\r\nOrigin: http://{server.host}\r\n"
    upgrade = (
        f"GET /socket HTTP/1.1\r\n{own}Upgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()
    post = f"POST /api/tables HTTP/1.1\r\n{own}Content-Length: 5000\r\n\r\n{{".encode()
    get = f"GET /page/table.js HTTP/1.1\r\n{own}\r\n".encode()
    said: bytes = one_of(rng, (upgrade, upgrade + rng.bytes(40), post, get * 50, rng.bytes(300)))
    return changed_text(said, rng) if rng.random() < 0.3 else said


def _wait_until_closed(client: socket.socket, deadline: float) -> None:
    with suppress(ConnectionError):
        client.settimeout(max(deadline - time.monotonic(), 0.01))
        while client.recv(2**16):
            pass


# a few hundred are sent in tests/tables
ATTACKS = (
    Attack("nonsense-on-sockets", _send_nonsense, few=0),
    Attack("half-open-connections", _half_open, few=0),
)
