"""Restarts of the server, after a kill, and wrong arguments."""

import asyncio
import re
import signal
import sqlite3

import pytest
from websockets.exceptions import ConnectionClosed

from hofspiele.envs.command_line.arguments import Arguments
from hofspiele.envs.core import GameRecord
from hofspiele.play.__main__ import main
from hofspiele.play.settings import Serve
from hofspiele.play.store import Store
from tests.tables.corrupt import read_tables
from tests.tables.servers import running, serving


def serve(*typed):
    main.__wrapped__(Arguments(Serve, typed).settings())


def test_all_tables_resume_after_a_kill(tmp_path):
    with running(tmp_path) as (server, process):
        opened = server.open("kou_ka_roi", ["me", "greedy"], options={"num_players": 2}, seed=7)
        watched = server.open("kou_ka_roi", ["greedy"] * 3, seed=8)
        both = server.people("kou_ka_roi")
        with both.sit(1) as browser:  # Seat 1 chooses before its turn.
            assert browser.act(0, 2)["deciding"] == [0]
        with opened.sit(0) as browser:
            for _ in range(3):
                decision = browser.act_first()
            process.send_signal(signal.SIGKILL)
            with pytest.raises(ConnectionClosed):
                browser.wait_for_end()
    with serving(tmp_path, tmp_path) as server:
        opened, watched, both = (table._replace(server=server) for table in (opened, watched, both))
        with opened.sit(0) as browser:
            assert browser.news["decisions"] > decision
            while browser.wait_for_turn():
                browser.act_first()
        with watched.watch() as browser:
            browser.wait_for_end()
        with both.sit(1) as browser, both.sit(0) as other:
            assert browser.news["deciding"] == [0]
            assert browser.look()["chosen"]["name"] == "row 3"
            assert other.act(0, 0)["decisions"] == 2
        for table, seed in ((opened, 7), (watched, 8)):
            record = GameRecord.from_json(table.record())
            record.replay()
            assert record.seed == seed


def test_a_second_server_on_the_same_tables_is_refused(tmp_path):
    store = Store(tmp_path)
    with pytest.raises(ValueError, match="in use"):
        serve(f"folder={tmp_path}", "port=0", "open=false")
    asyncio.run(store.close())


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("port=x", "port is x, expected an integer from 0 to 65535"),
        ("host=300.1.1.1", "can't serve on 300.1.1.1"),
        ("think_seconds=-1", "think_seconds is"),
        ("colour=red", "unknown setting 'colour'"),
        ("knatsch", "expected NAME=VALUE"),
        ("open=maybe", "open is maybe"),
    ],
)
def test_wrong_values_are_named(tmp_path, value, reason):
    with pytest.raises((ValueError, OSError), match=re.escape(reason)):
        serve(f"folder={tmp_path}", value)


def test_files_of_other_formats_are_not_changed(tmp_path):
    file = tmp_path / "tables.sqlite"
    file.write_bytes(b"something else" * 1000)
    with pytest.raises(ValueError, match="is not a readable file of tables"):
        Store(tmp_path)
    assert file.read_bytes() == b"something else" * 1000
    file.unlink()
    assert read_tables(tmp_path) == []
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE others (number INTEGER)")
    connection.close()
    with pytest.raises(ValueError, match="was not written by hofspiele serve"):
        Store(tmp_path)
