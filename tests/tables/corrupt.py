"""Files of tables with rows that the server never writes."""

import hashlib
import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from hofspiele.play.store import FILE_NAME, Store
from hofspiele.play.table_setup import Player, TableSetup

OPTIONS = {"num_players": 2, "components": None}
SETUP = TableSetup(1, "kou_ka_roi", OPTIONS, 7, (Player("Ada", None), Player("greedy", "greedy")))
# Columns of a table's row, each with a value that the server never writes.
DAMAGE: tuple[tuple[str, Any], ...] = (
    ("number", -1), ("number", 0), ("number", 2**63 - 1),
    ("players", "5"), ("players", "[]"), ("players", "{"), ("players", "[[1, 2], [3, 4]]"),
    ("players", '[["Ada"], ["greedy", "greedy"]]'), ("players", '["Ada", "Bob"]'),
    ("players", '[["\\ud800", null], ["greedy", "greedy"]]'),
    ("players", json.dumps([["x" * 10_000, None]] * 2)), ("players", "[" * 100_000),
    ("options", "[]"), ("options", "5"), ("options", "{"), ("options", "null"),
    ("options", "[" * 100_000), ("options", '{"a": ' * 100_000), ("options", '{"num_players": 9}'),
    ("options", '{"num_players": [[[[2]]]]}'), ("options", '{"colour": 1}'),
    ("options", '{"num_players": 2, "components": "/dev/zero"}'),
    ("options", '{"num_players": ' + "9" * 5000 + "}"), ("options", '{"num_players": NaN}'),
    ("game", "chess"), ("game", ""), ("game", "kou_ka_roi\x1b[2J"), ("seed", "x"), ("seed", "-1"),
    ("seed", "9" * 30), ("seed", "٣"),
)  # fmt: skip


def write_tables(folder: Path, *setups: TableSetup, actions: Sequence[str] = ()) -> Path:
    """Write tables with these actions; the token of seat 0 is the number of the table."""
    store = Store(folder)
    for setup in setups:
        digest = hashlib.sha256(str(setup.table).encode()).digest()
        store.open(setup, {digest: 0}, actions)
    store.close()
    return folder / FILE_NAME


def change(file: Path, *statements: tuple[str, tuple[Any, ...]]) -> None:
    """Execute SQL statements on a file of tables."""
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement, values in statements:
            connection.execute(statement, values)


def damage(file: Path, table: int, column: str, value: Any) -> None:
    """Write a value into a column of a table's row."""
    change(file, (f"UPDATE tables SET {column} = ? WHERE number = ?", (value, table)))
