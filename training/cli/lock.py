"""A folder that one process at a time works in, and what a killed one leaves there."""

import shutil
from collections.abc import Container
from pathlib import Path

from filelock import AcquireReturnProxy, FileLock, Timeout

_LOCK = ".lock"
# of files and folders that are not whole yet
_TEMPORARY = ".*.tmp"


def lock_folder(path: Path, name: str = "results") -> AcquireReturnProxy:
    """Keep other processes out of a folder as long as what is returned lives.

    It is made if there is none; what a killed process has left half-written is removed.

    Args:
        path: of the folder.
        name: of the value that names it, for errors.

    Raises:
        ValueError: another process works there, or it can't be made or written to.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path / _LOCK).acquire(timeout=0)
    except Timeout:
        raise ValueError(
            f"{path}: another process works there; wait for it, or stop it first"
        ) from None
    except OSError as error:
        raise ValueError(
            f"{path} can't be made or written to: {error.strerror}; choose another {name}=…"
        ) from None
    clear(path)
    return lock


def clear(path: Path) -> None:
    """Remove half-written files and folders from a folder that nobody else writes to."""
    for left in path.glob(_TEMPORARY):
        if left.is_dir():
            shutil.rmtree(left, ignore_errors=True)
        else:
            left.unlink(missing_ok=True)


def is_unused(path: Path, but: Container[str] = ()) -> bool:
    """Whether nothing is in a folder but what a process has left that was killed at its start.

    Args:
        path: of the folder, which need not be there.
        but: names of files that such a process may have written.
    """
    if not path.exists():
        return True
    return path.is_dir() and all(
        left.name == _LOCK or left.match(_TEMPORARY) or left.name in but for left in path.iterdir()
    )
