"""A progress line on the terminal while the rules of a game are compiled."""

import sys
import time
from typing import Any

from numba.core import event

# Seconds of compiling after which the line appears, to show that the program does not hang.
PATIENCE_S = 2.0

_ERASE_LINE = "\r\x1b[K"


class Progress(event.Listener):
    """A listener for Numba's compile events, which nest: compiling a caller compiles callees.

    It counts only our kernels, whose dispatchers have the attribute `kernel`, and only those that
    this process compiles.
    """

    def __init__(self) -> None:
        self._depth = 0
        self._started = 0.0
        self._seconds_before = 0.0
        self._compiled = 0
        self._is_shown = False

    def on_start(self, event: Any) -> None:
        dispatcher = event.data["dispatcher"]
        if not hasattr(dispatcher, "kernel"):
            return
        if self._depth == 0:
            self._started = time.monotonic()
        self._depth += 1
        self._show(is_kept=bool(dispatcher.stats.cache_path))

    def on_end(self, event: Any) -> None:
        if not hasattr(event.data["dispatcher"], "kernel"):
            return
        self._depth -= 1
        self._compiled += 1
        if self._depth == 0:
            self._seconds_before = self._seconds()
            if self._is_shown:
                self._is_shown = False
                print(_ERASE_LINE, end="", file=sys.stderr, flush=True)

    def _seconds(self) -> float:
        """Return the number of seconds that this process has spent compiling kernels."""
        return self._seconds_before + time.monotonic() - self._started

    def _show(self, *, is_kept: bool) -> None:
        if self._seconds() < PATIENCE_S or sys.stderr is None or not sys.stderr.isatty():
            return
        self._is_shown = True
        kept = " (cached for later runs)" if is_kept else ""
        progress = f"functions compiled: {self._compiled} ({self._seconds():.0f} s)"
        line = f"{_ERASE_LINE}hofspiele: compiling the rules{kept}: {progress}"
        print(line, end="", file=sys.stderr, flush=True)
