"""Locks on folders, and the removal of files that killed processes left unfinished."""

import shutil
from collections.abc import Container
from pathlib import Path

from filelock import AcquireReturnProxy, FileLock, Timeout

_LOCK = ".lock"
# The suffix of unfinished files and folders.
_TEMPORARY = ".*.tmp"


def lock_folder(path: Path, name: str = "results") -> AcquireReturnProxy[FileLock]:
    """Lock a folder, given by the option `name`, as long as the returned object lives.

    The folder is made if it is missing; unfinished files of a killed process are removed.

    Raises:
        ValueError: another process works there, or the folder cannot be made or written to.
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
    """Remove unfinished files and folders; no other process may use the folder."""
    for left in path.glob(_TEMPORARY):
        if left.is_dir():
            shutil.rmtree(left, ignore_errors=True)
        else:
            left.unlink(missing_ok=True)


def is_unused(path: Path, but: Container[str] = ()) -> bool:
    """Return whether a folder is missing, or has only unfinished files and those named in `but`."""
    if not path.exists():
        return True
    return path.is_dir() and all(
        left.name == _LOCK or left.match(_TEMPORARY) or left.name in but for left in path.iterdir()
    )
