"""Deserted tables rest and lose nothing."""

import time

import pytest

from tests.tables.client import TWO
from tests.tables.servers import serving


@pytest.fixture
def server(tmp_path):
    """Run a server on which tables rest after half a second."""
    with serving(tmp_path, tmp_path, away_hours=0.5 / 3600) as address:
        yield address


def wait_for_rest(opened):
    deadline = time.monotonic() + 30
    while not opened.server.tables()[opened.table]["rests"]:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_a_deserted_table_rests_until_one_of_its_people_comes(server, monkeypatch, caplog):
    opened = server.open("kou_ka_roi", ["me", "greedy"], **TWO)
    with opened.sit(0) as browser:
        browser.act(0, browser.look()["actions"][0]["number"])
        browser.wait_for_turn()
        decisions = browser.news["decisions"]
        time.sleep(1.2)  # A connected person may think for any time.
        assert not server.tables()[opened.table]["rests"]
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
        browser.act(decisions, browser.look()["actions"][0]["number"])
        browser.wait_for_turn()
        assert again.hear("news")["decisions"] > decisions
