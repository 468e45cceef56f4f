"""Servers that are killed, started again, or can't start; tables that rest."""

import asyncio
import re
import signal
import time

import pytest
from websockets.exceptions import ConnectionClosed

from hofspiele.envs.command_line.arguments import Arguments
from hofspiele.envs.core import GameRecord
from hofspiele.play.__main__ import main
from hofspiele.play.settings import Serve
from hofspiele.play.store import Store
from tests.tables.client import play_to_the_end
from tests.tables.servers import running, serving


def serve(*typed):
    main.__wrapped__(Arguments(Serve, typed).settings())


def test_all_tables_resume_after_a_kill(tmp_path):
    with running(tmp_path) as (server, process):
        opened = server.open(["me", "greedy"], seed=7)
        watched = server.open(["greedy"] * 3, seed=8)
        both = server.people("kou_ka_roi")
        with both.sit(1) as browser:  # Seat 1 chooses before its turn.
            assert browser.act(0, 2)["deciding"] == [0]
        with opened.sit(0) as browser:
            browser.say("name", name="Ada")
            for _ in range(3):
                decision = browser.act_first()
            process.send_signal(signal.SIGKILL)
            with pytest.raises(ConnectionClosed):
                browser.wait_for_end()
    with serving(tmp_path, tmp_path) as server:
        opened, watched, both = (table._replace(server=server) for table in (opened, watched, both))
        with opened.sit(0) as browser:
            assert browser.news["names"] == ["Ada", "greedy"]
            assert browser.news["decisions"] > decision
            play_to_the_end(browser)
        with both.sit(1) as browser, both.sit(0) as other:
            assert browser.news["deciding"] == [0]
            assert browser.look()["chosen"]["name"] == "row 3"
            assert other.act(0, 0)["decisions"] == 2
        for table, seed in ((opened, 7), (watched.finished(), 8)):
            record = GameRecord.from_json(table.record())
            record.replay()
            assert record.seed == seed


def test_a_deserted_table_rests_until_one_of_its_people_comes(tmp_path, monkeypatch, caplog):
    def wait_for_rest(opened):
        deadline = time.monotonic() + 30
        while not server.tables()[opened.table]["rests"]:
            assert time.monotonic() < deadline
            time.sleep(0.1)

    with serving(tmp_path, tmp_path, away_hours=0.5 / 3600) as server:
        opened = server.open(["me", "greedy"])
        with opened.sit(0) as browser:
            browser.act_first()
            browser.wait_for_turn()
            decisions = browser.news["decisions"]
            time.sleep(1.2)  # A connected person may think for any time.
            assert not server.tables()[opened.table]["rests"]
        with opened.watch() as spectator:  # Spectators do not keep a table in play.
            reason = spectator.hear("error")["reason"]
        assert reason == "this table is paused until one of its players returns"
        wait_for_rest(opened)
        assert "its players have been away for 0.000139 hours" in caplog.text
        assert server.tables()[opened.table]["decisions"] == decisions
        monkeypatch.setattr("hofspiele.play.table_manager.MOST_RUNNING", 1)
        other = server.people("kou_ka_roi")
        with other.sit(0):
            assert "the most this server allows" in server.rejection(token=opened.tokens[0])
        wait_for_rest(other)
        # Spectators do not wake a table.
        assert "is paused until" in server.rejection(table=opened.table)
        assert server.tables()[opened.table]["rests"]
        with opened.sit(0) as browser, opened.sit(0) as again:
            assert browser.news["decisions"] == decisions
            browser.act_first()
            while again.news["decisions"] <= decisions:
                again.hear("news")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("port=x", "port is x, expected an integer from 0 to 65535"),
        ("host=300.1.1.1", "can't serve on 300.1.1.1"),
        ("think_seconds=-1", "think_seconds is"),
        ("colour=red", "unknown setting 'colour'"),
        ("knatsch", "expected NAME=VALUE"),
        ("open=maybe", "open is maybe"),
        ("open=false", "in use by another server"),
    ],
)
def test_servers_that_cannot_start_say_why(tmp_path, value, reason):
    store = Store(tmp_path)
    with pytest.raises((ValueError, OSError), match=re.escape(reason)):
        serve(f"folder={tmp_path}", *(["port=0"] if "port" not in value else []), value)
    asyncio.run(store.close())
