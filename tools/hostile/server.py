"""Attacks on the server of tables: nonsense on sockets, damaged files and dying processes.

The server must keep running and serve all intact tables. Their games must continue unchanged, and
no file outside the folder of agents may be opened.
"""

import asyncio
import json
import multiprocessing
import os
import resource
import socket
import sqlite3
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hofspiele.play.agent_catalog import AgentCatalog
from hofspiele.play.table_setup import Player
from hofspiele.play.workers import NoAnswerError, Question, Urgency, Workers
from tests.tables import test_workers as deeds
from tests.tables.client import Address, Opened
from tests.tables.damaged import DAMAGE, SETUP, change, write_tables
from tests.tables.nonsense import nonsense
from tests.tables.servers import serving
from tools.hostile.attack import Attack
from tools.hostile.drawn import changed, changed_text, one_of, written_nonsense
from tools.hostile.strange import check_printable, strange_text

# --- sockets -----------------------------------------------------------------------------------

_MESSAGES = 10_000
# Seconds until the server must have closed all unfinished or unread connections.
_CLOSED_SECONDS = 30


def _send_nonsense(rng: np.random.Generator, folder: Path) -> int:
    with serving(folder, folder) as server:
        return nonsense(server, rng, _MESSAGES)


def _half_open(rng: np.random.Generator, folder: Path) -> int:
    """Open hundreds of connections with partial requests while two people play a game."""
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
    said = _request(rng, server)
    with suppress(ConnectionError):  # The server may have closed the connection.
        client.sendall(said[: rng.integers(len(said) + 1)])
        if rng.random() < 0.2:
            client.shutdown(socket.SHUT_WR)
    return client


def _request(rng: np.random.Generator, server: Address) -> bytes:
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


# --- files of tables ---------------------------------------------------------------------------

_TABLES, _PATHS = 40, 200
_COLUMNS = ("number", "game", "options", "seed", "players", "over")
_OTHERS = (
    "INSERT INTO decisions VALUES (?1, abs(random() % 3), ?2)",
    "INSERT INTO ahead VALUES (?1, abs(random() % 9), ?2)",
    "INSERT INTO notes VALUES (?1, random(), ?2)",
    "INSERT INTO seats VALUES (randomblob(32), ?1, abs(random() % 9))",
    "DELETE FROM seats WHERE of = ?1",
)


def damage_rows(rng: np.random.Generator, folder: Path) -> int:
    """Damage all stored tables but the first, and check that the first is played to its end."""
    agents = (Player("greedy", "greedy"),) * 2
    setups = [
        SETUP._replace(table=table, players=one_of(rng, (agents, SETUP.players)))
        for table in range(2, _TABLES)
    ]
    file = write_tables(folder, SETUP._replace(players=agents), *setups)
    for table in range(2, _TABLES):
        with suppress(sqlite3.Error, OverflowError, UnicodeEncodeError):  # SQLite may refuse this.
            change(file, _damage(rng, table))
    with serving(folder, folder, trust=True) as server:
        status, text, _ = server.ask("/api/tables")
        assert status == 200
        assert {1} <= {table["table"] for table in json.loads(text)["tables"]}
        with Opened(server, 1, {}).watch() as browser:
            browser.wait_for_end()
        assert server.open("kou_ka_roi", ["greedy"] * 3).table > 1
        for table in range(2, _TABLES):
            with server.socket() as connection:
                connection.send(json.dumps({"type": "hello", "token": str(table)}))
                answer = json.loads(connection.recv(30))
                assert answer["type"] in ("welcome", "error", "news")
                check_printable(str(answer.get("reason")))
    return _TABLES


def _damage(rng: np.random.Generator, table: int) -> tuple[str, tuple[object, ...]]:
    kind = rng.integers(4)
    if kind == 0:
        column, value = one_of(rng, DAMAGE)
    elif kind == 1:
        column, value = one_of(rng, _COLUMNS), _value(rng)
    elif kind == 2:
        column, content = one_of(rng, (("options", SETUP.options), ("players", SETUP.players)))
        value = json.dumps(changed(json.loads(json.dumps(content)), rng))
    else:
        statement = one_of(rng, _OTHERS)
        values = (table, strange_text(rng)) if "?2" in statement else (table,)
        return statement, values
    return f"UPDATE tables SET {column} = ? WHERE number = ?", (value, table)


def _value(rng: np.random.Generator) -> object:
    return one_of(
        rng,
        (
            strange_text(rng), int(rng.integers(-5, 2**40)), json.dumps(written_nonsense(rng)),
            f'[["x", "file:{_path(rng)}"], ["y", "file:/tmp/x.zip"]]', "[" * 10**5, "x" * 10**6,
            changed_text(b'[["Ada", null], ["greedy", "greedy"]]', rng).decode("utf-8", "replace"),
        ),
    )  # fmt: skip


def leave_folder(rng: np.random.Generator, folder: Path) -> int:
    """Name agents by random paths and symlinks; check that files outside the folder are refused."""
    home = folder / "agents"
    places = [home, folder, home / "a", home / "a" / "b", folder / "c"]
    for place in places:
        place.mkdir(exist_ok=True, parents=True)
        (place / "agent.zip").touch()
    for name in ("d", "e", "f.zip", "agent.pt", "g.onnx"):
        where, target = (
            one_of(rng, places),
            one_of(rng, [*places, folder / "agent.zip", Path(name)]),
        )
        (where / name).symlink_to(target)
    players = AgentCatalog(home, trust=True)
    names = [f"file:{_path(rng)}" for _ in range(_PATHS)]
    listed = asyncio.run(players.names())
    for name in [*names, *(name for name in listed if name.startswith("file:"))]:
        with suppress(ValueError):
            file = players.spec("kou_ka_roi", {"num_players": 2}, name).file
            assert file is not None
            with suppress(RuntimeError):  # Raised for a cycle of links.
                assert file.resolve().is_relative_to(home.resolve())
            assert not os.path.isdir(file)  # noqa: PTH112  # Path.is_dir refuses long names.
    return len(names)


def _path(rng: np.random.Generator) -> str:
    parts = (
        "..", ".", "a", "b", "c", "d", "e", "f.zip", "agent.zip", "agent.pt", "", "\0", "x" * 300,
    )  # fmt: skip
    path = "/".join(one_of(rng, parts) for _ in range(int(rng.integers(1, 7))))
    return one_of(rng, (path, path, f"/{path}", "/etc/passwd", strange_text(rng)))


# --- worker processes of agents ----------------------------------------------------------------

_QUESTIONS, _SECONDS, _ANSWERED_SECONDS = 40, 2.0, 120
_DEEDS: tuple[Callable[..., Any], ...] = (
    deeds.fail, deeds.die, deeds.leave, deeds.send_trap, deeds.raise_trap, deeds.send_nan,
    deeds.send_much,
)  # fmt: skip


def disturb(rng: np.random.Generator, folder: Path) -> int:
    """Kill workers and limit open files; check that all questions end and that workers recover."""
    asyncio.run(_disturbed(rng))
    return _QUESTIONS


async def _disturbed(rng: np.random.Generator) -> None:
    workers = Workers(3)
    workers.start()
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)
    asked = []
    try:
        for _ in range(_QUESTIONS):
            asked.append(asyncio.create_task(_ask(workers, rng)))
            _do_harm(rng, allowed)
            await asyncio.sleep(rng.random() / 4)
        resource.setrlimit(resource.RLIMIT_NOFILE, allowed)
        done, late = await asyncio.wait(asked, timeout=_ANSWERED_SECONDS)
        assert not late, f"{len(late)} questions are neither answered nor refused"
        for task in done:
            await task
        async with asyncio.timeout(_ANSWERED_SECONDS):
            while not await _all_answer(workers):
                await asyncio.sleep(0.2)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, allowed)
        await workers.stop()


async def _ask(workers: Workers, rng: np.random.Generator) -> None:
    urgency = one_of(rng, Urgency)
    try:
        kind = rng.integers(3)
        if kind == 0:
            assert await workers.ask(urgency, _SECONDS, deeds.SLEEP, 0.0) == 0.0
        elif kind == 1:
            await workers.ask(urgency, _SECONDS, deeds.GARBAGE, rng.bytes(int(rng.integers(1, 99))))
        else:
            await workers.ask(urgency, _SECONDS, Question(one_of(rng, _DEEDS), deeds.anything))
    except (NoAnswerError, ValueError):
        pass


def _do_harm(rng: np.random.Generator, allowed: tuple[int, int]) -> None:
    kind = rng.integers(5)
    if kind == 0 and (processes := multiprocessing.active_children()):
        one_of(rng, processes).kill()
    elif kind == 1:
        resource.setrlimit(resource.RLIMIT_NOFILE, (int(rng.integers(3, 40)), allowed[1]))
    elif kind == 2:
        resource.setrlimit(resource.RLIMIT_NOFILE, allowed)


async def _all_answer(workers: Workers) -> bool:
    try:
        return await deeds.go_on(workers)
    except NoAnswerError:  # A worker process was killed.
        return False


# `make test` skips most of these attacks: tests/tables already sends hundreds of such messages.
ATTACKS = (
    Attack("nonsense-on-sockets", _send_nonsense, few=0),
    Attack("half-open-connections", _half_open, few=0),
    Attack("rows-of-tables", damage_rows, few=0),
    Attack("paths-of-agents", leave_folder, share=0.2),
    Attack("thinking", disturb, few=0),
)
