"""A client that talks to the server like a browser."""

import http.client
import json
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack
from typing import Any, NamedTuple

from websockets.sync.client import connect

_SECONDS = 30


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    body: bytes
    headers: dict[str, str]

    @property
    def content(self) -> Any:
        """The body, read as JSON."""
        return json.loads(self.body)


class Address(NamedTuple):
    """The address of a server."""

    port: int

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def ask(
        self,
        path: str,
        content: Any = None,
        headers: dict[str, str] | None = None,
        method: str = "POST",
    ) -> Answer:
        """Request a path, or send `content` to it, which is bytes or written as JSON."""
        is_written = content is None or isinstance(content, bytes)
        body = content if is_written else json.dumps(content).encode()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=_SECONDS * 4)
        sent = {"Host": self.host, "Origin": f"http://{self.host}", **(headers or {})}
        try:
            connection.request("GET" if body is None else method, path, body, sent)
            answer = connection.getresponse()
            return Answer(answer.status, answer.read(), dict(answer.getheaders()))
        finally:
            connection.close()

    def open(
        self,
        seats: Sequence[str],
        game: str = "kou_ka_roi",
        options: dict[str, Any] | None = None,
        **wish: Any,
    ) -> "Opened":
        """Open a table with a player for each seat."""
        options = {"num_players": len(seats), **(options or {})}
        return self.posted({"game": game, "seats": seats, "options": options, **wish})

    def posted(self, wish: dict[str, Any]) -> "Opened":
        """Open a table with an unchanged request."""
        answer = self.ask("/api/tables", wish)
        assert answer.status == 201, answer.body
        links = answer.content["links"]
        return Opened(self, answer.content["table"], {int(seat): links[seat] for seat in links})

    def refusal(self, wish: Any) -> str:
        """Return the reason why a table is not opened."""
        answer = self.ask("/api/tables", wish)
        assert answer.status == 400, answer.body
        return str(answer.content["error"])

    def rejection(self, **hello: Any) -> str:
        """Return the reason why a hello is refused."""
        with self.socket() as socket:
            socket.send(json.dumps({"type": "hello", **hello}))
            return str(json.loads(socket.recv(_SECONDS))["reason"])

    def delete(self, table: int | str, token: str) -> str:
        """Ask for a table to be deleted; return the reason if the server refuses, else ""."""
        answer = self.ask(f"/api/tables/{table}", {"token": token}, method="DELETE")
        return str(answer.content.get("error", ""))

    def tables(self) -> dict[int, dict[str, Any]]:
        """Return the listed tables by their numbers."""
        return {table["table"]: table for table in self.ask("/api/tables").content["tables"]}

    def people(self, game: str = "knatsch", number: int = 2) -> "Opened":
        """Open a table of people."""
        return self.open(["person"] * number, game)

    def socket(self, origin: str | None = None) -> connect:
        """Return a socket that has sent nothing yet, as a context manager."""
        return connect(
            f"ws://{self.host}/socket",
            origin=origin or f"http://{self.host}",  # type: ignore[arg-type]
            max_size=None,
            open_timeout=_SECONDS,
        )


class Opened(NamedTuple):
    """An open table with the tokens of its seats."""

    server: Address
    table: int
    tokens: dict[int, str]

    def sit(self, seat: int) -> "Browser":
        return Browser(self.server, {"token": self.tokens[seat]})

    def watch(self) -> "Browser":
        return Browser(self.server, {"table": self.table})

    def record(self) -> str:
        answer = self.server.ask(f"/api/tables/{self.table}/record")
        assert answer.status == 200, answer.body
        return answer.body.decode()

    def finished(self) -> "Opened":
        """Return this table once its game is over."""
        with self.watch() as browser:
            browser.wait_for_end()
        return self


class Browser(AbstractContextManager["Browser"]):
    """A socket that has sent a hello and received a welcome.

    Attributes:
        heard: the text of every message received.
        news: the latest news.
    """

    def __init__(self, server: Address, hello: dict[str, Any]):
        self._open = ExitStack()
        self._socket = self._open.enter_context(server.socket())
        self.heard: list[str] = []
        self._parts: list[str] = []
        self.news: dict[str, Any] = {}
        self.say("hello", **hello)
        self.welcome = self.hear("welcome")
        self.hear("news")

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def say(self, kind: str, **content: Any) -> None:
        self._socket.send(json.dumps({"type": kind, **content}))

    def hear(self, *kinds: str) -> dict[str, Any]:
        """Receive messages and return the first whose type is in `kinds`."""
        while True:
            text = self._socket.recv(_SECONDS)
            assert isinstance(text, str)
            self.heard.append(text)
            message = json.loads(text)
            if message["type"] == "news":
                self.news = message
            if message["type"] == "frame":
                message["parts"] = [self._known(part) for part in message["parts"]]
            if message["type"] in kinds:
                return message

    def ask(self, kind: str, **content: Any) -> dict[str, Any]:
        """Ask a question and return its answer or refusal."""
        self.say(kind, **content)
        while (answer := self.hear(kind, "refused")).get("question", kind) != kind:
            pass
        return answer

    def refusal(self, kind: str, **content: Any) -> str:
        """Send a message and return the reason why it is refused."""
        self.say(kind, **content)
        return str(self.hear("refused")["reason"])

    def _known(self, part: int | str) -> str:
        """Return a part of a picture, which is new or has the number of an earlier one."""
        if isinstance(part, int):
            return self._parts[part]
        self._parts.append(part)
        return part

    def look(self, decision: int | None = None, view: Any = "own") -> dict[str, Any]:
        """Request a frame, by default the current one of the own seat, and return the answer."""
        if decision is None:
            decision = self.news["decisions"]
        view = self.welcome["seat"] if view == "own" else view
        return self.ask("frame", decision=decision, view=view, dark=False, narrow=False)

    def act(self, decision: int, action: int) -> dict[str, Any]:
        """Send an action and return the answer, which is news or a refusal."""
        self.say("act", decision=decision, action=action)
        return self.hear("news", "refused")

    def wait_for(self, **wanted: Any) -> None:
        """Wait for news with these values."""
        while any(self.news[name] != value for name, value in wanted.items()):
            self.hear("news")

    def wait_for_end(self) -> None:
        self.wait_for(over=True)

    def wait_for_turn(self) -> bool:
        """Wait until this seat has to decide; return False once the game is over."""
        while not self.news["over"]:
            if self.welcome["seat"] in self.news["deciding"]:
                return True
            self.hear("news")
        return False

    def act_first(self, skipped: int = 0) -> int:
        """Choose the first legal action of the next own decision; return the decision's number.

        Up to `skipped` legal actions are skipped first, if enough are left.
        """
        while self.wait_for_turn():
            frame = self.look()
            if "actions" in frame:
                action = frame["actions"][: skipped + 1][-1]
                self.act(frame["decision"], action["number"])
                break
        return int(self.news["decisions"]) - 1

    def log(self) -> list[dict[str, Any]]:
        """Return the lines of the log for a spectator."""
        lines: list[dict[str, Any]] = self.ask("log", view=None, after=0)["lines"]
        return lines

    def notes(self) -> set[str]:
        """Return the notes on decisions."""
        return {line["note"] for line in self.log() if line["note"]}


def play_to_the_end(*browsers: Browser) -> None:
    """Choose legal actions of all people until the game is over."""
    while browsers[0].wait_for_turn():
        # Games are short if people choose different rows in Kou-Ka-Roi.
        for number, browser in enumerate(browsers):
            browser.act_first(skipped=number)
