"""Corrupt files and files of other programs; intact tables are served."""

import asyncio
import re
import signal
import sqlite3
import time

import pytest

from hofspiele.play.game_progress import Player
from hofspiele.play.store import Store
from tests.tables.client import Opened
from tests.tables.corrupt import DAMAGE, SETUP, change, damage, write_tables
from tests.tables.servers import running, serving

AGENTS = (Player("greedy", "greedy"),) * 2


def test_corrupt_rows_are_skipped(tmp_path, caplog):
    numbers = range(2, len(DAMAGE) + 2)
    file = write_tables(tmp_path, *(SETUP._replace(table=table) for table in (1, *numbers)))
    for table, (field, written) in zip(numbers, DAMAGE, strict=True):
        damage(file, table, field, written)
    store = Store(tmp_path)
    assert list(store.summaries) == [1]
    assert store.seat_of("1") == (1, 0)
    assert not [table for table in numbers if store.seat_of(str(table))]
    assert store.largest_number() == numbers[-1]
    asyncio.run(store.close())
    for line in caplog.messages:
        assert re.fullmatch(r"table -?\d+ was skipped: [^\x00-\x1f]+", line)
        assert len(line) < 500
    assert len(caplog.messages) == len(DAMAGE)


# Statements that write rows for table %d that no game produces.
_DECIDE = "INSERT INTO decisions (of, seat, action, note) VALUES (%d, "
_GAMES = (
    _DECIDE + "0, 'row 9', NULL)",
    _DECIDE + "0, CAST(x'ff' AS TEXT), NULL)",
    _DECIDE + "5, 'row 1', NULL)",
    _DECIDE + "-1, 'row 1', NULL)",
    _DECIDE + "0, 'row 77', NULL)",
    _DECIDE + "1, 'row 1', NULL), (%d, 1, 'row 1', NULL)",
    _DECIDE + "0, 'row 1', printf('%%.*c', 9999, 'x'))",
    "UPDATE tables SET content = json_set(content, '$.ending', json("
    '\'{"ended": 5, "points": [3, 4], "ranks": [2, 1]}\')) WHERE number = %d',
)


def test_games_with_corrupt_decisions_are_refused(tmp_path):
    numbers = range(1, len(_GAMES) + 1)
    of_people = [SETUP._replace(table=number) for number in numbers]
    of_agents = [SETUP._replace(table=100 + number, players=AGENTS) for number in numbers]
    file = write_tables(tmp_path, *of_people, *of_agents)
    for number, text in zip(numbers, _GAMES, strict=True):
        for table in (number, 100 + number):
            change(file, (text.replace("%d", str(table)) % (), ()))
    with serving(tmp_path, tmp_path) as server:
        assert len(server.tables()) == len(_GAMES) + 1
        for number in numbers:
            assert "can't be loaded" in server.rejection(token=str(number))
            assert server.ask(f"/api/tables/{100 + number}/record").status == 400


def test_intact_tables_are_served_until_ctrl_c(tmp_path):
    setups = [SETUP._replace(table=table, players=AGENTS) for table in range(1, len(DAMAGE) + 2)]
    file = write_tables(tmp_path, *setups)
    for table, (field, written) in enumerate(DAMAGE, 2):
        damage(file, table, field, written)
    change(file, ("INSERT INTO seats VALUES (?, 1, 99)", (b"x",)))
    with running(tmp_path) as (server, process):
        assert len(server.tables()) == 1
        with Opened(server, 1, {}).watch() as browser:
            browser.wait_for_end()
        assert server.open(["search-500"] * 3).table == len(DAMAGE) + 2
        for _ in range(3):  # The second and the third Ctrl-C change nothing.
            process.send_signal(signal.SIGINT)
            time.sleep(0.01)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors.count("\n") == len(DAMAGE)
    assert errors.count("was skipped") == len(DAMAGE)
    assert "\x1b" not in errors


@pytest.mark.parametrize(
    "statement",
    [
        "DROP INDEX decisions_of",
        "CREATE TABLE more (x)",
        "CREATE VIEW more AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) "
        "SELECT x FROM n",
        "CREATE TRIGGER more AFTER INSERT ON decisions BEGIN SELECT 1; END",
    ],
)
def test_files_with_an_unknown_schema_are_refused(tmp_path, statement):
    file = write_tables(tmp_path)
    change(file, (statement, ()))
    with pytest.raises(ValueError, match="was not written by hofspiele serve; move the file away"):
        Store(tmp_path)


def test_damaged_files_and_those_of_other_formats_are_refused_and_kept(tmp_path):
    file = write_tables(tmp_path, *(SETUP._replace(table=table) for table in range(1, 200)))
    content = file.read_bytes()
    for damaged in (
        *(content[:end] for end in (100, 5000, -100)),
        content[:4096] + b"\xff" * 200 + content[4296:],
        b"something else" * 1000,
    ):
        file.write_bytes(damaged)
        with pytest.raises(ValueError, match="move the file away"):
            Store(tmp_path)
        assert file.read_bytes() == damaged


def test_tables_that_cannot_be_saved_are_refused(tmp_path, monkeypatch):
    """SQLite reports a full disk if a file exceeds its maximum number of pages."""
    connect = Store._connect

    def connect_to_full_disk(store: Store) -> sqlite3.Connection:
        connection = connect(store)
        connection.execute("PRAGMA max_page_count = 1")
        return connection

    monkeypatch.setattr(Store, "_connect", connect_to_full_disk)
    with serving(tmp_path, tmp_path) as server:
        seats = ["me", "greedy", "greedy"]
        request = {"game": "kou_ka_roi", "seats": seats, "names": ["x" * 40] * 3}
        opened = 0
        while (answer := server.ask("/api/tables", request)).status == 201:
            opened += 1
        assert opened
        for refused in (answer, server.ask("/api/tables", request)):
            assert refused.status == 507
            assert "disk is full" in refused.content["error"]
        assert len(server.tables()) == opened
