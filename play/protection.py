"""Protection of the server from other sites and from clients that keep it waiting."""

import asyncio
import ipaddress
import socket
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
_PORT_OF_HTTP = 80
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


def client_of(connection: HTTPConnection) -> str:
    """Return the client of a connection: its IPv4 address, or the first half of its IPv6 address.

    One machine can use all IPv6 addresses with the same first half. People behind the same proxy or
    router are one client. A cookie or a name would limit only those who keep it.
    """
    host = connection.client.host.partition("%")[0] if connection.client else "127.0.0.1"
    length = 64 if ":" in host else 32
    return str(ipaddress.ip_network(f"{host}/{length}", strict=False))


class SameOriginMiddleware:
    """Middleware that refuses requests of other sites and adds security headers.

    A request must name this server by an IP address, localhost, the machine's name or the `host` at
    which it listens, with its port. Other names are refused, because the domain name of another
    site may resolve to this machine (DNS rebinding). GET and HEAD requests may come from other
    sites, which can't read the responses.
    """

    def __init__(self, app: ASGIApp, host: str, port: int):
        self._app = app
        self._port = port
        own = socket.gethostname().lower()
        self._names = {"localhost", own, f"{own}.local", host.lower()} - {""}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(raw=message["headers"]).update(_HEADERS)
            await send(message)

        app, problem = self._app, None
        if scope["type"] in ("http", "websocket"):
            problem = self._problem(scope)
        if problem is not None:
            # If a socket is closed before it is accepted, the server answers with status 403.
            refusal = PlainTextResponse(f"{problem}\n", status_code=403)
            app = WebSocketClose() if scope["type"] == "websocket" else refusal
        await app(scope, receive, send_with_headers)

    def _problem(self, scope: Scope) -> str | None:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._is_own(hosts[0]):
            return (
                "the address does not name this server; open the page at localhost, this "
                "machine's name or one of its IP addresses, with the port"
            )
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            return None
        if headers.getlist("origin") != [f"http://{hosts[0]}"]:
            return "the request comes from another site"
        return None

    def _is_own(self, host: str) -> bool:
        try:
            parts = urlsplit(f"//{host}")
            if (parts.port or _PORT_OF_HTTP) != self._port:
                return False
            return parts.hostname in self._names or bool(ipaddress.ip_address(parts.hostname or ""))
        except ValueError:  # The host is neither a known name nor an address.
            return False


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
        self._deadline.cancel()
        self._wait()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
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
