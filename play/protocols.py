"""Connections as uvicorn serves them, with limits for clients that keep the server waiting."""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from hofspiele.play.deadline import Deadline

# until a request is there as a whole
REQUEST_SECONDS = 10
# open at a time, without those that have become sockets: each socket begins as a request
MOST_REQUESTS = 1000


class RequestProtocol(H11Protocol):
    """A connection that is closed once its client owes a request for too long.

    Where there are too many, the one that has waited longest for its client makes room.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._wait()
        others = [other for other in self.connections if isinstance(other, RequestProtocol)]
        if len(others) > MOST_REQUESTS:
            idle = [other for other in others if other.owes_request]
            min(idle, key=lambda other: other.since).transport.abort()

    @property
    def owes_request(self) -> bool:
        """Whether the client is to send something, and not the server."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        self._patience.end()
        self._wait()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._patience.end()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self.since = self.loop.time()
        self._patience = Deadline(REQUEST_SECONDS, self._late)

    def _late(self) -> None:
        protocol = self.transport.get_protocol()
        if isinstance(protocol, SocketProtocol):
            if not protocol.handshake_complete:  # uvicorn waits for ever after one it can't read
                self.transport.abort()
        elif self.owes_request:
            self.transport.abort()
        else:
            self._wait()


class SocketProtocol(WebSocketsSansIOProtocol):
    """A socket that is closed once its client does not answer any more."""

    def keepalive_timeout(self) -> None:
        """Close the socket, unless the answer may lie behind a message that waits for us."""
        if self.read_paused:
            self.pong_timer = self.loop.call_later(self.ping_timeout or 0, self.keepalive_timeout)
        else:
            super().keepalive_timeout()
