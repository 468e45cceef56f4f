"""Folders of results, which can be resumed only with unchanged settings."""

import json
from collections.abc import Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from textwrap import shorten
from typing import Any

from filelock import FileLock

from hofspiele.training.files.lock import is_unused, lock_folder
from hofspiele.training.files.read_write import read_json, write_json

# Maximum number of characters of a setting in messages.
_WIDTH = 300


def results_folder(results: str | None, name: str) -> Path:
    """Return the folder `results`; if it is None, return a new path with `name` and the time."""
    if results is not None:
        return Path(results)
    return Path("results") / f"{name}-{start_time()}"


def start_time() -> str:
    """Return the time in milliseconds, for names of folders of commands that start together."""
    return f"{datetime.now():%Y%m%d-%H%M%S-%f}"[:-3]


def open_resumable_folder(
    file: Path,
    settings: Mapping[str, Any],
    name: str,
    what: str,
    uncompared: Mapping[str, Any] | None = None,
) -> AbstractContextManager[FileLock]:
    """Lock the folder of `file`, which is created if it is missing, and return the lock.

    If there is no `file`, writes the `settings` that determine the results, and `uncompared` values
    to it; otherwise compares the settings with its content. In messages, `name` is the setting of
    the folder, and `what` the kind of results, for example "a tournament".

    Raises:
        ValueError: the folder contains results with other settings or other files, or another
            process uses it.
    """
    path = file.parent
    if not file.is_file() and not is_unused(path):
        raise ValueError(
            f"{name} is {path}, expected a new or empty folder, or the folder of {what}"
        )
    lock = lock_folder(path, name)
    if not file.is_file():
        write_json(file, {**settings, **(uncompared or {})})
        return lock
    found = read_json(file, f"; choose another {name}=FOLDER")
    check_unchanged(settings, found, str(path), f"another {name}=FOLDER")
    return lock


def check_unchanged(
    settings: Mapping[str, Any], found: Mapping[str, Any], what: str, remedy: str
) -> None:
    """Raise ValueError naming the first of `settings` that differs in `found`, and both values.

    `what` was started with `found`, and `remedy` is an alternative to the earlier value.
    """
    for key, value in settings.items():
        # The order of agents matters; JSON keeps it, but dictionaries are equal in any order.
        if json.dumps(value) != json.dumps(found.get(key)):
            changed, now, before = _difference(key, value, found.get(key))
            advice = "restore the file" if "sha256" in changed else "use that value"
            raise ValueError(
                f"{changed} is {now}, but {what} was started with {changed} {before}; {advice}, or "
                f"{remedy}"
            )


def _difference(name: str, now: Any, before: Any) -> tuple[str, str, str]:
    """Return the dotted name and both values, in JSON, of the first difference of two settings."""
    if isinstance(now, dict) and isinstance(before, dict):
        if list(now) != list(before):
            return _difference(name, list(now), list(before))
        for key, value in now.items():
            if json.dumps(value) != json.dumps(before[key]):
                return _difference(f"{name}.{key}", value, before[key])
    return name, shorten(json.dumps(now), _WIDTH), shorten(json.dumps(before), _WIDTH)
