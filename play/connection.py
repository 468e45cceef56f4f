"""The socket of one browser: its first message, limits, and the format of messages."""

import asyncio
import json
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from hofspiele.play.active_table import ActiveTable
from hofspiele.play.deadline import Deadline
from hofspiele.play.game_progress import RefusedError
from hofspiele.play.messages import BadMessageError, Message, read_message
from hofspiele.play.rate_limiter import RateLimiter
from hofspiele.play.session import Session
from hofspiele.play.table_manager import TableManager

_MESSAGES_PER_SECOND, _MESSAGES_AT_ONCE = 20, 60
# A browser has this time for its first message.
_HELLO_SECONDS = 10
# RFC 6455 defines this close code for messages that violate a policy.
_VIOLATION = 1008
# These errors are raised once the browser has left.
_GONE = (WebSocketDisconnect, RuntimeError, OSError)


class Connection:
    """The socket of one browser, from its hello to its end."""

    def __init__(self, socket: WebSocket, manager: TableManager):
        self._socket = socket
        self._manager = manager
        self._limiter = RateLimiter(_MESSAGES_PER_SECOND, _MESSAGES_AT_ONCE)
        self._sending = asyncio.Lock()
        self._changed = asyncio.Event()

    async def run(self) -> None:
        """Serve the browser until it leaves or sends a message that is not allowed."""
        await self._socket.accept()
        try:
            try:
                table, seat = await self._welcome(await self._first_message())
                with table.listening(seat, self.notify):
                    await Session(self, self._manager, table, seat).run()
            except (BadMessageError, RefusedError) as error:
                await self._end(str(error), final=True)
            except TimeoutError:
                await self._end(
                    f"no message came within {_HELLO_SECONDS} seconds, expected hello", final=False
                )
        except _GONE:
            pass

    async def receive(self) -> Message:
        """Return the next message, delayed if messages come too fast."""
        await self._limiter.wait()
        received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code", 1000))
        return read_message(received.get("text"))

    async def send(self, kind: str, **content: Any) -> None:
        """Send a message."""
        text = json.dumps({"type": kind, **content}, ensure_ascii=False, separators=(",", ":"))
        async with self._sending:
            await self._socket.send_text(text)

    def notify(self) -> None:
        """Let `changed` return: something has changed or has to be sent again."""
        self._changed.set()

    async def changed(self) -> None:
        """Wait until something has changed since the last call."""
        await self._changed.wait()
        self._changed.clear()

    async def _end(self, reason: str, *, final: bool) -> None:
        """Close the socket with a reason; it is `final` if the browser should not reconnect."""
        await self.send("error", reason=reason, final=final)
        await self._socket.close(_VIOLATION)

    async def _first_message(self) -> Message:
        async with asyncio.timeout(None) as timeout:
            now = asyncio.get_running_loop().time
            deadline = Deadline(_HELLO_SECONDS, lambda: timeout.reschedule(now()))
            try:
                return await self.receive()
            finally:
                deadline.cancel()

    async def _welcome(self, message: Message) -> tuple[ActiveTable, int | None]:
        if message["type"] != "hello":
            raise BadMessageError(f"first message is {message['type']}, expected hello")
        table, seat = await self._find_table(message)
        setup = table.progress.setup
        await self.send(
            "welcome",
            table=setup.table,
            game=setup.game,
            title=table.progress.game.spec.title,
            options=setup.options,
            seat=seat,
            players=[player._asdict() for player in setup.players],
            agents=await self._manager.agents.names(),
            limit=self._manager.think_seconds,
            rules=f"/rules/{setup.game}",
        )
        return table, seat

    async def _find_table(self, message: Message) -> tuple[ActiveTable, int | None]:
        if "token" in message:
            return await self._manager.sit_down(message["token"])
        table = await self._manager.find(message["table"])
        if not table.can_be_watched:
            raise RefusedError(
                "people are playing at this table; it can be watched once the game is over"
            )
        return table, None
