"""The SQLite file that holds all tables and is updated after every decision.

The file may be corrupt or come from another machine. Tables with corrupt rows are left unchanged
and reported in the log. A file is refused if SQLite finds it corrupt, or if it has another schema.
"""

import json
import logging
import re
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.registry import spec_of
from hofspiele.envs.core.text.files import check_replaceable
from hofspiele.play.stored_rows import (
    LARGEST_NUMBER,
    MOST_ROWS,
    Ending,
    Note,
    read_actions,
    read_ahead,
    read_ending,
    read_notes,
    read_setup,
)
from hofspiele.play.table_setup import TableSetup

FILE_NAME = "tables.sqlite"
_SCHEMA = """
CREATE TABLE tables (
    number INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,     -- JSON
    seed TEXT NOT NULL,        -- up to 2**64 - 1, which is more than SQLite's integers hold
    players TEXT NOT NULL,     -- JSON: name and agent of each seat
    over INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE seats (
    digest BLOB PRIMARY KEY,   -- SHA-256 of the token that opens the seat
    of INTEGER NOT NULL REFERENCES tables,
    seat INTEGER NOT NULL
) STRICT;
CREATE TABLE decisions (
    of INTEGER NOT NULL REFERENCES tables,
    number INTEGER NOT NULL,
    action TEXT NOT NULL,
    PRIMARY KEY (of, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE ahead (           -- choices that wait for their turn
    of INTEGER NOT NULL REFERENCES tables,
    seat INTEGER NOT NULL,
    action TEXT NOT NULL,
    PRIMARY KEY (of, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE notes (
    of INTEGER NOT NULL REFERENCES tables,
    decision INTEGER NOT NULL,
    text TEXT NOT NULL
) STRICT;
CREATE INDEX notes_of ON notes (of);
CREATE TABLE endings (         -- of finished games
    of INTEGER PRIMARY KEY REFERENCES tables,
    ended INTEGER NOT NULL,    -- seconds since 1970
    points TEXT NOT NULL,      -- JSON: the points of each seat
    ranks TEXT NOT NULL        -- JSON: the rank of each seat
) STRICT;
"""

# Maximum number of characters that an error quotes from SQLite's check of a file.
_MOST_SHOWN = 300

_log = logging.getLogger("hofspiele.play")


class StoredTable(NamedTuple):
    """A table in the file; `ahead` holds the choices that wait for their turn, by seat."""

    setup: TableSetup
    actions: list[str]
    ahead: dict[int, str]
    notes: list[Note]


class TableSummary(NamedTuple):
    """The setup of a table, its number of decisions, and whether its game is over.

    The ending is None until the game is over.
    """

    setup: TableSetup
    decisions: int
    over: bool
    ending: Ending | None = None

    def describe(self, *, rests: bool) -> dict[str, Any]:
        """Return what everyone may know about the table, as JSON-serialisable values."""
        table, game, options, _, _ = self.setup
        return {
            "table": table,
            "game": game,
            "title": spec_of(game).title,
            "options": options,
            "players": self.setup.names,
            "decisions": self.decisions,
            "over": self.over,
            "rests": rests,
            "watchable": not rests,
            "people": bool(self.setup.people),
            "ending": None if self.ending is None else self.ending._asdict(),
        }


class Seat(NamedTuple):
    """A seat at a table."""

    table: int
    seat: int


class Store:
    """The file of tables in `folder`, created if it is missing.

    Methods block until everything is on disk. Any thread may call them, but only one at a time.

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

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def open(self, setup: TableSetup, digests: Mapping[bytes, int], actions: Sequence[str]) -> None:
        """Add a table; `digests` maps the digest of each token to the seat that it opens."""
        table, game, options, seed, players = setup
        written = (table, game, json.dumps(options), str(seed), json.dumps(players))
        seats = [(digest, table, seat) for digest, seat in digests.items()]
        with self._connection as connection:
            connection.execute(f"INSERT INTO tables ({_SETUP}) VALUES (?, ?, ?, ?, ?)", written)
            connection.executemany("INSERT INTO seats VALUES (?, ?, ?)", seats)
            _insert_decisions(connection, table, 0, actions)

    def decide(
        self,
        table: int,
        first: int,
        actions: Sequence[str],
        ahead: Mapping[int, str],
        notes: Sequence[Note],
        ending: Ending | None,
    ) -> None:
        """Add notes, decisions numbered from `first`, and the ending; replace the choices ahead.

        The choices `ahead`, by seat, wait for their turn. The ending is None unless these decisions
        end the game.
        """
        waiting = [(table, seat, action) for seat, action in ahead.items()]
        noted = [(table, *note) for note in notes]
        with self._connection as connection:
            _insert_decisions(connection, table, first, actions)
            connection.execute("DELETE FROM ahead WHERE of = ?", (table,))
            connection.executemany("INSERT INTO ahead VALUES (?, ?, ?)", waiting)
            connection.executemany("INSERT INTO notes VALUES (?, ?, ?)", noted)
            if ending is not None:
                written = (table, ending.ended, *map(json.dumps, ending[1:]))
                connection.execute("UPDATE tables SET over = 1 WHERE number = ?", (table,))
                connection.execute("INSERT INTO endings VALUES (?, ?, ?, ?)", written)

    def take_back(self, table: int, decision: int) -> None:
        """Remove decision number `decision`, which must be the last one."""
        with self._connection as connection:
            connection.execute(
                "DELETE FROM decisions WHERE of = ? AND number = ?", (table, decision)
            )

    def rename(self, setup: TableSetup) -> None:
        """Store the players of a setup."""
        written = (json.dumps(setup.players), setup.table)
        with self._connection as connection:
            connection.execute("UPDATE tables SET players = ? WHERE number = ?", written)

    def delete(self, table: int) -> None:
        """Remove a table with everything that belongs to it."""
        with self._connection as connection:
            for name in ("seats", "decisions", "ahead", "notes", "endings"):
                connection.execute(f"DELETE FROM {name} WHERE of = ?", (table,))
            connection.execute("DELETE FROM tables WHERE number = ?", (table,))

    def load(self, table: int) -> StoredTable:
        """Return the table with number `table`; raise ValueError if it is missing or corrupt."""

        def rows(columns: str) -> list[Any]:
            found = self._connection.execute(f"SELECT {columns} LIMIT {MOST_ROWS + 1}", (table,))
            return found.fetchall()

        (row,) = rows(f"{_SETUP} FROM tables WHERE number = ?")
        return StoredTable(
            read_setup(row),
            read_actions(rows("number, action FROM decisions WHERE of = ? ORDER BY number")),
            read_ahead(rows("seat, action FROM ahead WHERE of = ?")),
            read_notes(rows("decision, text FROM notes WHERE of = ?")),
        )

    def tables(self) -> list[TableSummary]:
        """Return the tables with a valid summary, ordered by number; log a warning for others."""
        decisions = "(SELECT COUNT(*) FROM decisions WHERE of = tables.number)"
        columns = f"{_SETUP}, {decisions}, over, ended, points, ranks"
        joined = "tables LEFT JOIN endings ON of = number"
        sound = []
        for row in self._connection.execute(f"SELECT {columns} FROM {joined} ORDER BY number"):
            try:
                setup = read_setup(row[:5])
                ending = read_ending(row[7:], len(setup.players))
                sound.append(TableSummary(setup, row[5], bool(row[6]), ending))
            except ValueError as error:
                _log.warning("table %s was skipped: %s", row[0], error)
        return sound

    def largest_number(self) -> int:
        """Return the largest number of a table, even a corrupt one, or 0 if there is no table."""
        largest = "SELECT MAX(number) FROM tables WHERE number BETWEEN 1 AND ?"
        (found,) = self._connection.execute(largest, (LARGEST_NUMBER,)).fetchone()
        return found or 0

    def seats(self, summaries: Mapping[int, TableSummary]) -> dict[bytes, Seat]:
        """Return the seats of people at these tables, by the digests of their tokens."""
        people = {number: summary.setup.people for number, summary in summaries.items()}
        return {
            digest: Seat(table, seat)
            for digest, table, seat in self._connection.execute(
                "SELECT digest, of, seat FROM seats"
            )
            if seat in people.get(table, [])
        }

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
        elif found != set(map(_bare, _SCHEMA.split(";")[:-1])):
            raise ValueError(f"{self.path} was not written by hofspiele serve; {_REMEDY}")
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            problem = shown(found[:_MOST_SHOWN])
            raise ValueError(f"{self.path} is corrupt ({problem}); {_REMEDY}")


_REMEDY = "move the file away to start without tables, or choose another folder="


def _bare(sql: str) -> str:
    """Return an SQL statement without comments and whitespace."""
    return re.sub(r"--[^\n]*|\s", "", sql)


_SETUP = "number, game, options, seed, players"


def _insert_decisions(
    connection: sqlite3.Connection, table: int, first: int, actions: Sequence[str]
) -> None:
    rows = [(table, number, action) for number, action in enumerate(actions, first)]
    connection.executemany("INSERT INTO decisions VALUES (?, ?, ?)", rows)
