"""Reading and writing of files with one-line errors; files are written whole or not at all."""

import contextlib
import json
import os
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.files import replacing


class RunError(Exception):
    """An error that ends a run; the message says why, what is kept and how to resume."""


class WriteError(RunError):
    """An error while writing a file; an earlier file at its place is kept."""


@contextlib.contextmanager
def write_errors(path: Path) -> Iterator[None]:
    """Raise WriteError naming `path` when the disk is full or not writable."""
    try:
        yield
    except OSError as error:
        raise WriteError(f"{path} can't be written: {error.strerror or error}") from error
    except RuntimeError as error:  # Libraries raise it when they meet an OSError.
        if not isinstance(error.__context__, OSError):
            raise
        reason = error.__context__.strerror or error
        raise WriteError(f"{path} can't be written: {reason}") from error


def write_file(path: Path, content: str | bytes) -> None:
    """Replace the file at `path` by `content`, text as UTF-8; raise WriteError if that fails."""
    whole = content.encode() if isinstance(content, str) else content
    with write_errors(path), replacing(path) as temporary:
        temporary.write_bytes(whole)


@contextlib.contextmanager
def read_errors(path: Path, advice: str = "") -> Iterator[None]:
    """Raise ValueError naming `path` in one line for any error while a file is read.

    Readers raise errors of all kinds at damaged or foreign files, MemoryError for a declared size
    and RecursionError for deep nesting among them. A RunError passes. `advice` on what to do stands
    after the reason.
    """
    try:
        yield
    except RunError:
        raise
    except OSError as error:
        raise ValueError(f"{path} can't be read: {error.strerror or error}{advice}") from error
    except Exception as error:
        raise ValueError(f"{path} is damaged: {in_a_line(error)}{advice}") from error


@contextlib.contextmanager
def naming(path: str | Path) -> Iterator[None]:
    """Put `path` before the message of a ValueError about the content of a file."""
    try:
        yield
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}: {in_a_line(error)}") from error


def in_a_line(error: Exception) -> str:
    """Return an error's message in one short line."""
    return textwrap.shorten(str(error), 500, placeholder=" …") or type(error).__name__


def read_json(path: Path, advice: str = "") -> dict[str, Any]:
    """Return the object in a JSON file; raise ValueError if the file holds anything else."""
    with read_errors(path, advice):
        content = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(content, dict):
            raise ValueError(f"found {shown(content)}, expected an object")
        return content


def check_writable(name: str, file: Path) -> None:
    """Raise ValueError if no file can be written at the path of option `name`; change nothing."""
    if file.is_dir() or not file.parent.is_dir() or not os.access(file.parent, os.W_OK):
        raise ValueError(
            f"{name} is {file}, expected a file in a folder that is there and can be written to"
        )
