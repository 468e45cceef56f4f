"""One browser's socket: what it says is checked, what it may know is sent."""

import asyncio
import json
import re
import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from hofspiele.envs.core.checks import is_integer, shown
from hofspiele.play.frames import own_decision
from hofspiele.play.hall import Hall
from hofspiele.play.live_table import RefusedError
from hofspiele.play.open_table import OpenTable
from hofspiele.play.pace import Pace

# bytes of a message from a browser
LONGEST_MESSAGE = 4096
_MESSAGES_PER_SECOND, _MESSAGES_AT_ONCE = 20, 60
# until a socket has said who it is
_HELLO_SECONDS = 10
# a policy was violated (RFC 6455)
_BAD_MESSAGE = 1008
_LARGEST = 2**31


class BadMessageError(ValueError):
    """A message that no page of ours sends."""


Message = dict[str, Any]
_TOKEN = re.compile(r"[\w-]{1,100}", re.ASCII)


def _is_count(value: Any) -> bool:
    return is_integer(value) and 0 <= value < _LARGEST


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and _TOKEN.fullmatch(value) is not None


def _is_view(value: Any) -> bool:
    return value is None or _is_count(value)


# by type: the fields of a message; one list of them has to fit
_FORMS: dict[str, list[dict[str, Callable[[Any], bool]]]] = {
    "hello": [{"token": _is_name}, {"table": _is_name}],
    "act": [{"decision": _is_count, "action": _is_count}],
    "look": [{"decision": _is_count, "view": _is_view}],
    "ping": [{}],
}


def read_message(text: str | None) -> Message:
    """What a browser said; BadMessageError if that is none of the messages there are."""
    if text is None or len(text.encode("utf-8", "replace")) > LONGEST_MESSAGE:
        raise BadMessageError(f"expected text of at most {LONGEST_MESSAGE} bytes")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadMessageError("expected JSON") from error
    kind = message.get("type") if isinstance(message, dict) else None
    if not isinstance(kind, str) or kind not in _FORMS:
        raise BadMessageError(f"type is {shown(kind)}, expected one of: {', '.join(_FORMS)}")
    fields = {name: value for name, value in message.items() if name != "type"}
    for form in _FORMS[kind]:
        if fields.keys() == form.keys() and all(form[name](fields[name]) for name in form):
            return message
    expected = " or ".join(str(sorted(form)) for form in _FORMS[kind])
    raise BadMessageError(f"{kind} holds {shown(fields)}, expected {expected}")


class Connection:
    """The socket of one browser, from hello to its end."""

    def __init__(self, socket: WebSocket, hall: Hall):
        self._socket = socket
        self._hall = hall
        self._pace = Pace(_MESSAGES_PER_SECOND, _MESSAGES_AT_ONCE)
        self._sending = asyncio.Lock()
        self._changed = asyncio.Event()

    async def run(self) -> None:
        """Talk until the browser goes, or says what it may not."""
        await self._socket.accept()
        try:
            table, seat = await asyncio.wait_for(self._welcome(), _HELLO_SECONDS)
            with table.listening(seat, self._changed.set):
                await self._talk(table, seat)
        except BadMessageError as error:
            await self._end(str(error))
        except TimeoutError:
            await self._end(f"nothing was said for {_HELLO_SECONDS} seconds")
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass  # the browser has gone

    # --- who it is -----------------------------------------------------------------------------

    async def _welcome(self) -> tuple[OpenTable, int | None]:
        message = await self._receive()
        if message["type"] != "hello":
            raise BadMessageError("expected hello first")
        try:
            table, seat = await self._found(message)
        except RefusedError as error:
            raise BadMessageError(str(error)) from error
        setup = table.live.setup
        await self._send(
            "welcome",
            table=setup.table,
            game=setup.game,
            title=table.live.game.spec.title,
            options=setup.options,
            seat=seat,
            players=[player._asdict() for player in setup.players],
            limit=self._hall.think_seconds,
            rules=f"/rules/{setup.game}",
        )
        return table, seat

    async def _found(self, message: Message) -> tuple[OpenTable, int | None]:
        if "token" in message:
            name, seat = self._hall.seat_of(message["token"])
            return await self._hall.find(name), seat
        table = await self._hall.find(message["table"])
        if not table.can_be_watched:
            raise RefusedError("people play there; it can be watched once the game is over")
        return table, None

    # --- what is said --------------------------------------------------------------------------

    async def _talk(self, table: OpenTable, seat: int | None) -> None:
        news = asyncio.create_task(self._tell_news(table))
        try:
            while True:
                message = await self._receive()
                try:
                    await self._answer(table, seat, message)
                except RefusedError as error:
                    await self._refuse(message, str(error))
                except sqlite3.Error as error:
                    await self._refuse(message, f"it could not be saved: {error}")
        finally:
            news.cancel()

    async def _tell_news(self, table: OpenTable) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            try:
                await self._send("news", **table.news())
            except (WebSocketDisconnect, RuntimeError, OSError):
                return  # the browser has gone

    async def _answer(self, table: OpenTable, seat: int | None, message: Message) -> None:
        kind = message["type"]
        if kind == "hello":
            raise BadMessageError("hello has been said before")
        if kind == "act":
            await self._act(table, seat, message)
        elif kind == "look":
            await self._look(table, seat, message["decision"], message["view"])
        elif kind == "ping":
            await self._send("pong")

    async def _act(self, table: OpenTable, seat: int | None, message: Message) -> None:
        if seat is None:
            raise RefusedError("who watches does not decide")
        await self._hall.act(table, seat, message["decision"], message["action"])
        self._changed.set()  # what was done before is confirmed again

    async def _look(
        self, table: OpenTable, seat: int | None, decision: int, view: int | None
    ) -> None:
        live = table.live
        if decision > live.decisions:
            raise RefusedError(f"there are {live.decisions} decisions yet")
        if view is not None and view >= live.game.num_players:
            raise RefusedError(f"there is no seat {view}")
        if view != seat and not table.can_be_watched:
            raise RefusedError("others' hands are seen once the game is over")
        seen = await self._hall.frame(table, decision, view)
        if seat is not None and view == seat and decision == live.decisions:
            seen = seen | own_decision(live, seat)
        await self._send("frame", **seen)

    # --- the wire ------------------------------------------------------------------------------

    async def _receive(self) -> Message:
        await self._pace.wait()
        received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code", 1000))
        return read_message(received.get("text"))

    async def _send(self, kind: str, **content: Any) -> None:
        text = json.dumps({"type": kind, **content}, ensure_ascii=False, separators=(",", ":"))
        async with self._sending:
            await self._socket.send_text(text)

    async def _refuse(self, message: Message, reason: str) -> None:
        decision = {"decision": message["decision"]} if "decision" in message else {}
        await self._send("refused", reason=reason, **decision)

    async def _end(self, reason: str) -> None:
        try:
            await self._send("error", reason=reason)
            await self._socket.close(_BAD_MESSAGE)
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass
