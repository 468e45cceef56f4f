"""Functions that worker processes call in tests.

This module imports little, so that these processes start fast.
"""

import gc
import os
import socket
import time
from pathlib import Path


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def fail() -> None:
    raise KeyError("no such card")


class TrapError(Exception):
    """An error that raises another one when it is unpickled or converted to text."""

    def __reduce__(self):
        return fail, ()

    def __str__(self):
        raise self


def raise_trap() -> None:
    raise TrapError


def send_garbage(garbage: bytes) -> float:
    """Send `garbage` to the server before the answer."""
    (ours,) = (one for one in gc.get_objects() if isinstance(one, socket.socket))
    ours.sendall(garbage)
    return 0.0


def write_process(folder: Path) -> None:
    (folder / str(os.getpid())).touch()
