"""The server as a process: its address, what it says, its end."""

import asyncio
import os
import socket
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import uvicorn

from hofspiele.play.agent_catalog import AgentCatalog
from hofspiele.play.app import MOST_SOCKETS, make_app
from hofspiele.play.log import log_to_terminal
from hofspiele.play.messages import LONGEST_MESSAGE
from hofspiele.play.protocols import MOST_REQUESTS, RequestProtocol, SocketProtocol
from hofspiele.play.table_manager import TableManager

try:
    import resource
except ModuleNotFoundError:  # not POSIX
    resource = None  # type: ignore[assignment]

_LOOPBACK = ("127.0.0.1", "::1", "localhost")
# seconds after which browsers that keep talking are left alone
_END_SECONDS = 2
_BACKLOG = 1024
# connections that are accepted in a turn of the event loop; where no file can be opened any more,
# asyncio tries as often, with a traceback each time
_AT_ONCE = 1
# a client has for taking what it is sent
_UNREAD_SECONDS = 30
# open beside connections: of processes, tables, libraries
_OTHER_FILES = 200


class ServerOptions(NamedTuple):
    """How to serve, see ``hofspiele serve --help``."""

    host: str
    port: int
    folder: Path
    agents: Path
    open_browser: bool
    think_seconds: float
    also: Sequence[str] = ()
    trust: bool = False
    away_hours: float = 24.0


def serve(wish: ServerOptions) -> None:
    """Serve until Ctrl-C or SIGTERM.

    Raises:
        OSError: the address is in use or not of this machine, or the folder can't be written to.
        ValueError: another server runs on the folder, its tables can't be read, or there is no
            agent of a name.
    """
    log_to_terminal()
    _allow_files(MOST_SOCKETS + MOST_REQUESTS + _OTHER_FILES)
    with listen(wish.host, wish.port) as listening:
        make_server(wish, listening).run(sockets=[listening])


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; OSError if that is not possible."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=_BACKLOG)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # the system closes connections whose client does not take what it is sent
            milliseconds = 1000 * _UNREAD_SECONDS
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)
        return listening
    except (OSError, OverflowError, UnicodeError) as error:
        raise OSError(
            f"can't serve on {host} port {port}: {error}; choose others with host= and port="
        ) from error


def _allow_files(number: int) -> None:
    """Let this process have so many files and connections open, as far as the system allows it."""
    if resource is None:
        return
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed < number:
        wanted = number if most == resource.RLIM_INFINITY else min(number, most)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def make_server(wish: ServerOptions, listening: socket.socket) -> uvicorn.Server:
    """The server for a socket; ValueError and OSError as `serve`."""
    port = listening.getsockname()[1]
    processes = max(2, os.cpu_count() or 2)
    agents = AgentCatalog(wish.agents, wish.also, wish.trust)
    away_seconds = 3600 * wish.away_hours
    manager = TableManager(wish.folder, agents, wish.think_seconds, processes, away_seconds)
    config = uvicorn.Config(
        make_app(manager, port),
        lifespan="on",
        log_level="warning",
        http=RequestProtocol,
        ws=SocketProtocol,
        log_config=None,
        backlog=_AT_ONCE,
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,  # it would cost more time than the wire does
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=_END_SECONDS,
    )
    return _Server(config, wish, f"http://{_shown_host(wish.host)}:{port}/")


class _Server(uvicorn.Server):
    """Says where it is once it listens."""

    def __init__(self, config: uvicorn.Config, wish: ServerOptions, address: str):
        super().__init__(config)
        self._wish = wish
        self._address = address

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.should_exit:
            return
        for listening in sockets or ():
            listening.listen(_BACKLOG)  # uvicorn has made it as short as what is accepted at once
        print(f"the table is at {self._address} (Ctrl-C ends; tables are kept in "
              f"{self._wish.folder})", flush=True)  # fmt: skip
        if self._wish.host not in _LOOPBACK:
            print(
                "warning: everybody on this machine's network can open this page, begin tables, "
                "watch games without people, and let agents think here; what is sent is not "
                "encrypted, so who listens on the network reads links and hands",
                flush=True,
            )
        if self._wish.open_browser:
            await asyncio.to_thread(webbrowser.open, self._address)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # the first Ctrl-C ends all within seconds; a second would cut that short with a traceback
        if not self.should_exit:
            super().handle_exit(sig, frame)


def _shown_host(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host
