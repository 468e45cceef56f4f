"""Files that commands write: whole, or one line says why not."""

import contextlib
import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch

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


def write_file(path: Path, content: str | bytes) -> None:
    """Put `content`, a text as UTF-8, in the place of what is at `path`; WriteError if it can't."""
    whole = content.encode() if isinstance(content, str) else content
    with telling(path), replacing(path) as temporary:
        temporary.write_bytes(whole)


def check_writable(name: str, file: Path) -> None:
    """Raise ValueError if the value `name` is no file that can be written; nothing is changed."""
    if file.is_dir() or not file.parent.is_dir() or not os.access(file.parent, os.W_OK):
        raise ValueError(
            f"{name} is {file}, expected a file in a folder that is there and can be written to"
        )


def tensor_bytes(content: Any) -> bytes:
    """What ``torch.save`` makes of tensors and plain values."""
    # to a file it would hide what went wrong in a RuntimeError
    buffer = io.BytesIO()
    torch.save(content, buffer)
    return buffer.getvalue()
