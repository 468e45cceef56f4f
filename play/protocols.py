"""Uvicorn's protocols, with compression and limits for clients that keep the server waiting."""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

# Seconds within which a client must send a complete request.
REQUEST_SECONDS = 10
# Maximum number of open request connections. Sockets, which start as requests, do not count.
MOST_REQUESTS = 1000
# Compression of sockets. With uvicorn's window of 4 KiB, a game would take 2.5 times the bytes.
# Level 4 takes half the time of the usual level 6 and makes messages a tenth longer.
_COMPRESSION = ServerPerMessageDeflateFactory(
    server_max_window_bits=15,
    client_max_window_bits=12,
    compress_settings={"memLevel": 8, "level": 4},
)


class SocketProtocol(WebSocketsSansIOProtocol):
    """A socket with compressed messages."""

    def __init__(self, *args: Any, **named: Any):
        super().__init__(*args, **named)
        self.conn.available_extensions = [_COMPRESSION]


class RequestProtocol(H11Protocol):
    """A connection that is closed if its client does not send a complete request in time.

    If there are too many connections, the one that has waited longest for its client is closed.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request; if there are too many connections, close the one idle the longest."""
        super().connection_made(transport)
        self._wait()
        others = [other for other in self.connections if isinstance(other, RequestProtocol)]
        if len(others) > MOST_REQUESTS:
            idle = [other for other in others if other.owes_request]
            min(idle, key=lambda other: other.since).transport.abort()

    @property
    def owes_request(self) -> bool:
        """Whether the client still has to send a request or the rest of one."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._deadline.cancel()
        self._wait()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting for a request."""
        self._deadline.cancel()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self.since = self.loop.time()
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self._deadline_passed)

    def _deadline_passed(self) -> None:
        protocol = self.transport.get_protocol()
        if isinstance(protocol, WebSocketsSansIOProtocol):
            if not protocol.handshake_complete:  # Uvicorn hangs if it can't read a handshake.
                self.transport.abort()
        elif self.owes_request:
            self.transport.abort()
        else:
            self._wait()
