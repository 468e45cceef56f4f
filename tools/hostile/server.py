"""Attacks on the server of tables: nonsense on sockets and corrupt files of tables."""

import json
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

from hofspiele.play.table_setup import Player
from tests.tables.client import Opened
from tests.tables.corrupt import DAMAGE, SETUP, change, write_tables
from tests.tables.nonsense import nonsense as send
from tests.tables.servers import serving
from tools.hostile.drawn import (
    Rng,
    changed,
    check_printable,
    corrupted,
    nonsense,
    one_of,
    strange_text,
)

_MESSAGES = 300
_TABLES = 20
_COLUMNS = ("number", "game", "options", "seed", "players", "over")
# Statements that insert a row, given the number of a table (?1) and a strange text (?2).
_ROWS = (
    "INSERT INTO decisions VALUES (?1, abs(random() % 3), ?2)",
    "INSERT INTO ahead VALUES (?1, abs(random() % 9), ?2)",
    "INSERT INTO notes VALUES (?1, random(), ?2)",
    "INSERT INTO seats VALUES (CAST(?2 AS BLOB), ?1, abs(random() % 9))",
)


def send_nonsense(rng: Rng, folder: Path) -> int:
    """Send messages that no page sends, and check that they change nothing."""
    with serving(folder, folder) as server:
        return send(server, rng, _MESSAGES)


def damage_tables(rng: Rng, folder: Path) -> int:
    """Damage all stored tables but the first, and check that the first is played to its end."""
    agents = (Player("greedy", "greedy"),) * 2
    numbers = range(2, 2 + _TABLES)
    others = [
        SETUP._replace(table=number, players=one_of(rng, (agents, SETUP.players)))
        for number in numbers
    ]
    file = write_tables(folder, SETUP._replace(players=agents), *others)
    for number in numbers:
        with suppress(sqlite3.Error, OverflowError, UnicodeEncodeError):  # SQLite may refuse this.
            change(file, _damage(rng, number))
    with serving(folder, folder, trust=True) as server:
        status, text, _ = server.ask("/api/tables")
        assert status == 200
        assert 1 in {table["table"] for table in json.loads(text)["tables"]}
        with Opened(server, 1, {}).watch() as browser:
            browser.wait_for_end()
        assert server.open("kou_ka_roi", ["greedy"] * 3).table > 1
        for number in numbers:
            with server.socket() as connection:
                connection.send(json.dumps({"type": "hello", "token": str(number)}))
                answer = json.loads(connection.recv(300))
                assert answer["type"] in ("welcome", "error", "news")
                check_printable(str(answer.get("reason")))
    return _TABLES


def _damage(rng: Rng, number: int) -> tuple[str, tuple[Any, ...]]:
    """Draw an SQL statement that damages the row of table `number` or adds rows for its game."""
    if rng.random() < 0.25:
        return one_of(rng, _ROWS), (number, strange_text(rng))
    column, value = one_of(rng, DAMAGE)
    if rng.random() < 0.7:
        column, value = one_of(rng, _COLUMNS), _value(rng)
    return f"UPDATE tables SET {column} = ? WHERE number = ?", (value, number)


def _value(rng: Rng) -> Any:
    content = json.loads(json.dumps(one_of(rng, (SETUP.options, SETUP.players))))
    values = (
        strange_text(rng),
        int(rng.integers(-5, 2**40)),
        json.dumps(nonsense(rng)),
        json.dumps(changed(content, rng)),
        corrupted(json.dumps(content).encode(), rng).decode(errors="replace"),
        f'[["x", "file:{strange_text(rng)}"], ["y", "file:/tmp/x.zip"]]',
    )
    return one_of(rng, values)
