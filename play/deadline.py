"""Deadlines that leave clients their whole time even if this process is busy."""

import asyncio
from collections.abc import Callable

_PARTS = 20


class Deadline:
    """A deadline that is waited for in parts, each of them at least one turn of the event loop.

    A busy loop delays the parts but skips none, so that it reads whatever has arrived in the
    meantime before the last part ends. No client is late because this process was slow to read.

    Args:
        seconds: the time from now on.
        passed: called once the time is over.
    """

    def __init__(self, seconds: float, passed: Callable[[], None]):
        self._part_seconds = seconds / _PARTS
        self._passed = passed
        self._left = _PARTS
        self._wait()

    def cancel(self) -> None:
        """Stop waiting."""
        self._timer.cancel()

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._part_seconds, self._end_part)

    def _end_part(self) -> None:
        self._left -= 1
        if self._left:
            self._wait()
        else:
            self._passed()
