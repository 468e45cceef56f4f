"""Locking folders, and removing unfinished files of killed processes."""

import shutil
from collections.abc import Container
from contextlib import AbstractContextManager
from pathlib import Path

from filelock import FileLock, Timeout

_LOCK = ".lock"
# A pattern for the names of unfinished files and folders.
_TEMPORARY = ".*.tmp"


def lock_folder(path: Path, name: str = "results") -> AbstractContextManager[FileLock]:
    """Create, clear and lock the folder `path`, the value of the setting `name`.

    It stays locked while the returned object exists.

    Raises:
        ValueError: another process uses the folder, it can't be created or written to, or it
            contains a symlink, pipe or device.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        _check_files(path)
        lock = FileLock(path / _LOCK).acquire(timeout=0)
    except Timeout:
        raise ValueError(
            f"{path} is in use by another process; wait for it, or stop it first"
        ) from None
    except OSError as error:
        raise ValueError(
            f"{path} can't be created or written to: {error.strerror}; choose another {name}=…"
        ) from None
    clear(path)
    return lock


def _check_files(path: Path) -> None:
    # Through symlinks in a folder from somebody else, commands would change files elsewhere.
    # Reading a pipe could block forever.
    for entry in sorted(path.rglob("*")):
        if entry.is_symlink() or not (entry.is_file() or entry.is_dir()):
            kind = "symlink" if entry.is_symlink() else "pipe or device"
            raise ValueError(f"{entry} is a {kind}, expected a file or folder; remove it")


def clear(path: Path) -> None:
    """Remove unfinished files and folders from `path`, which no other process may use."""
    for left in path.glob(_TEMPORARY):
        if left.is_dir():
            shutil.rmtree(left, ignore_errors=True)
        else:
            left.unlink(missing_ok=True)


def is_unused(path: Path, ignored: Container[str] = ()) -> bool:
    """Return whether `path` is missing, or holds only a lock and unfinished or `ignored` files."""
    if not path.exists():
        return True
    return path.is_dir() and all(
        left.name == _LOCK or left.match(_TEMPORARY) or left.name in ignored
        for left in path.iterdir()
    )
