"""Folders for compiled kernels. Cached machine code runs, so nobody else may write to them."""

import functools
import hashlib
import logging
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from numba.misc.appdirs import user_cache_dir

_log = logging.getLogger("hofspiele")
# The reasons of earlier warnings.
_warned: set[str] = set()


@functools.cache
def cache_folder(source: str) -> Path | None:
    """Return the folder for the compiled kernels of a source file, or None if none can be used.

    It is in the folder that the environment variable ``NUMBA_CACHE_DIR`` names, next to the source
    or in the user's cache folder, in this order. Folders that cannot be written are passed over. So
    are folders to which other users could write, with one line in the log.

    Numba's own search would also use the folder that a file ``.numba_config.yaml`` in the working
    directory names, and such a file may come from somebody else.
    """
    if not Path(source).exists():  # Code that was typed at a prompt has no file.
        return None
    return next((folder for folder in _folders(source) if _is_usable(folder)), None)


def _folders(source: str) -> Iterator[Path]:
    """Yield all possible folders for a source file in order of preference."""
    parent = Path(source).absolute().parent
    # In folders for many packages, a digest tells apart those that have the same name.
    own = f"{parent.name}_{hashlib.sha1(str(parent).encode()).hexdigest()}"
    if named := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(named).absolute() / own
    yield parent / "__pycache__"
    yield Path(user_cache_dir("numba", appauthor=False)) / own


def _is_usable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
        return all(_is_safe(each) for each in (folder.parent, folder))
    except OSError:
        return False


def _is_safe(folder: Path) -> bool:
    """Return whether only root and this user can write to `folder`; log a line if others can."""
    status = folder.stat()
    if not hasattr(os, "geteuid"):  # Windows has other permissions.
        return True
    if status.st_uid not in (0, os.geteuid()):
        _warn(folder, f"it belongs to another user (ID {status.st_uid})")
    elif status.st_mode & stat.S_IWOTH:
        _warn(folder, "every user can write to it")
    else:
        return True
    return False


def _warn(folder: Path, reason: str) -> None:
    if reason not in _warned:  # The folders of a package usually have the same owner.
        _warned.add(reason)
        _log.warning("%s is not used as a cache of compiled code: %s", folder, reason)
