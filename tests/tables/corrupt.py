"""Files of tables with rows that the server never writes."""

import asyncio
import hashlib
import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from hofspiele.play.game_progress import Player, TableSetup
from hofspiele.play.store import FILE_NAME, Store, StoredDecision, TableSummary

OPTIONS = {"num_players": 2, "components": None}
SETUP = TableSetup(1, "kou_ka_roi", OPTIONS, 7, (Player("Ada", None), Player("greedy", "greedy")))
# Fields of a table, each with JSON that the server never writes for it.
DAMAGE: tuple[tuple[str, Any], ...] = (
    ("number", "-1"), ("number", "0"), ("number", str(2**63 - 1)),
    ("players", "5"), ("players", "[]"), ("players", "{"), ("players", "[[1, 2], [3, 4]]"),
    ("players", '[["Ada"], ["greedy", "greedy"]]'), ("players", '["Ada", "Bob"]'),
    ("players", '[["\\ud800", null], ["greedy", "greedy"]]'),
    ("players", json.dumps([["x" * 10_000, None]] * 2)), ("players", "[" * 100_000),
    ("players", json.dumps([["x", None]] * 9999)), ("players", "null"),
    ("options", "[]"), ("options", "5"), ("options", "{"), ("options", "null"),
    ("options", "[" * 10_000), ("options", '{"a": ' * 10_000), ("options", '{"num_players": 9}'),
    ("options", '{"num_players": [[[[2]]]]}'), ("options", '{"colour": 1}'),
    ("options", '{"num_players": 2, "components": "/dev/zero"}'),
    ("options", '{"num_players": ' + "9" * 5000 + "}"), ("options", '{"num_players": NaN}'),
    ("game", '"chess"'), ("game", '""'), ("game", '"kou_ka_roi\x1b[2J"'), ("game", "7"),
    ("game", '"kou_ka_roi\\u001b[2J"'), ("seed", '"x"'), ("seed", "-1"), ("seed", "9" * 30),
    ("seed", '"٣"'), ("ending", "5"), ("ending", '{"ended": 5}'), ("colour", "5"), ("moved", "-1"),
    ("ending", '{"ended": -1, "points": [3, 4], "ranks": [2, 1]}'),
    ("ending", '{"ended": 5, "points": [1], "ranks": [2, 1]}'),
    ("ending", '{"ended": 5, "points": [3, NaN], "ranks": [2, 1]}'),
    ("ending", '{"ended": 5, "points": [3, 4], "ranks": [1.5, 1]}'),
)  # fmt: skip


def write_tables(
    folder: Path, *setups: TableSetup, decisions: Sequence[StoredDecision] = ()
) -> Path:
    """Write tables with these decisions; the token of seat 0 is the number of the table."""

    async def write() -> None:
        store = Store(folder)
        for setup in setups:
            await store.open(setup, decisions)
        await store.close()

    asyncio.run(write())
    file = folder / FILE_NAME
    for setup in setups:
        digest = hashlib.sha256(str(setup.table).encode()).digest()
        change(file, ("UPDATE seats SET digest = ? WHERE of = ?", (digest, setup.table)))
    return file


def read_tables(folder: Path) -> list[TableSummary]:
    """Return the tables that a server would know."""
    store = Store(folder)
    asyncio.run(store.close())
    return list(store.summaries.values())


def change(file: Path, *statements: tuple[str, tuple[Any, ...]]) -> None:
    """Execute SQL statements on a file of tables."""
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement, values in statements:
            connection.execute(statement, values)


def damage(file: Path, table: int, field: str, written: str) -> None:
    """Write JSON, valid or not, for a field of a table; the field `number` is a column."""
    if field == "number":
        change(file, ("UPDATE tables SET number = ? WHERE number = ?", (int(written), table)))
        return
    setup = SETUP._asdict() | {"ending": None}
    del setup["table"]
    others = json.dumps({name: value for name, value in setup.items() if name != field})
    content = f'{{"{field}": {written}, {others[1:]}'
    change(file, ("UPDATE tables SET content = ? WHERE number = ?", (content, table)))
