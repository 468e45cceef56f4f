"""A folder that one process at a time works in."""

from pathlib import Path

from filelock import AcquireReturnProxy, FileLock, Timeout

FILE_NAME = ".lock"


def lock_folder(path: Path) -> AcquireReturnProxy:
    """Keep other processes out as long as what is returned lives; ValueError if one is there."""
    try:
        return FileLock(path / FILE_NAME).acquire(timeout=0)
    except Timeout:
        raise ValueError(
            f"{path}: another process works there; wait for it, or stop it first"
        ) from None
