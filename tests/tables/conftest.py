import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from hofspiele.play.serving import Serving, listen, make_server
from tests.tables.browser import Address


@pytest.fixture(scope="session")
def play_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server keeps its tables."""
    return tmp_path_factory.mktemp("play")


@pytest.fixture(scope="session")
def server(play_folder: Path) -> Iterator[Address]:
    """A server on this machine, the same for all tests."""
    wish = Serving("127.0.0.1", 0, play_folder, play_folder, open_browser=False, think_seconds=30)
    with listen(wish.host, wish.port) as listening:
        serving = make_server(wish, listening)
        thread = threading.Thread(target=lambda: serving.run(sockets=[listening]))
        thread.start()
        yield Address(listening.getsockname()[1])
        serving.should_exit = True
        thread.join()
