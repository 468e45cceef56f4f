"""Objects that the user names as ``module:name``, which are imported.

Importing runs code: only names that the user has written are imported, never names that were read
from a file or sent by somebody else.
"""

import importlib
import re
import sys
from pathlib import Path
from typing import Any


def is_own_name(name: Any) -> bool:
    """Return whether it is of the form ``module:name``, dots allowed in both."""
    return isinstance(name, str) and re.fullmatch(r"[^\W\d][\w.]*:[^\W\d][\w.]*", name) is not None


def import_named(what: str, name: str) -> Any:
    """Return the object ``module:name``; the module may lie in the working directory.

    Args:
        what: the object is, for messages: "agent", "game".
        name: of the form that `is_own_name` asks for.

    Raises:
        ValueError: there is no such module or name, or importing it fails.
    """
    module_name, _, attribute = name.partition(":")
    folder = str(Path.cwd())
    if not {"", folder} & set(sys.path):
        sys.path.append(folder)  # Python has it only where it is called with -m
    try:
        found: Any = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        raise ValueError(
            f"{what} {name}: there is no module {error.name!r} in {folder} or on Python's path"
        ) from error
    except Exception as error:  # the user's own code may raise anything
        raise ValueError(f"{what} {name}: importing {module_name} raised {error!r}") from error
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise ValueError(f"{what} {name}: {module_name} has no {attribute}")
        found = getattr(found, part)
    return found
