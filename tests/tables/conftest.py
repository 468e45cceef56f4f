from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tables.client import Address
from tests.tables.servers import serving


@pytest.fixture
def anyio_backend() -> str:
    """Return the event loop of coroutine tests."""
    return "asyncio"


@pytest.fixture(scope="session")
def play_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the shared server's tables."""
    return tmp_path_factory.mktemp("play")


@pytest.fixture(scope="session")
def server(play_folder: Path) -> Iterator[Address]:
    """Run a server that all tests share."""
    with serving(play_folder, play_folder, load_games=True) as address:
        yield address
