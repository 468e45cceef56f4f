"""Protection from other sites: requests must name this server, and come from its own pages."""

import ipaddress
import socket
from collections.abc import MutableMapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
_PORT_OF_HTTP = 80


class SameOriginMiddleware:
    """Middleware that refuses requests of other sites and adds security headers.

    The names of this server are IP addresses, localhost and the machine's name, with its port. A
    site whose own name points here (DNS rebinding) uses none of them.

    Args:
        app: the application that answers allowed requests.
        port: the server's port.
    """

    def __init__(self, app: ASGIApp, port: int):
        self._app = app
        self._port = port
        own = socket.gethostname().lower()
        self._names = {"localhost", own, f"{own}.local"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        app, problem = self._app, self._problem(scope)
        if problem is not None:
            if scope["type"] == "websocket":
                await receive()
                # The server turns this into status 403.
                await send({"type": "websocket.close", "code": 1008, "reason": problem})
                return
            app = PlainTextResponse(f"{problem}\n", status_code=403)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(message)
            await send(message)

        await app(scope, receive, send_with_headers)

    def _problem(self, scope: Scope) -> str | None:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._is_own(hosts[0]):
            return (
                "Host is not a name of this server; use its IP address or localhost, and its port"
            )
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            return None
        origins = headers.getlist("origin")
        if origins != [f"http://{hosts[0]}"]:
            return "Origin is another site, expected this server"
        return None

    def _is_own(self, authority: str) -> bool:
        name, colon, port = authority.rpartition(":")
        if not colon or port.endswith("]"):
            name, port = authority, str(_PORT_OF_HTTP)
        if port != str(self._port):
            return False
        return name.lower() in self._names or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        if name.startswith("[") and name.endswith("]"):
            ipaddress.IPv6Address(name[1:-1])
        else:
            ipaddress.IPv4Address(name)
    except ValueError:
        return False
    return True


def _add_headers(message: MutableMapping[str, Any]) -> None:
    headers = MutableHeaders(raw=message["headers"])
    for name, value in _HEADERS.items():
        headers[name] = value
