"""The server process: its address, limits on clients, log and shutdown."""

import asyncio
import ipaddress
import logging
import socket
import time
import webbrowser
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import TextIO

import uvicorn

from hofspiele.envs.core.checks import escaped
from hofspiele.play.agent_catalog import AgentCatalog
from hofspiele.play.app import MOST_SOCKETS, make_app
from hofspiele.play.protection import MOST_REQUESTS, RequestProtocol, SocketProtocol
from hofspiele.play.settings import Serve
from hofspiele.play.table_manager import TableManager

try:
    import resource
except ModuleNotFoundError:  # Windows lacks this module.
    resource = None  # type: ignore[assignment]

# Seconds within which open connections must end after the request to stop.
_END_SECONDS = 2
_BACKLOG = 1024
# Number of connections that are accepted in one turn of the event loop. When no more files can be
# opened, asyncio makes this number of attempts in each turn and logs a traceback for each.
_AT_ONCE = 1
# Seconds within which a client must receive what was sent.
_UNREAD_SECONDS = 30
# Number of open files for processes, tables and libraries, in addition to the connections.
_OTHER_FILES = 200
# Maximum size of a browser's message in bytes.
_LONGEST_MESSAGE = 4096
# An address for documentation (RFC 5737). Nothing is sent to it.
_ELSEWHERE = ("192.0.2.1", 9)
# Minimum number of seconds between two equal messages; maximum number of messages to remember.
_REPEAT_SECONDS = 60.0
_MOST_REMEMBERED = 1000


class TerminalHandler(logging.StreamHandler[TextIO]):
    """Writes messages to stderr, escaped because they may quote text from clients."""

    def __init__(self) -> None:
        super().__init__()
        self._written: dict[int, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether no equal message was written recently; repetitions could fill the disk."""
        now, message = time.monotonic(), hash(record.getMessage())
        if now - self._written.get(message, -_REPEAT_SECONDS) < _REPEAT_SECONDS:
            return False
        if len(self._written) >= _MOST_REMEMBERED:
            self._written.clear()
        self._written[message] = now
        return True

    def format(self, record: logging.LogRecord) -> str:
        return escaped(super().format(record))


def address_for_others(host: str, port: int) -> str | None:
    """Return the URL at which other machines reach a server, or None if they can't."""
    named = {"localhost": "127.0.0.1", "": "0.0.0.0", "0": "0.0.0.0"}
    with suppress(ValueError):  # Other names stay as they are.
        ip = ipaddress.ip_address(named.get(host.lower(), host))
        if ip.is_loopback:
            return None
        if ip.is_unspecified:
            return url(_network_host(), port)
    return url(host, port)


def url(host: str, port: int) -> str:
    """Return the URL of a server."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _network_host() -> str:
    """Return this machine's address in its network, or its name if it has no network."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_ELSEWHERE)  # Connecting a datagram socket only chooses the interface.
        return str(probe.getsockname()[0])
    return socket.gethostname()


def serve(settings: Serve) -> None:
    """Serve until Ctrl-C or SIGTERM.

    Raise OSError if the address can't be used, or OSError or ValueError as `make_server` does.
    """
    logging.getLogger().addHandler(TerminalHandler())
    _allow_files(MOST_SOCKETS + MOST_REQUESTS + _OTHER_FILES)
    with listen(settings.host, settings.port) as listening:
        make_server(settings, listening).run(sockets=[listening])


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at this address; raise OSError if that is not possible."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=_BACKLOG)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # The system closes connections whose client does not receive what was sent.
            milliseconds = 1000 * _UNREAD_SECONDS
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)
        return listening
    except (OSError, OverflowError, UnicodeError) as error:
        raise OSError(
            f"can't serve on {host} port {port}: {error}; choose another host= or port="
        ) from error


def _allow_files(number: int) -> None:
    """Raise the limit on open files and connections to `number`, or as far as the system allows."""
    if resource is None:
        return
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed < number:
        wanted = number if most == resource.RLIM_INFINITY else min(number, most)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def make_server(settings: Serve, listening: socket.socket) -> uvicorn.Server:
    """Return the server for a listening socket.

    Raise OSError or ValueError if its file of tables can't be used or an agent is unknown.
    """
    port = listening.getsockname()[1]
    networks = tuple(settings.networks)
    agents = AgentCatalog(
        Path(settings.agents), settings.also, trust=settings.trust, networks=networks
    )
    away_seconds = 3600 * settings.away_hours
    manager = TableManager(Path(settings.folder), agents, settings.think_seconds, away_seconds)
    config = uvicorn.Config(
        make_app(manager, settings.host, port, address_for_others(settings.host, port)),
        lifespan="on",
        log_level="warning",
        http=RequestProtocol,
        ws=SocketProtocol,
        log_config=None,
        backlog=_AT_ONCE,
        ws_max_size=_LONGEST_MESSAGE,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=_END_SECONDS,
    )
    return _Server(config, settings, port)


class _Server(uvicorn.Server):
    """A server that prints its address, and may open a browser, once it listens."""

    def __init__(self, config: uvicorn.Config, settings: Serve, port: int):
        super().__init__(config)
        self._settings = settings
        self._others = address_for_others(settings.host, port)
        self._address = self._others or url(settings.host, port)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.should_exit:
            return
        for listening in sockets or ():
            listening.listen(_BACKLOG)  # Uvicorn has set the backlog to _AT_ONCE.
        print(
            f"open {self._address} (tables are saved in {self._settings.folder}); press Ctrl-C to "
            "stop the server",
            flush=True,
        )
        if self._others:
            print(
                "warning: anyone on this network can use this page, open tables, watch games, "
                "and make agents compute on this machine; the connection is not "
                "encrypted, so seat links and hands can be read in transit",
                flush=True,
            )
        if self._settings.open:
            await asyncio.to_thread(webbrowser.open, self._address)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # The first Ctrl-C stops the server within seconds; a second one would only add a traceback.
        if not self.should_exit:
            super().handle_exit(sig, frame)
