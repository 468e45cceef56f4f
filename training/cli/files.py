"""Files that commands write and read: whole, or one line says why not."""

import contextlib
import json
import os
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.files import replacing
from hofspiele.training.cli.command import RunError


class WriteError(RunError):
    """A file can't be written; what stood there before still does."""


@contextlib.contextmanager
def telling(path: Path) -> Iterator[None]:
    """Let a full disk and the like be told of `path`, as a WriteError."""
    try:
        yield
    except OSError as error:
        raise WriteError(f"{path} can't be written: {error.strerror or error}") from error
    except RuntimeError as error:  # what libraries make of it
        if not isinstance(error.__context__, OSError):
            raise
        reason = error.__context__.strerror or error
        raise WriteError(f"{path} can't be written: {reason}") from error


def write_file(path: Path, content: str | bytes) -> None:
    """Put `content`, a text as UTF-8, in the place of what is at `path`; WriteError if it can't."""
    whole = content.encode() if isinstance(content, str) else content
    with telling(path), replacing(path) as temporary:
        temporary.write_bytes(whole)


@contextlib.contextmanager
def reading(path: Path, advice: str = "") -> Iterator[None]:
    """Let whatever goes wrong be told of `path` in one line, as a ValueError.

    What readers raise at a file that is damaged, or none of ours, is anyone's guess: no memory for
    what it declares and a nesting too deep are among it. A RunError passes.

    Args:
        path: of the file that is read.
        advice: what to do about it, after the reason.
    """
    try:
        yield
    except RunError:
        raise
    except OSError as error:
        raise ValueError(f"{path} can't be read: {error.strerror or error}{advice}") from error
    except Exception as error:
        raise ValueError(f"{path} is damaged: {in_a_line(error)}{advice}") from error


def in_a_line(error: Exception) -> str:
    """What an error says, in one short line."""
    return textwrap.shorten(str(error), 500, placeholder=" …") or type(error).__name__


def read_json(path: Path, advice: str = "") -> dict[str, Any]:
    """The object in a file of JSON; ValueError as of `reading` if it holds anything else."""
    with reading(path, advice):
        content = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(content, dict):
            raise ValueError(f"found {shown(content)}, expected an object")
        return content


def check_writable(name: str, file: Path) -> None:
    """Raise ValueError if the value `name` is no file that can be written; nothing is changed."""
    if file.is_dir() or not file.parent.is_dir() or not os.access(file.parent, os.W_OK):
        raise ValueError(
            f"{name} is {file}, expected a file in a folder that is there and can be written to"
        )
