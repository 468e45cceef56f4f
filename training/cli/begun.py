"""A folder with results that are gone on with, by the settings that they were begun with."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from filelock import AcquireReturnProxy

from hofspiele.envs.core.checks import shown
from hofspiele.training.cli.files import read_json, write_file
from hofspiele.training.cli.lock import is_unused, lock_folder


def begin_or_go_on(
    file: Path,
    settings: Mapping[str, Any],
    name: str,
    what: str,
    beside: Mapping[str, Any] | None = None,
    formerly: Mapping[str, Any] | None = None,
) -> AcquireReturnProxy:
    """Keep other processes out of the folder of `file`, and settings in it, as long as it lives.

    Args:
        file: of the settings; the folder is made if there is none.
        settings: all that the results follow from, JSON-ready.
        name: of the value that names the folder, for errors.
        what: is in it, as "a tournament".
        beside: written too, but not compared.
        formerly: what files of older versions left out.

    Raises:
        ValueError: the folder has results of other settings, or is used for something else, or by
            another process.
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
    found = {**(formerly or {}), **read_json(file, f"; choose other {name}=FOLDER")}
    for key, value in settings.items():
        # as text, in which the order of agents counts
        if json.dumps(found.get(key)) != json.dumps(value):
            raise ValueError(
                f"{file}: {key} is {shown(found.get(key))}, expected {value}; "
                f"give the same as when it was begun, or choose other {name}=FOLDER"
            )
    return lock
