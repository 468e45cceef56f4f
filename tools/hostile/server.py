"""Attacks on the server of tables: nonsense on sockets, damaged files and paths of agents.

The server must keep running and serve all intact tables. Their games must continue unchanged, and
no file outside the folder of agents may be opened.
"""

import asyncio
import json
import os
import sqlite3
from contextlib import suppress
from pathlib import Path

import numpy as np

from hofspiele.play.agent_catalog import AgentCatalog
from hofspiele.play.table_setup import Player
from tests.tables.client import Opened
from tests.tables.damaged import DAMAGE, SETUP, change, write_tables
from tests.tables.nonsense import nonsense
from tests.tables.servers import serving
from tools.hostile.attack import Attack
from tools.hostile.drawn import changed, changed_text, one_of, written_nonsense
from tools.hostile.strange import check_printable, strange_text

# --- sockets -----------------------------------------------------------------------------------

_MESSAGES = 10_000


def _send_nonsense(rng: np.random.Generator, folder: Path) -> int:
    with serving(folder, folder) as server:
        return nonsense(server, rng, _MESSAGES)


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


# `make test` skips two attacks, because tests/tables already sends such messages and damages rows.
ATTACKS = (
    Attack("nonsense-on-sockets", _send_nonsense, few=0),
    Attack("rows-of-tables", damage_rows, few=0),
    Attack("paths-of-agents", leave_folder, share=0.2),
)
