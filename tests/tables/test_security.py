"""Requests from other sites, and messages that no page sends."""

import json
import re
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from hofspiele.play.protection import SameOriginMiddleware
from tests.tables.client import Address
from tests.tables.servers import serving


def said(server: Address, *messages: str | bytes) -> tuple[str, int | None]:
    """Send messages; return the last answer before the socket is closed, and the close code."""
    last = ""
    with server.socket() as socket:
        try:
            for message in messages:
                socket.send(message)
            while True:
                last = str(socket.recv(20))
        except ConnectionClosed as closed:
            return last, None if closed.rcvd is None else closed.rcvd.code


@pytest.mark.parametrize("host", ["evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "", "[x]:1"])
def test_foreign_hosts_are_refused(server, host):
    headers = {"Host": host.format(port=server.port)}
    assert server.ask("/", headers=headers)[0] in (400, 403)


@pytest.mark.parametrize("host", ["localhost:{port}", "192.168.1.7:{port}", "[::1]:{port}"])
def test_own_names_are_known(server, host):
    assert server.ask("/api/games", headers={"Host": host.format(port=server.port)})[0] == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", ""])
def test_other_sites_can_neither_post_nor_connect(server, origin):
    origin = origin.format(port=server.port)
    request = {"game": "kou_ka_roi", "seats": ["greedy"] * 3}
    assert server.ask("/api/tables", request, {"Origin": origin})[0] == 403
    with pytest.raises(InvalidStatus) as refused, server.socket(origin or "x"):
        pass
    assert refused.value.response.status_code == 403


def test_every_answer_has_the_policy(server):
    for path in ("/", "/table", "/page/style.css", "/api/tables", "/rules/knatsch", "/nowhere"):
        headers = server.ask(path)[2]
        assert "default-src 'none'; script-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    "path",
    ["/page/../app.py", "/page/..%2fapp.py", "/page/%2e%2e/app.py", "/page//etc/passwd", "/page/",
     "/rules/nothing", "/rules/..", "/rules/kardinal/rules.py", "/rules/kardinal/README.md",
     "/rules/kardinal/../knatsch/example.png", "/rules/nothing/example.png",
     "/api/tables/999999/record", "/api/tables/x/record"],
)  # fmt: skip
def test_no_path_leads_elsewhere(server, path):
    assert server.ask(path)[0] == 404


def test_rules_are_text_without_styles_or_scripts(server):
    for game in ("kou_ka_roi", "kardinal", "knatsch"):
        status, page, _ = server.ask(f"/rules/{game}")
        assert status == 200
        assert "<table " in page
        assert "style=" not in page
        assert "<script" not in page
        assert "&lt;!--" not in page
        assert re.findall(r'href="(?!https://|/page/|data:,|#|/")', page) == []
        inside = re.findall(r'href="#([^"]*)"', page)
        assert inside
        assert all(f'id="{heading}"' in page for heading in inside)


def test_pictures_of_the_rules_are_served(server):
    for game in ("kou_ka_roi", "kardinal", "knatsch"):
        _, page, _ = server.ask(f"/rules/{game}")
        pictures = re.findall(r'<img src="([^"]*)"', page)
        assert pictures
        for picture in pictures:
            status, _, headers = server.ask_bytes(picture)
            assert status == 200
            assert headers["content-type"] in ("image/png", "image/svg+xml")


@pytest.mark.parametrize(
    "hello",
    [
        {"token": "x" * 43},
        {"token": ""},
        {"token": "\ud800"},
        {"token": "x", "table": 1},
        {"table": 10**6},
        {"table": "1"},
        {},
    ],
)
def test_wrong_hellos_are_refused(server, hello):
    last, code = said(server, json.dumps({"type": "hello", **hello}))
    assert json.loads(last)["final"]
    assert code == 1008


@pytest.mark.parametrize(
    "message",
    [
        "", "{}", "[]", "null", "1e999", "{", '{"type": "act"}', '{"type": ["act"]}',
        '{"type": "ping", "more": 1}', b"\x00\xff", "[" * 4000, '{"type": "frame", "decision": -1}',
        '{"type": "act", "decision": 0, "action": true}',
        '{"type": "act", "decision": 0, "action": 1e3}', "9" * 4096,
    ],
)  # fmt: skip
def test_unknown_messages_close_the_socket(server, message):
    opened = server.people()
    hello = json.dumps({"type": "hello", "token": opened.tokens[0]})
    last, code = said(server, hello, message)
    assert json.loads(last)["type"] == "error"
    assert code == 1008
    with opened.sit(0) as browser:
        assert browser.news["decisions"] == 0


def test_large_messages_and_bodies_are_refused(server):
    assert said(server, "x" * 5000)[1] == 1009
    assert "at most" in server.refusal(b" " * 20_000)
    for body in (b"", b"[1]", b"[" * 9000, b"\xff"):
        assert "expected a JSON object" in server.refusal(body)


def test_spectators_cannot_play(server):
    opened = server.open("kou_ka_roi", ["search-200"] * 3)
    with opened.watch() as browser:
        assert browser.refused(0, 0) == "spectators can't do this"
        browser.say("advice", agent="greedy")
        assert browser.hear("advice", "refused")["reason"] == "spectators can't do this"


def test_the_file_is_private_and_holds_no_token(server, play_folder):
    opened = server.people()
    file = play_folder / "tables.sqlite"
    assert file.stat().st_mode & 0o077 == 0
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        sqlite3.connect(file, timeout=0.1).execute("SELECT * FROM tables").fetchall()
    kept = b"".join(path.read_bytes() for path in play_folder.glob("tables.sqlite*"))
    assert not [token for token in opened.tokens.values() if token.encode() in kept]


def test_sockets_and_tables_are_limited(server, monkeypatch):
    monkeypatch.setattr("hofspiele.play.app.MOST_SOCKETS", 0)
    with pytest.raises(InvalidStatus), server.socket():
        pass
    monkeypatch.setattr("hofspiele.play.table_manager.MOST_RUNNING", 0)
    assert "the most this server allows" in server.refusal(
        {"game": "kou_ka_roi", "seats": ["greedy"] * 3}
    )


def test_tables_opened_at_the_same_time_count_too(tmp_path, monkeypatch):
    monkeypatch.setattr("hofspiele.play.table_manager.MOST_RUNNING", 1)
    wish = {"game": "kou_ka_roi", "seats": ["me", "person"], "options": {"num_players": 2}}
    with serving(tmp_path, tmp_path) as server, ThreadPoolExecutor(5) as clients:
        answers = list(clients.map(lambda _: server.ask("/api/tables", wish)[0], range(5)))
    assert sorted(answers) == [201, 400, 400, 400, 400]


def test_a_server_knows_the_name_at_which_it_listens(tmp_path):
    app = SameOriginMiddleware(None, "Games.example", 8000)
    assert app._is_own("games.example:8000")
    assert not app._is_own("games.example:80")
    assert not app._is_own("other.example:8000")


def test_silent_sockets_are_closed(server, monkeypatch):
    monkeypatch.setattr("hofspiele.play.session._HELLO_SECONDS", 0.1)
    last, code = said(server)
    assert not json.loads(last)["final"]
    assert code == 1008


def test_fast_messages_are_delayed(server):
    opened = server.people()
    with opened.sit(0) as browser:
        started = time.monotonic()
        for _ in range(80):
            browser.say("ping")
        for _ in range(80):
            browser.hear("pong")
        assert time.monotonic() - started > 0.8
