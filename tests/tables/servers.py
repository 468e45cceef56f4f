"""Servers in this process."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hofspiele.play.serving import Serving, listen, make_server
from tests.tables.browser import Address


@contextmanager
def serving(folder: Path, agents: Path, think_seconds: float = 30) -> Iterator[Address]:
    """A server on a free port."""
    wish = Serving("127.0.0.1", 0, folder, agents, False, think_seconds)
    with listen(wish.host, wish.port) as listening:
        server = make_server(wish, listening)
        thread = threading.Thread(target=lambda: server.run(sockets=[listening]))
        thread.start()
        try:
            yield Address(listening.getsockname()[1])
        finally:
            server.should_exit = True
            thread.join()
