"""Connections that are incomplete, slow or too many."""

import json
import logging
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from hofspiele.play.server import TerminalHandler
from tests.tables.client import Address
from tests.tables.servers import running, serving


@contextmanager
def raw(server: Address, sent: bytes = b"") -> Iterator[socket.socket]:
    """Open a connection and send these bytes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(sent)
        yield connection


def is_closed(connection: socket.socket) -> bool:
    """Return whether the server closes a connection, with or without an answer."""
    try:
        while connection.recv(2**16):
            pass
    except ConnectionResetError:
        pass
    except TimeoutError:
        return False
    return True


def half_requests(server: Address) -> list[bytes]:
    host = f"Host: {server.host}\r\nOrigin: http://{server.host}\r\n".encode()
    return [
        b"",
        b"GET",
        b"GET / HTTP/1.1\r\n" + host,
        b"POST /api/tables HTTP/1.1\r\n" + host + b"Content-Length: 100\r\n\r\n{",
        b"POST /api/tables HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
        b"GET / HTTP/1.1\r\n" + host + b"\r\nGET / HTTP/1.1\r\n",
        b"GET /socket HTTP/1.1\r\nX: \x0e\r\n" + host + b"Upgrade: websocket\r\n"
        b"Connection: Upgrade\r\n\r\n",
    ]


def test_half_and_slow_requests_are_closed_but_slow_answers_are_sent(server, monkeypatch):
    monkeypatch.setattr("hofspiele.play.protection.REQUEST_SECONDS", 0.5)
    with ExitStack() as opened:
        sent = [(half, opened.enter_context(raw(server, half))) for half in half_requests(server)]
        for half, connection in sent:
            assert is_closed(connection), half
    with raw(server, b"GET / HTTP/1.1\r\nX: ") as connection, pytest.raises(ConnectionError):
        _send_for_ever(connection, b"x", pause=0.1)
    monkeypatch.setattr("hofspiele.play.protection.REQUEST_SECONDS", 0.05)
    assert server.open([f"search-{number}" for number in (50, 51, 52)]).table


def test_the_oldest_waiting_connection_makes_room(server, monkeypatch):
    monkeypatch.setattr("hofspiele.play.protection.MOST_REQUESTS", 5)
    with ExitStack() as opened:
        half = [opened.enter_context(raw(server, b"GET")) for _ in range(20)]
        for _ in range(3):
            assert server.ask("/").status == 200
        assert all(is_closed(connection) for connection in half[:15])
        half[-1].sendall(f" / HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode())
        assert half[-1].recv(100).startswith(b"HTTP/1.1 200")


def test_clients_that_do_not_read_are_disconnected(tmp_path, monkeypatch):
    """The buffers of the system and the server are filled, so that no ping is answered."""
    monkeypatch.setattr("hofspiele.play.server._UNREAD_SECONDS", 1)
    with serving(tmp_path, tmp_path) as server:
        opened = server.people()
        with socket.socket() as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.settimeout(30)
            connection.connect(("127.0.0.1", server.port))
            connection.sendall(
                f"GET /socket HTTP/1.1\r\nHost: {server.host}\r\nOrigin: http://{server.host}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
            )
            connection.sendall(_frame({"type": "hello", "token": opened.tokens[0]}))
            look = _frame(
                {"type": "frame", "decision": 0, "view": 0, "dark": False, "narrow": False}
            )
            with pytest.raises(ConnectionError):
                _send_for_ever(connection, look)


def _send_for_ever(connection: socket.socket, sent: bytes, pause: float = 0) -> None:
    while True:
        connection.sendall(sent)
        time.sleep(pause)


def _frame(content: dict) -> bytes:
    """Return a WebSocket frame with a message of less than 126 bytes, masked with zeros."""
    text = json.dumps(content).encode()
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


def test_repeated_messages_are_logged_once():
    seldom = TerminalHandler()
    same, other = (logging.makeLogRecord({"msg": "table %s", "args": (table,)}) for table in (1, 2))
    assert [seldom.filter(record) for record in (same, same, other, same)] == [1, 0, 1, 0]


def test_the_log_stays_short_at_the_limit_of_open_files(tmp_path):
    """There are 300 connections to a server that may open 100 files."""
    with running(tmp_path) as (server, process):
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (100, 100))
        with ExitStack() as opened:
            for _ in range(300):
                opened.enter_context(raw(server, b"GET"))
            time.sleep(2)
        assert server.ask("/").status == 200
        process.terminate()
        _, errors = process.communicate(timeout=30)
    assert 0 < len(errors) < 20_000
