"""Delay of interruptions until a step that must not be cut in two is finished."""

import signal
import threading
from typing import Any, Self

_WAITING = (signal.SIGINT, signal.SIGTERM)


class Interrupts:
    """A switch that holds Ctrl-C and SIGTERM back between `hold` and `release`.

    Python delivers signals to the main thread alone: in any other thread both methods do nothing.
    """

    def __init__(self) -> None:
        self._handlers: dict[signal.Signals, Any] = {}
        self._came: list[int] = []

    def hold(self) -> None:
        """Hold signals back until `release`."""
        if threading.current_thread() is threading.main_thread():
            for number in _WAITING:
                self._handlers[number] = signal.signal(number, self._record)

    def release(self) -> None:
        """Deliver the signals that arrived since `hold` to their usual handlers."""
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        self._handlers.clear()
        came, self._came = self._came, []
        if not came:
            return
        handler = signal.getsignal(came[0])
        if callable(handler):
            # A real signal would not arrive in Ray's workers, which block Ctrl-C and simulate it.
            handler(came[0], None)
        else:
            signal.raise_signal(came[0])

    def __enter__(self) -> Self:
        self.hold()
        return self

    def __exit__(self, *error: object) -> None:
        self.release()

    def _record(self, number: int, frame: Any) -> None:
        self._came.append(number)
