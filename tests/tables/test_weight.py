"""The bytes that a game sends, and frames that are sent without a request."""

import gzip
from typing import Any

import numpy as np
import pytest

from tests.tables.client import TWO, Browser

# Maximum number of bytes that one browser receives during a game.
MOST_BYTES = 1_500_000


def count_bytes(browser: Browser) -> list[int]:
    """Return a list to which the size of each packet that `browser` receives is appended."""
    sizes: list[int] = []
    protocol = browser._socket.protocol
    receive = protocol.receive_data
    protocol.receive_data = lambda data: (sizes.append(len(data)), receive(data))  # type: ignore[method-assign]
    return sizes


def follow(browser: Browser) -> dict[str, Any]:
    """Follow the view of the own seat, and return the current frame."""
    browser.say("follow", view=browser.welcome["seat"], dark=False, narrow=False)
    return browser.look()


def play_to_the_end(browser: Browser) -> None:
    """Choose random actions to the end of the game, with frames that were not requested."""
    rng = np.random.default_rng(1)
    frame = follow(browser)
    while True:
        if "actions" in frame:
            chosen = frame["actions"][rng.integers(len(frame["actions"]))]["number"]
            browser.say("act", decision=frame["decision"], action=chosen)
        message = browser.hear("frame", "news")
        if message["type"] == "frame":
            frame = message
        elif message["over"]:
            return


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("kardinal", 5, {"vatikan": True}), ("knatsch", 3, {}), ("kou_ka_roi", 3, {})],
)
def test_a_game_sends_few_bytes(server, game, players, options):
    seats = ["me", *["greedy"] * (players - 1)]
    opened = server.open(game, seats, seed="3", options={"num_players": players, **options})
    with opened.sit(0) as browser:
        sizes = count_bytes(browser)
        play_to_the_end(browser)
    assert len(sizes) > 20
    assert sum(sizes) < MOST_BYTES


def test_pages_are_compressed(server):
    _, text, headers = server.ask("/page/table.js")
    assert "content-encoding" not in headers
    status, body, headers = server.ask_bytes("/page/table.js", {"Accept-Encoding": "gzip"})
    assert status == 200
    assert headers["content-encoding"] == "gzip"
    assert gzip.decompress(body).decode() == text
    assert len(body) < len(text) / 2


def test_new_frames_arrive_before_the_news(server):
    opened = server.people()
    with opened.sit(0) as browser, opened.sit(1) as other:
        frame = follow(browser)
        follow(other)
        for one in (browser, other):
            assert one.news["decisions"] == 0
        browser.say("act", decision=0, action=frame["actions"][0]["number"])
        for one in (browser, other):
            while (first := one.hear("frame", "news"))["type"] == "news":
                assert first["decisions"] == 0
            assert first["decision"] == 1
            assert first["view"] == one.welcome["seat"]
            assert one.hear("news")["decisions"] == 1


def test_own_choices_arrive_before_others_have_chosen(server):
    opened = server.open("kou_ka_roi", ["me", "person"], seed=5, **TWO)
    with opened.sit(1) as browser:
        frame = follow(browser)
        browser.say("act", decision=0, action=frame["actions"][1]["number"])
        frame = browser.hear("frame")
        assert frame["decision"] == 0
        assert frame["chosen"]["name"].startswith("row ")


def test_hidden_views_cannot_be_followed(server):
    opened = server.people()
    with opened.sit(0) as browser:
        browser.say("follow", view=1, dark=False, narrow=False)
        assert "hidden until the game is over" in browser.hear("refused")["reason"]
        frame = browser.look()
        browser.act(0, frame["actions"][0]["number"])
        assert not any('"view":1' in text for text in browser.heard)


def test_equal_parts_of_pictures_are_sent_once(server):
    opened = server.people()
    with opened.sit(0) as browser:
        first = browser.look()
        sent = browser.heard[-1]
        assert browser.look() == first
        assert len(browser.heard[-1]) < len(sent) / 4
