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
# The problems that have been logged.
_reported: set[str] = set()


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
    """Return whether this user, but no other except root, can write to `folder`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
        found = [(each, problem) for each in (folder.parent, folder) if (problem := _problem(each))]
    except OSError:
        return False
    for each, problem in found:
        if problem not in _reported:  # The folders of a package usually have the same owner.
            _reported.add(problem)
            _log.warning("%s is not used as a cache of compiled code: %s", each, problem)
    return not found


def _problem(folder: Path) -> str:
    status = folder.stat()
    if not hasattr(os, "geteuid"):  # Windows has other permissions.
        return ""
    if status.st_uid not in (0, os.geteuid()):
        return f"it belongs to another user (ID {status.st_uid})"
    return "every user can write to it" if status.st_mode & stat.S_IWOTH else ""
