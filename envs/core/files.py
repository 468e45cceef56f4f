"""Files that are replaced whole or not at all."""

import contextlib
import os
import threading
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A temporary path beside `path` to write to; it becomes `path` only if nothing went wrong."""
    path = Path(path)
    temporary = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.tmp")
    try:
        yield temporary
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Put `content` in the place of what is at `path`, in a folder that is made if need be."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as temporary:
        temporary.write_bytes(content)
