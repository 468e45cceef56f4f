"""Run a command of hofspiele in which one write is disturbed, so that trials can be repeated.

usage: python -m tests.hostile.writes FOLDER AT DEED COMMAND [ARGUMENT …]

Writes are counted from 0, just before a path in FOLDER is created, opened for writing, renamed or
removed. At write number AT, DEED happens: a signal (SIGKILL), or an error (ENOSPC), which also
happens at all later writes. The command prints the number of its writes as the last line.
"""

import errno
import os
import signal
import sys
from typing import Any

from hofspiele.console.__main__ import main

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT


class Writes:
    """The writes of this process in `folder`, of which one is disturbed.

    Attributes:
        number: number of writes so far.
    """

    def __init__(self, folder: str, at: int, deed: str):
        self._folder, self._at, self._deed = folder, at, deed
        self.number = 0
        sys.addaudithook(self._listen)

    def _listen(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event not in ("open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.truncate"):
            return
        if event == "open" and not (isinstance(arguments[2], int) and arguments[2] & _WRITES):
            return
        path = arguments[0]
        if isinstance(path, str | os.PathLike) and os.fspath(path).startswith(self._folder):
            at, self.number = self.number, self.number + 1
            if self._deed.startswith("SIG") and at == self._at:
                signal.raise_signal(signal.Signals[self._deed])
            elif self._deed.startswith("E") and at >= self._at:
                number = getattr(errno, self._deed)
                raise OSError(number, os.strerror(number))


if __name__ == "__main__":
    folder, at, deed, *sys.argv[1:] = sys.argv[1:]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    writes = Writes(folder, int(at), deed)
    status = main()
    print(writes.number)
    sys.exit(status)
