"""Requests from other sites, and messages that no page sends."""

import gzip
import json
import re
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.requests import HTTPConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from hofspiele.play.protection import SameOriginMiddleware, client_of
from tests.tables.client import Address
from tests.tables.servers import serving

GAMES = ("kou_ka_roi", "kardinal", "knatsch")


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


@pytest.mark.parametrize(
    ("host", "statuses"),
    [
        ("evil.example:{port}", {403}), ("127.0.0.1", {403}), ("127.0.0.1:1", {403}),
        ("", {400, 403}), ("[x]:1", {403}), ("localhost:{port}", {200}),
        ("192.168.1.7:{port}", {200}), ("[::1]:{port}", {200}),
    ],
)  # fmt: skip
def test_only_own_names_and_addresses_are_answered(server, host, statuses):
    headers = {"Host": host.format(port=server.port)}
    assert server.ask("/api/games", headers=headers).status in statuses


def test_a_server_knows_the_name_at_which_it_listens():
    app = SameOriginMiddleware(None, "Games.example", 8000)
    assert app._is_own("games.example:8000")
    assert not app._is_own("games.example:80")
    assert not app._is_own("other.example:8000")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", ""])
def test_other_sites_can_neither_post_nor_connect(server, origin):
    origin = origin.format(port=server.port)
    request = {"game": "kou_ka_roi", "seats": ["greedy"] * 3}
    assert server.ask("/api/tables", request, {"Origin": origin}).status == 403
    with pytest.raises(InvalidStatus) as refused, server.socket(origin or "x"):
        pass
    assert refused.value.response.status_code == 403


def test_every_answer_has_the_policy_and_pages_are_compressed(server):
    for path in ("/", "/table", "/page/style.css", "/api/tables", "/rules/knatsch", "/nowhere"):
        headers = server.ask(path).headers
        assert "default-src 'none'; script-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    plain = server.ask("/page/table.js")
    assert "content-encoding" not in plain.headers
    packed = server.ask("/page/table.js", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body) / 2


@pytest.mark.parametrize(
    "path",
    ["/page/../app.py", "/page/..%2fapp.py", "/page/%2e%2e/app.py", "/page//etc/passwd", "/page/",
     "/rules/nothing", "/rules/..", "/rules/kardinal/rules.py", "/rules/kardinal/README.md",
     "/rules/kardinal/../knatsch/example.png", "/rules/nothing/example.png",
     "/rules/kardinal//etc/passwd",
     *(f"/api/tables/{number}/record"
       for number in ("999999", "x", "0", "-1", "1.0", "%D9%A3", "9" * 11, "9" * 5000))],
)  # fmt: skip
def test_no_path_leads_elsewhere(server, path):
    assert server.ask(path).status == 404


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_text_and_pictures_without_styles_or_scripts(server, game):
    status, body, _ = server.ask(f"/rules/{game}")
    page = body.decode()
    assert status == 200
    assert "<table " in page
    assert not re.search("style=|<script|&lt;!--", page)
    assert re.findall(r'href="(?!https://|/page/|data:,|#|/")', page) == []
    inside, pictures = (re.findall(f'{start}([^"]*)"', page) for start in ('href="#', '<img src="'))
    assert inside
    assert all(f'id="{heading}"' in page for heading in inside)
    assert pictures
    for picture in pictures:
        status, _, headers = server.ask(picture)
        assert status == 200
        assert headers["content-type"] in ("image/png", "image/svg+xml")


@pytest.mark.parametrize(
    "hello",
    [
        {"token": "x" * 43}, {"token": ""}, {"token": "\ud800"}, {"token": "x", "table": 1},
        {"table": 10**6}, {"table": "1"}, {},
    ],
)  # fmt: skip
def test_wrong_hellos_are_refused(server, hello):
    last, code = said(server, json.dumps({"type": "hello", **hello}))
    assert json.loads(last)["final"]
    assert code == 1008


def test_unknown_messages_close_the_socket(server):
    opened = server.people()
    hello = {"type": "hello", "token": opened.tokens[0]}
    for message in (
        "", "{}", "[]", "null", "1e999", "{", '{"type": "act"}', '{"type": ["act"]}',
        '{"type": "ping", "more": 1}', b"\x00\xff", "[" * 4000, '{"type": "frame", "decision": -1}',
        '{"type": "act", "decision": 0, "action": true}', json.dumps(hello), "9" * 4096,
        '{"type": "act", "decision": 0, "action": 1e3}', '{"type": "why", "target": "row \\udc80"}',
    ):  # fmt: skip
        last, code = said(server, json.dumps(hello), message)
        assert json.loads(last)["type"] == "error", message
        assert code == 1008, message
    with opened.sit(0) as browser:
        assert browser.news["decisions"] == 0


def test_large_messages_and_bodies_are_refused(server):
    assert said(server, "x" * 5000)[1] == 1009
    assert "at most" in server.refusal(b" " * 20_000)
    for body in (b"", b"[1]", b"[" * 9000, b"\xff"):
        assert "expected a JSON object" in server.refusal(body)


def test_spectators_cannot_play(server):
    with server.open(["search-200"] * 3).watch() as browser:
        for kind, content in (
            ("act", {"decision": 0, "action": 0}), ("advice", {"agent": "greedy"}),
            ("name", {"name": "Eve"}), ("take back", {}), ("rematch", {}), ("infer", {}),
        ):  # fmt: skip
            assert browser.refusal(kind, **content) == "spectators can't do this"


def test_the_file_is_private_and_holds_no_token(server, play_folder):
    opened = server.people()
    file = play_folder / "tables.sqlite"
    assert file.stat().st_mode & 0o077 == 0
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        sqlite3.connect(file, timeout=0.1).execute("SELECT * FROM tables").fetchall()
    kept = b"".join(path.read_bytes() for path in play_folder.glob("tables.sqlite*"))
    assert not [token for token in opened.tokens.values() if token.encode() in kept]


@pytest.mark.parametrize("limit", ["MOST_SOCKETS", "_MOST_SOCKETS_OF_ONE"])
def test_sockets_are_limited(server, monkeypatch, limit):
    monkeypatch.setattr(f"hofspiele.play.app.{limit}", 0)
    with pytest.raises(InvalidStatus), server.socket():
        pass


WISH = {"game": "kou_ka_roi", "seats": ["me", "person"], "options": {"num_players": 2}}
OF_AGENTS = WISH | {"seats": ["search-20000"] * 2}


def test_tables_are_limited(tmp_path, monkeypatch):
    with serving(tmp_path, tmp_path) as server, ThreadPoolExecutor(5) as clients:
        for limit, number, wish, reason in (
            ("MOST_RUNNING", 2, OF_AGENTS, "are in play"),
            ("MOST_OF_AGENTS", 4, OF_AGENTS, "without people are in play"),
            ("MOST_OF_ONE_CLIENT", 6, WISH, "opened from your address are in play"),
        ):
            with monkeypatch.context() as limited:
                limited.setattr(f"hofspiele.play.table_manager.{limit}", number)
                answers = clients.map(
                    lambda wish: server.ask("/api/tables", wish).status, [wish] * 5
                )
                assert sorted(answers) == [201, 201, 400, 400, 400]
                assert f"{number} tables {reason}, the most" in server.refusal(wish)


def test_tables_without_players_make_room_for_others(tmp_path, monkeypatch):
    monkeypatch.setattr("hofspiele.play.table_manager.MOST_RUNNING", 2)
    with serving(tmp_path, tmp_path) as server:
        untouched, touched = server.people(), server.people()
        with touched.sit(0) as browser:
            browser.act_first()
        with untouched.watch() as spectator:
            third = server.people()
            assert "was deleted because nobody" in spectator.hear("error")["reason"]
        assert "does not belong to any seat" in server.rejection(token=untouched.tokens[0])
        with third.sit(0):
            fourth = server.people()
            assert server.tables()[touched.table]["rests"]
            with touched.sit(1) as browser:  # It resumes in place of the fourth.
                assert browser.news["decisions"] == 1
                assert set(server.tables()) == {touched.table, third.table}
                assert "2 tables are in play" in server.refusal(WISH)
        monkeypatch.setattr("hofspiele.play.table_manager.MOST_OF_ONE_CLIENT", 1)
        assert "opened from your address" in server.refusal(WISH)
        monkeypatch.setattr("hofspiele.play.table_manager._SPARED_SECONDS", 0)
        last = server.people()
        assert "there is no table" in server.rejection(table=fourth.table)
        assert set(server.tables()) == {touched.table, last.table}


def test_a_client_is_an_address_or_a_network_of_one_machine():
    def client(host: str) -> str:
        return client_of(HTTPConnection({"type": "http", "client": (host, 1)}))

    assert client("10.0.0.1") != client("10.0.0.2")
    assert client("fe80::1:2%eth0") == client("fe80::9:9") != client("fe80:0:0:1::1")


def test_silent_sockets_are_closed_and_fast_messages_delayed(server, monkeypatch):
    with server.people().sit(0) as browser:
        started = time.monotonic()
        for _ in range(80):
            browser.say("ping")
        for _ in range(80):
            browser.hear("pong")
        assert time.monotonic() - started > 0.8
    monkeypatch.setattr("hofspiele.play.session._HELLO_SECONDS", 0.1)
    last, code = said(server)
    assert not json.loads(last)["final"]
    assert code == 1008
