"""Servers in this process and in other processes."""

import select
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from hofspiele.envs.core.registry import known_specs
from hofspiele.play.server import listen, make_server
from hofspiele.play.settings import Serve
from tests.tables.client import Address

# ``hofspiele`` in a process that loads games only when tables need them.
_COMMAND = """
import sys
from unittest.mock import patch
from hofspiele.console.__main__ import main
with patch("hofspiele.play.table_manager.known_specs", list):
    sys.exit(main())
"""


@contextmanager
def serving(
    folder: Path,
    agents: Path,
    think_seconds: float = 30,
    host: str = "127.0.0.1",
    load_games: bool = False,
    **others: Any,
) -> Iterator[Address]:
    """Run a server on a free port; `others` are further `Serve` settings.

    With `load_games`, every process first loads all games. This takes several seconds and is
    worthwhile only for servers that many tests share.
    """
    settings = Serve(
        0, host, str(folder), str(agents), open=False, think_seconds=think_seconds, **others
    )
    specs = known_specs if load_games else list
    with (
        listen(settings.host, settings.port) as listening,
        patch("hofspiele.play.table_manager.known_specs", specs),
    ):
        server = make_server(settings, listening)
        thread = threading.Thread(target=lambda: server.run(sockets=[listening]))
        thread.start()
        try:
            yield Address(listening.getsockname()[1])
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def running(folder: Path, *values: str) -> Iterator[tuple[Address, subprocess.Popen[str]]]:
    """Run ``hofspiele serve`` in another process, which is killed at the end."""
    command = [
        sys.executable, "-c", _COMMAND, "serve", "open=false", f"folder={folder}",
        f"agents={folder}",
    ]  # fmt: skip
    if not any(value.startswith("port=") for value in values):
        values = (*values, "port=0")
    process = subprocess.Popen(
        [*command, *values], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        ready, _, _ = select.select([process.stdout], [], [], 60)
        line = process.stdout.readline() if ready else "the server printed nothing"
        assert "http://127.0.0.1:" in line, line
        yield Address(int(line.split("http://127.0.0.1:")[1].split("/")[0])), process
    finally:
        process.kill()
        process.communicate()
