"""Importing objects that the user names as ``module:name``.

Importing runs code, so only names that the user has typed are imported, never names from files or
messages.
"""

import importlib
import os
import re
import site
import sys
import sysconfig
import traceback
from pathlib import Path
from typing import Any

from hofspiele.envs.core.checks import shown

# Folders with code that the user has not written.
_PACKAGE = f"{Path(__file__).parents[3]}{os.sep}"
_INSTALLED = tuple({*site.getsitepackages(), sysconfig.get_path("stdlib")})


def is_import_name(name: Any) -> bool:
    """Return whether `name` has the form ``module:name``; both parts may contain dots."""
    return isinstance(name, str) and re.fullmatch(r"[^\W\d][\w.]*:[^\W\d][\w.]*", name) is not None


def import_named(what: str, name: str) -> Any:
    """Import and return the object ``module:name``; add the working directory to `sys.path`.

    Raise ValueError if this fails; `what` describes the object in the message.
    """
    module_name, _, attribute = name.partition(":")
    folder = str(Path.cwd())
    if not {"", folder} & set(sys.path):
        sys.path.append(folder)  # Python does not add this folder for installed commands.
    try:
        found: Any = importlib.import_module(module_name)
    except (Exception, SystemExit) as error:  # The user's code may raise anything.
        # The missing module may also be one that `module_name` imports.
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing and f"{module_name}.".startswith(f"{missing}."):
            raise ValueError(
                f"{what} {name}: there is no module {missing!r} in {folder} or on Python's path"
            ) from error
        kind = type(error).__name__
        # The `repr` of a SyntaxError contains the place, too.
        raised = f"{kind}({error.msg!r})" if isinstance(error, SyntaxError) else repr(error)
        raise ValueError(
            f"{what} {name}: importing {module_name} raised {raised}{place_of(error)}"
        ) from error
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise ValueError(
                f"{what} {name}: module {module_name!r} has no attribute {attribute!r}"
            )
        found = getattr(found, part)
    return found


def import_name_of(what: str, function: Any) -> str:
    """Return the ``module:name`` of `function`; raise ValueError if it can't be imported."""
    name = f"{getattr(function, '__module__', '')}:{getattr(function, '__qualname__', '')}"
    if not is_import_name(name) or import_named(what, name) is not function:
        raise ValueError(
            f"{what} is {shown(function)}, expected a function with a name, defined with def at "
            "the top level of a module"
        )
    return name


def comes_from_user(error: BaseException) -> bool:
    """Return whether `error` was raised in code outside of this package, or below such code."""
    return bool(_lines_outside(error, _PACKAGE))


def place_of(error: BaseException) -> str:
    """Return " (FILE, line NUMBER)" for the last line of user code in the traceback, or ""."""
    if lines := _lines_outside(error, _PACKAGE, *_INSTALLED):
        return f" ({lines[-1].filename}, line {lines[-1].lineno})"
    if isinstance(error, SyntaxError):  # The code could not be run.
        return f" ({error.filename}, line {error.lineno})"
    return ""


def _lines_outside(error: BaseException, *folders: str) -> list[traceback.FrameSummary]:
    return [
        line
        for line in traceback.extract_tb(error.__traceback__)
        if not line.filename.startswith((*folders, "<frozen"))
    ]
