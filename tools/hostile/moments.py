"""What happens at a certain write of a process: the same moment again and again."""

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
_ANEW = os.O_CREAT | os.O_TRUNC


class Moment(NamedTuple):
    """Before the `at`-th file below `folder` is opened for writing, made, renamed or removed.

    A file that is rewritten counts twice: before, and when it is open and empty. What C++ writes
    is not counted, as the files of `torch.save`; what becomes of these is.

    Attributes:
        folder: absolute path.
        at: from 0 on; -1 for never.
        deed: a signal's name, an error's name as ``ENOSPC``, or ``vanish``: the folder is gone.
        lasts: an error comes at all that follow, too.
        log: file for a line with the name of each of these files, if it is given.
    """

    folder: str
    at: int = -1
    deed: str = "SIGKILL"
    lasts: bool = False
    log: str | None = None

    def wait_for(self) -> None:
        """Wait for the moment in this process."""
        counted = 0
        is_over = False

        def come(path: Any) -> None:
            nonlocal counted, is_over
            counted += 1
            is_over = True
            if self.log is not None:
                with Path(self.log).open("a") as log:
                    log.write(f"{Path(os.fsdecode(path)).name}\n")
            due = counted - 1 == self.at
            if not due or self.lasts or self.log is not None:
                is_over = False
            if due or (self.lasts and 0 <= self.at < counted):
                self._do()

        def hook(event: str, arguments: tuple[Any, ...]) -> None:
            nonlocal is_over
            if is_over or event not in _AUDITED or not self._is_write(event, arguments):
                return
            come(arguments[0])
            if not is_over and event == "open" and arguments[2] & _ANEW == _ANEW:
                is_over = True  # not of what is opened here
                _empty(arguments[0])
                is_over = False
                come(arguments[0])

        sys.addaudithook(hook)

    def _is_write(self, event: str, arguments: tuple[Any, ...]) -> bool:
        path = arguments[0]
        if event == "open" and not (isinstance(arguments[2], int) and arguments[2] & _WRITES):
            return False
        if not isinstance(path, str | bytes | os.PathLike):
            return False
        path = os.fsdecode(path)
        if not Path(path).is_absolute():
            # `shutil.rmtree` removes names within a folder that is open.
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


def _empty(path: Any) -> None:
    """Do what opening a file for writing does, if possible."""
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | _ANEW, 0o666))
