"""A folder whose results can be resumed with the settings that they were started with."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from filelock import AcquireReturnProxy, FileLock

from hofspiele.envs.core.checks import shown
from hofspiele.training.cli.files import read_json, write_file
from hofspiele.training.cli.lock import is_unused, lock_folder


def open_resumable_folder(
    file: Path,
    settings: Mapping[str, Any],
    name: str,
    what: str,
    beside: Mapping[str, Any] | None = None,
) -> AcquireReturnProxy[FileLock]:
    """Lock the folder of `file` while the returned object lives, and store or compare the settings.

    Args:
        file: the file of the settings; its folder is made if it is missing.
        settings: everything that determines the results, JSON-ready.
        name: the name of the option that gives the folder, for errors.
        what: a phrase for the folder's content, as "a tournament".
        beside: more values to write, which are not compared.

    Raises:
        ValueError: the folder has results of other settings or something else, or another process
            uses it.
    """
    path = file.parent
    if not file.is_file() and not is_unused(path):
        raise ValueError(
            f"{name} is {path}, which is in use for something else; expected a new or empty "
            f"folder, or {what}'s"
        )
    lock = lock_folder(path, name)
    if not file.is_file():
        write_file(file, json.dumps({**settings, **(beside or {})}, indent=2) + "\n")
        return lock
    found = read_json(file, f"; choose other {name}=FOLDER")
    for key, value in settings.items():
        # Settings are compared as text, so that the order of agents counts.
        if json.dumps(found.get(key)) != json.dumps(value):
            raise ValueError(
                f"{file}: {key} is {shown(found.get(key))}, expected {value}; "
                f"give the same as at its start, or choose another {name}=FOLDER"
            )
    return lock
