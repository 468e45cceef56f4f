"""Replacing files atomically: after a failure, the file still has its old content."""

import contextlib
import errno
import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a temporary file; then rename it to `path`, or delete it after an exception.

    The permissions of an existing file are kept. Raise OSError, naming `path`, if writing fails, or
    `check_replaceable` raises it.
    """
    path = Path(path)
    temporary = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.tmp")
    check_replaceable(path)
    try:
        mode = path.stat().st_mode & 0o777 if path.is_file() else 0o666
        # While it is written, the file needs permissions that an old file may lack.
        os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode | 0o600))
        yield temporary
        if path.is_file():
            with contextlib.suppress(OSError):  # Some file systems have no permissions.
                shutil.copymode(path, temporary)
        temporary.replace(path)
    except BaseException as error:
        with contextlib.suppress(OSError):  # The first error is more useful.
            temporary.unlink()
        if isinstance(error, OSError) and error.filename == str(temporary):
            # The message names the user's file instead of the temporary file.
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise


def check_replaceable(path: Path) -> None:
    """Raise OSError if `path` is a symlink, a device or a pipe.

    Replacing ``/dev/stdout`` would break other programs, and folders from other people may contain
    symlinks to files elsewhere.
    """
    special = path.exists() and not path.is_file() and not path.is_dir()
    if path.is_symlink() or special:
        kind = "device or pipe" if special else "symlink"
        message = f"this is a {kind}, expected a regular file or a new path"
        raise OSError(errno.EINVAL, message, str(path))


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write `content` to a file atomically, and create its folder if necessary."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as temporary:
        temporary.write_bytes(content)
