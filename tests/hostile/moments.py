"""What happens at a certain write of a process: the same moment again and again."""

import errno
import os
import shutil
import signal
import sys
from pathlib import Path
from typing import Any, NamedTuple

_AUDITED = {"open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.truncate"}
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT


class Moment(NamedTuple):
    """Before the `at`-th file below `folder` is opened for writing, made, renamed or removed.

    What C++ writes is not counted, as the files of `torch.save`; what becomes of these is.

    Attributes:
        folder: absolute path.
        at: from 0 on; -1 for never.
        deed: a signal's name, an error's name as ``ENOSPC``, or ``vanish``: the folder is gone.
        lasts: an error comes at all that follow, too.
        count: file to count all writes in, if it is given.
    """

    folder: str
    at: int = -1
    deed: str = "SIGKILL"
    lasts: bool = False
    count: str | None = None

    def wait_for(self) -> None:
        """From now on, in this process."""
        counted = 0
        is_over = False

        def hook(event: str, arguments: tuple[Any, ...]) -> None:
            nonlocal counted, is_over
            if is_over or event not in _AUDITED or not self._is_write(event, arguments):
                return
            counted += 1
            is_over = True
            if self.count is not None:
                Path(self.count).write_text(str(counted))
            due = counted - 1 == self.at
            if not due or self.lasts or self.count is not None:
                is_over = False
            if due or (self.lasts and 0 <= self.at < counted):
                self._do()

        sys.addaudithook(hook)

    def _is_write(self, event: str, arguments: tuple[Any, ...]) -> bool:
        path = arguments[0]
        if event == "open" and not (isinstance(arguments[2], int) and arguments[2] & _WRITES):
            return False
        if not isinstance(path, str | bytes | os.PathLike):
            return False
        path = os.fsdecode(path)
        if not Path(
            path
        ).is_absolute():  # what `shutil.rmtree` removes, within a folder that is open
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
