"""Replacing files atomically: after a failure, the file still has its old content."""

import contextlib
import os
import threading
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a temporary path; then rename the file to `path`, or delete it after an exception."""
    path = Path(path)
    temporary = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.tmp")
    try:
        yield temporary
        temporary.replace(path)
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename == str(temporary):
            # The message names the user's file instead of the temporary file.
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write `content` to a file atomically, and create its folder if necessary."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as temporary:
        temporary.write_bytes(content)
