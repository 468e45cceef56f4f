"""Deadlines for what others owe, to which delays of our own add little."""

import asyncio
from collections.abc import Callable

_PARTS = 20


class Deadline:
    """A deadline that is kept in parts, each of them a turn of the event loop at least.

    A loop that is busy is late for a part, but does not skip any: whatever has come meanwhile is
    read before the last one ends. So nobody is late because this process was slow to listen.

    Args:
        seconds: from now.
        late: called once they have passed.
    """

    def __init__(self, seconds: float, late: Callable[[], None]):
        self._part_seconds = seconds / _PARTS
        self._late = late
        self._left = _PARTS
        self._wait()

    def end(self) -> None:
        """Wait no longer."""
        self._timer.cancel()

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._part_seconds, self._go_on)

    def _go_on(self) -> None:
        self._left -= 1
        if self._left:
            self._wait()
        else:
            self._late()
