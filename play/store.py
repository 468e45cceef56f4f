"""The SQLite file that holds all tables and is updated after every decision.

The file may be corrupt or come from another machine. Tables with corrupt rows are left unchanged
and reported in the log. A file is refused if SQLite finds it corrupt, or if it has another schema.
"""

import hashlib
import json
import logging
import re
import secrets
import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from hofspiele.envs.core.checks import shown, whole_number
from hofspiele.envs.core.registry import spec_of
from hofspiele.envs.core.spec import NUM_PLAYERS
from hofspiele.envs.core.text.files import check_replaceable
from hofspiele.play.background import OneThread
from hofspiele.play.game_progress import Player, TableSetup
from hofspiele.play.games import complete_options
from hofspiele.play.messages import STORED_DECISION, STORED_ENDING, STORED_TABLE, check, read_json

FILE_NAME = "tables.sqlite"
_SCHEMA = """
CREATE TABLE tables (
    number INTEGER PRIMARY KEY AUTOINCREMENT,  -- never used again, so old links open no other game
    content TEXT NOT NULL      -- JSON: game, options, seed, players, start, ending or null, moved
) STRICT;
CREATE TABLE seats (
    digest BLOB PRIMARY KEY,   -- SHA-256 of the token that opens the seat
    of INTEGER NOT NULL REFERENCES tables,
    seat INTEGER NOT NULL
) STRICT;
CREATE TABLE decisions (       -- in the order in which they were made
    number INTEGER PRIMARY KEY,
    of INTEGER NOT NULL REFERENCES tables,
    seat INTEGER NOT NULL,
    action TEXT NOT NULL,
    note TEXT
) STRICT;
CREATE INDEX decisions_of ON decisions (of);
"""
# The largest number that a table can have.
_LARGEST_NUMBER = 10**9
# Maximum number of decisions of a table, about ten times as many as in a long game.
_MOST_DECISIONS = 100_000
# Maximum number of characters in the content of a table.
_LONGEST_CONTENT = 65_536

_log = logging.getLogger("hofspiele.play")


class StoredDecision(NamedTuple):
    """A decision: its seat, the name of the action, and a note for everyone at the table or None.

    In a simultaneous choice, a decision may be stored before it is the seat's turn.
    """

    seat: int
    action: str
    note: str | None = None


class Ending(NamedTuple):
    """The end of a game: the time in seconds since 1970, and points and ranks by seat."""

    ended: int
    points: list[float]
    ranks: list[int]


class TableSummary(NamedTuple):
    """What the store knows of a table without reading its decisions."""

    setup: TableSetup
    decisions: int  # with those that wait for their turn
    moved: int  # the time of the last decision, or of the opening, in seconds since 1970
    ending: Ending | None = None  # None while the game is in play
    touched: bool = False  # whether a person may have decided since the table was opened

    def describe(self, *, rests: bool) -> dict[str, Any]:
        """Return what everyone may know about the table, as JSON-serialisable values."""
        table, game, options, *_ = self.setup
        return {
            "table": table,
            "game": game,
            "title": spec_of(game).title,
            "options": options,
            "players": self.setup.names,
            "agents": [player.agent for player in self.setup.players],  # None for people
            "decisions": self.decisions,
            "over": self.ending is not None,
            "rests": rests,
            "touched": self.touched,
            "moved": self.moved,
            "ending": None if self.ending is None else self.ending._asdict(),
        }


class Store:
    """The file of tables in `folder`, created if it is missing.

    Coroutines return once everything is on disk, and raise sqlite3.Error if nothing has changed.
    `summaries` are the tables with valid content by number, oldest first.

    Raises:
        ValueError: the file is in use, is corrupt, or is from another program.
        OSError: the folder can't be written to.
    """

    def __init__(self, folder: Path):
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / FILE_NAME
        check_replaceable(self.path)
        self.path.touch(mode=0o600)
        self.path.chmod(0o600)  # The file holds the seeds of running games.
        self._connection = self._connect()
        self._disk = OneThread("store")
        self.summaries = {summary.setup.table: summary for summary in self._read_tables()}
        # The tables and seats of people, by the digests of their tokens.
        self._seats = {
            digest: (table, seat)
            for digest, table, seat in self._connection.execute("SELECT * FROM seats")
            if table in self.summaries and seat in self.summaries[table].setup.people
        }

    async def close(self) -> None:
        """Close the file."""
        await self._disk.run(self._connection.close)

    def largest_number(self) -> int:
        """Return the largest number of a table, even a deleted or corrupt one, or 0."""
        numbers = "SELECT number FROM tables UNION SELECT CAST(seq AS INTEGER) FROM sqlite_sequence"
        largest = f"SELECT MAX(number) FROM ({numbers}) WHERE number BETWEEN 1 AND ?"
        (found,) = self._connection.execute(largest, (_LARGEST_NUMBER,)).fetchone()
        return found or 0

    def seat_of(self, token: str) -> tuple[int, int] | None:
        """Return the table and the seat that a token opens, or None."""
        # The time that it takes to look up a digest reveals nothing about tokens.
        return self._seats.get(_digest(token))

    async def open(
        self, setup: TableSetup, decisions: Sequence[StoredDecision] = ()
    ) -> dict[int, str]:
        """Add a table with the decisions so far; return the token of each person's seat."""
        tokens = {seat: secrets.token_urlsafe(32) for seat in setup.people}
        seats = {_digest(token): (setup.table, seat) for seat, token in tokens.items()}
        summary = TableSummary(setup, len(decisions), int(time.time()))
        await self._write(
            ("INSERT INTO tables VALUES (?, ?)", (setup.table, _written(summary))),
            *(("INSERT INTO seats VALUES (?, ?, ?)", (key, *seat)) for key, seat in seats.items()),
            *((_DECIDE, (setup.table, *decision)) for decision in decisions),
        )
        self.summaries[setup.table] = summary
        self._seats |= seats
        return tokens

    async def decide(
        self, setup: TableSetup, decision: StoredDecision, ending: Ending | None
    ) -> None:
        """Add a decision; `ending` is None unless it ends the game."""
        _, decisions, _, _, touched = self.summaries[setup.table]
        touched |= decision.seat in setup.people
        summary = TableSummary(setup, decisions + 1, int(time.time()), ending, touched)
        await self._write(
            (_DECIDE, (setup.table, *decision)), (_UPDATE, (_written(summary), setup.table))
        )
        self.summaries[setup.table] = summary

    async def take_back(self, table: int, seat: int) -> None:
        """Remove the last decision of a seat."""
        await self._write((_TAKE_BACK, (table, seat)))
        summary = self.summaries[table]
        self.summaries[table] = summary._replace(decisions=summary.decisions - 1)

    async def rename(self, setup: TableSetup) -> None:
        """Store the players of a table in play."""
        summary = self.summaries[setup.table]._replace(setup=setup)
        await self._write((_UPDATE, (_written(summary), setup.table)))
        self.summaries[setup.table] = summary

    async def delete(self, table: int) -> None:
        """Remove a table with everything that belongs to it."""
        places = ("seats WHERE of", "decisions WHERE of", "tables WHERE number")
        await self._write(*((f"DELETE FROM {place} = ?", (table,)) for place in places))
        self.summaries.pop(table, None)
        self._seats = {key: held for key, held in self._seats.items() if held[0] != table}

    async def decisions(self, table: int) -> list[StoredDecision]:
        """Return the decisions of a table in order; raise ValueError if they are corrupt."""
        columns = "SELECT seat, action, note FROM decisions WHERE of = ? ORDER BY number LIMIT ?"
        rows = await self._disk.run(
            lambda: self._connection.execute(columns, (table, _MOST_DECISIONS + 1)).fetchall()
        )
        if len(rows) > _MOST_DECISIONS:
            raise ValueError(f"it has more than {_MOST_DECISIONS} decisions")
        found = (dict(zip(STORED_DECISION, row, strict=True)) for row in rows)
        return [StoredDecision(**check("a decision", one, STORED_DECISION)) for one in found]

    async def _write(self, *statements: tuple[str, tuple[Any, ...]]) -> None:
        """Execute statements in one transaction."""

        def execute() -> None:
            with self._connection as connection:
                for statement, values in statements:
                    connection.execute(statement, values)

        await self._disk.run(execute)

    def _read_tables(self) -> Iterator[TableSummary]:
        """Yield the tables with valid content, ordered by number; log a warning for others."""
        decisions = "(SELECT COUNT(*) FROM decisions WHERE of = tables.number)"
        columns = f"number, substr(content, 1, {_LONGEST_CONTENT + 1}), {decisions}"
        for row in self._connection.execute(f"SELECT {columns} FROM tables ORDER BY number"):
            try:
                yield _read_summary(*row)
            except ValueError as error:
                _log.warning("table %s was skipped: %s", row[0], error)

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=2, check_same_thread=False)
        connection.text_factory = lambda text: text.decode("utf-8", "replace")
        try:
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            self._check(connection)
        except sqlite3.Error as error:
            connection.close()
            problem = "is in use by another server; stop that server, or choose another folder="
            if "locked" not in str(error):
                problem = f"is not a readable file of tables: {error}; {_REMEDY}"
            raise ValueError(f"{self.path} {problem}") from error
        except ValueError:
            connection.close()
            raise
        return connection

    def _check(self, connection: sqlite3.Connection) -> None:
        """Check the file, and create its tables; raise ValueError if it can't be used."""
        # Views or triggers of another schema could run forever when a table is read.
        rows = connection.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
        found = {_bare(sql) for (sql,) in rows}
        if not found:
            connection.executescript(f"BEGIN; {_SCHEMA} COMMIT;")
        elif found != {*map(_bare, _SCHEMA.split(";")[:-1]), _SEQUENCE}:
            raise ValueError(f"{self.path} was not written by hofspiele serve; {_REMEDY}")
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise ValueError(f"{self.path} is corrupt ({shown(found)}); {_REMEDY}")


# The schema of the table in which SQLite keeps the largest number of a table.
_SEQUENCE = "CREATETABLEsqlite_sequence(name,seq)"
_REMEDY = "move the file away to start without tables, or choose another folder="


def _bare(sql: str) -> str:
    """Return an SQL statement without comments and whitespace."""
    return re.sub(r"--[^\n]*|\s", "", sql)


_DECIDE = "INSERT INTO decisions (of, seat, action, note) VALUES (?, ?, ?, ?)"
_TAKE_BACK = (
    "DELETE FROM decisions WHERE number = "
    "(SELECT MAX(number) FROM decisions WHERE of = ? AND seat = ?)"
)
_UPDATE = "UPDATE tables SET content = ? WHERE number = ?"


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


def _written(summary: TableSummary) -> str:
    setup, _, moved, ending, _ = summary
    content = setup._asdict() | {"ending": ending and ending._asdict(), "moved": moved}
    del content["table"]
    return json.dumps(content)


def _read_summary(number: int, content: str, decisions: int) -> TableSummary:
    """Return the summary of a table; raise ValueError if this program would not write its row."""
    whole_number("number", number, 1, _LARGEST_NUMBER)
    if len(content) > _LONGEST_CONTENT:
        raise ValueError(f"its content has more than {_LONGEST_CONTENT} characters")
    found = check("its content", read_json("its content", content), STORED_TABLE)
    players = tuple(Player(*player) for player in found["players"])
    options, ending = complete_options(found["game"], found["options"]), found["ending"]
    if ending is not None:
        ending = Ending(**check("its ending", ending, STORED_ENDING))
    seats = {len(players), *(map(len, ending[1:]) if ending else ())}
    if seats != {options[NUM_PLAYERS]}:
        raise ValueError(
            f"its players, points and ranks are of {sorted(seats)} seats, "
            f"expected {options[NUM_PLAYERS]}"
        )
    setup = TableSetup(number, found["game"], options, int(found["seed"]), players, found["start"])
    return TableSummary(setup, decisions, found["moved"], ending, decisions > 0)
