"""The socket of one browser, with checks of its messages and a limit on their rate."""

import asyncio
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from hofspiele.play.background import RateLimiter
from hofspiele.play.messages import BadMessageError, Message, read_message

_MESSAGES_PER_SECOND, _MESSAGES_AT_ONCE = 20, 60
# Seconds within which a browser must send its first message.
_HELLO_SECONDS = 10
# The close code of RFC 6455 for messages that violate a policy.
_VIOLATION = 1008
# The errors that methods of a connection raise after the browser has left.
GONE = (WebSocketDisconnect, RuntimeError, OSError)


class Connection:
    """The socket of one browser."""

    def __init__(self, socket: WebSocket):
        self._socket = socket
        self._limiter = RateLimiter(_MESSAGES_PER_SECOND, _MESSAGES_AT_ONCE)
        self._sending = asyncio.Lock()
        # Maps the hash of each picture part sent so far to the part's number, counted from 0. The
        # hashes have 64 bits, so that different parts of a game do not share one.
        self._parts: dict[int, int] = {}

    async def receive_hello(self) -> Message:
        """Accept the socket and return its hello; raise BadMessageError for any other message."""
        await self._socket.accept()
        try:
            async with asyncio.timeout(_HELLO_SECONDS):
                message = await self.receive()
        except TimeoutError:
            reason = f"the browser sent nothing within {_HELLO_SECONDS} seconds"
            await self.close(reason, final=False)
            raise WebSocketDisconnect from None
        if message["type"] != "hello":
            raise BadMessageError(f"first message is {message['type']}, expected hello")
        return message

    async def receive(self) -> Message:
        """Return the next message, delayed if messages come too fast."""
        await self._limiter.wait()
        received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code", 1000))
        return read_message(received.get("text"))

    async def send(self, kind: str, **content: Any) -> None:
        """Send a message."""
        async with self._sending:
            await self._send(kind, content)

    async def send_frame(self, frame: dict[str, Any]) -> None:
        """Send a frame, with numbers in place of parts of its picture that were sent before."""
        async with self._sending:
            parts = [self._number_or_text(part) for part in frame["parts"]]
            await self._send("frame", {**frame, "parts": parts})

    def _number_or_text(self, part: str) -> int | str:
        """Return a part's number if it was sent before; otherwise number it and return its text."""
        key = hash(part)
        if key in self._parts:
            return self._parts[key]
        self._parts[key] = len(self._parts)
        return part

    async def _send(self, kind: str, content: dict[str, Any]) -> None:
        await self._socket.send_json({"type": kind, **content})

    async def close(self, reason: str, *, final: bool) -> None:
        """Close the socket with a reason; if `final`, the browser does not reconnect."""
        await self.send("error", reason=reason, final=final)
        await self._socket.close(_VIOLATION)
