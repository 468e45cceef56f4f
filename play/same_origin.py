"""Protection from other sites: requests must name this server and come from its own pages."""

import ipaddress
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

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
