"""Harmful events at a chosen write of a process, which can be repeated exactly."""

import contextlib
import errno
import os
import shutil
import signal
import sys
from pathlib import Path
from typing import Any, NamedTuple

_AUDITED = {"open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.truncate"}
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_EMPTYING = os.O_CREAT | os.O_TRUNC


class Moment(NamedTuple):
    """A harmful event just before a path is created, opened for writing, renamed or removed.

    A file opened with mode "w" counts twice: before it is opened, and when it is open and empty.
    Writes by C++ code such as pyarrow's are not counted, but renaming its files is.

    Attributes:
        folder: absolute path of the folder whose writes count.
        at: index of the write, from 0; -1 for no event.
        deed: name of a signal or an error (``ENOSPC``), or ``vanish`` to remove the folder.
        lasts: whether the event is repeated at all later writes.
        log: file that receives the name of each written file as a line, or None.
    """

    folder: str
    at: int = -1
    deed: str = "SIGKILL"
    lasts: bool = False
    log: str | None = None

    def wait_for(self) -> None:
        """Install an audit hook that counts the writes of this process and causes the event."""
        writes = 0
        is_paused = False  # The writes of the hook itself do not count.

        def come(path: Any) -> None:
            nonlocal writes
            at, writes = writes, writes + 1
            if self.log is not None:
                with Path(self.log).open("a") as log:
                    log.write(f"{Path(os.fsdecode(path)).name}\n")
            if at == self.at or (self.lasts and at > self.at):
                self._do()

        def hook(event: str, arguments: tuple[Any, ...]) -> None:
            nonlocal is_paused
            if is_paused or event not in _AUDITED or not self._is_write(event, arguments):
                return
            is_paused = True
            try:
                come(arguments[0])
                if event == "open" and arguments[2] & _EMPTYING == _EMPTYING:
                    with contextlib.suppress(OSError):  # Opening the file will raise the error.
                        os.close(os.open(arguments[0], os.O_WRONLY | _EMPTYING, 0o666))
                    come(arguments[0])
            finally:
                is_paused = False

        sys.addaudithook(hook)

    def _is_write(self, event: str, arguments: tuple[Any, ...]) -> bool:
        path = arguments[0]
        if event == "open" and not (isinstance(arguments[2], int) and arguments[2] & _WRITES):
            return False
        if not isinstance(path, str | bytes | os.PathLike):
            return False
        path = os.fsdecode(path)
        if not Path(path).is_absolute():
            # `shutil.rmtree` removes files by names relative to an open folder.
            return event in ("os.remove", "os.rmdir")
        return path.startswith(self.folder)

    def _do(self) -> None:
        if self.deed == "vanish":
            shutil.rmtree(self.folder, ignore_errors=True)
        elif self.deed.startswith("SIG"):
            signal.raise_signal(signal.Signals[self.deed])
        else:
            number = getattr(errno, self.deed)
            raise OSError(number, os.strerror(number))
