"""One browser's socket: who it is, and what goes over the wire."""

import asyncio
import json
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from hofspiele.play.hall import Hall
from hofspiele.play.live_table import RefusedError
from hofspiele.play.messages import BadMessageError, Message, read_message
from hofspiele.play.open_table import OpenTable
from hofspiele.play.pace import Pace
from hofspiele.play.talk import Talk

_MESSAGES_PER_SECOND, _MESSAGES_AT_ONCE = 20, 60
# until a socket has said who it is
_HELLO_SECONDS = 10
# a policy was violated (RFC 6455)
_VIOLATION = 1008
# what is raised where the browser has left
_GONE = (WebSocketDisconnect, RuntimeError, OSError)


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
