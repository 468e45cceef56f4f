"""Reading and writing files with one-line errors. Files are written completely or not at all."""

import contextlib
import json
import os
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hofspiele.envs.command_line.command import CommandError
from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.text.files import check_replaceable, replacing


class RunError(CommandError):
    """Raised to end a run. The message says why, and how to resume if that is possible."""


class WriteError(RunError):
    """Raised if a file can't be written. An earlier file at its path is kept."""


@contextlib.contextmanager
def write_errors(path: Path) -> Iterator[None]:
    """Raise WriteError naming `path` if writing fails, for example because the disk is full."""
    try:
        yield
    except OSError as error:
        raise WriteError(f"{path} can't be written: {error.strerror or error}") from error
    except RuntimeError as error:  # Some libraries raise RuntimeError after an OSError.
        if not isinstance(error.__context__, OSError):
            raise
        reason = error.__context__.strerror or error
        raise WriteError(f"{path} can't be written: {reason}") from error


def write_file(path: Path, content: str | bytes) -> None:
    """Write or replace the file at `path`, strings as UTF-8; raise WriteError on failure."""
    whole = content.encode() if isinstance(content, str) else content
    with write_errors(path), replacing(path) as temporary:
        temporary.write_bytes(whole)


@contextlib.contextmanager
def read_errors(path: Path, advice: str = "") -> Iterator[None]:
    """Raise ValueError naming `path`, with `advice`, for any error but RunError in the block.

    Corrupt or foreign files cause errors of any kind, such as MemoryError for huge declared sizes
    or RecursionError for deep nesting.
    """
    try:
        yield
    except RunError:
        raise
    except OSError as error:
        raise ValueError(f"{path} can't be read: {error.strerror or error}{advice}") from error
    except Exception as error:
        raise ValueError(f"{path} is corrupt: {in_a_line(error)}{advice}") from error


@contextlib.contextmanager
def naming(path: str | Path) -> Iterator[None]:
    """Turn a ValueError or RecursionError into a ValueError whose message starts with `path`."""
    try:
        yield
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}: {in_a_line(error)}") from error


def in_a_line(error: Exception) -> str:
    """Return the message of `error`, or its type if it has none, in at most 500 characters."""
    return textwrap.shorten(str(error), 500, placeholder=" …") or type(error).__name__


def read_json(path: Path, advice: str = "") -> dict[str, Any]:
    """Return the object in a JSON file; raise ValueError if the file contains anything else."""
    with read_errors(path, advice):
        content = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(content, dict):
            raise ValueError(f"found {shown(content)}, expected a JSON object")
        return content


def write_json(path: Path, content: Any) -> None:
    """Write or replace a JSON file; raise WriteError on failure."""
    write_file(path, json.dumps(content, indent=2) + "\n")


def check_writable(name: str, file: Path) -> None:
    """Raise ValueError or OSError unless `file`, the setting `name`, is writable; write nothing."""
    if file.is_dir() or not file.parent.is_dir() or not os.access(file.parent, os.W_OK):
        raise ValueError(f"{name} is {file}, expected a file in an existing, writable folder")
    check_replaceable(file)
