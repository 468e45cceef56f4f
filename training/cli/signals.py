"""Signals that end a command: Ctrl-C, SIGTERM (from job schedulers) and SIGHUP (from terminals)."""

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Any, NoReturn, Self

from hofspiele.envs.command_line.command import ending_signals

# Seconds until an ignored Ctrl-C is repeated. By then, the `__del__` method has ended.
_RETRY_S = 0.05


def handle_all_like_interruptions() -> None:
    """Let SIGTERM and the first SIGHUP raise KeyboardInterrupt unless they are ignored."""
    for number in ending_signals():
        is_hangup = number.name == "SIGHUP"
        signal.signal(number, _end_once if is_hangup else signal.default_int_handler)


def _end_once(number: int, frame: Any) -> NoReturn:
    """Raise KeyboardInterrupt, and ignore this signal from now on.

    The kernel and the shell may each send a SIGHUP when a terminal closes. The second must not
    interrupt the handling of the first.
    """
    signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


@contextlib.contextmanager
def ignored_interruptions_repeated() -> Iterator[None]:
    """Repeat Ctrl-C if it arrives in a `__del__` method, where Python ignores exceptions."""
    usual = sys.unraisablehook

    def repeat(ignored: Any) -> None:
        if issubclass(ignored.exc_type, KeyboardInterrupt):
            threading.Timer(_RETRY_S, signal.raise_signal, [signal.SIGINT]).start()
        else:
            usual(ignored)

    sys.unraisablehook = repeat
    try:
        yield
    finally:
        sys.unraisablehook = usual


class Interrupts:
    """A switch that delays `ending_signals` between `hold` and `release`, or in a `with` block.

    Python delivers signals only to the main thread. In other threads both methods do nothing.
    """

    def __init__(self) -> None:
        self._handlers: dict[signal.Signals, Any] = {}
        self._arrived: list[int] = []

    def hold(self) -> None:
        """Delay signals until `release`."""
        if threading.current_thread() is threading.main_thread():
            for number in ending_signals():
                self._handlers[number] = signal.signal(number, self._record)

    def release(self) -> None:
        """Restore the usual handlers, and deliver the first signal that arrived since `hold`."""
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        self._handlers.clear()
        arrived, self._arrived = self._arrived, []
        if not arrived:
            return
        handler = signal.getsignal(arrived[0])
        if callable(handler):
            # Ray's workers block Ctrl-C and simulate it, so a raised signal would not reach them.
            handler(arrived[0], None)
        else:
            signal.raise_signal(arrived[0])

    def __enter__(self) -> Self:
        self.hold()
        return self

    def __exit__(self, *error: object) -> None:
        self.release()

    def _record(self, number: int, frame: Any) -> None:
        self._arrived.append(number)
