"""Component files: TOML that a user may replace, with errors that name file and entry."""

import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

from hofspiele.envs.core.checks import is_integer, shown

FILE_NAME = "components.toml"

# bytes: ten times more than any component file has
_LARGEST_FILE = 2**16
# characters: a key with dots is parsed in the square of them, half a minute for the largest file
_LONGEST_LINE = 500

Content = TypeVar("Content")


class EntryError(Exception):
    """What is wrong with one entry of a component file."""


def load_data_file(
    path: str | Path | None, package: str, parse: Callable[[Mapping[str, Any]], Content]
) -> Content:
    """Read the component file at `path` (None: that of `package`) and check it by `parse`.

    Raises:
        ValueError: names the file and what `parse` said in an `EntryError`.
    """
    source = resources.files(package).joinpath(FILE_NAME) if path is None else Path(path)
    try:
        return parse(tomllib.loads(_read(source)))
    except EntryError as error:
        raise ValueError(f"{source}: {error}") from None
    # what is no text or no TOML are ValueErrors, a nesting too deep is a RecursionError
    except (OSError, ValueError, RecursionError) as error:
        raise ValueError(f"{source}: can't be read as a component file: {error}") from error


def _read(source: Traversable) -> str:
    if not source.is_file():  # nothing, a folder, or a pipe, which would be waited for without end
        raise ValueError("there is no file")
    with source.open("rb") as file:
        content = file.read(_LARGEST_FILE + 1)  # not all: some files have no end
    if len(content) > _LARGEST_FILE:
        raise ValueError(f"it is larger than {_LARGEST_FILE:,} bytes")
    text = content.decode("utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > _LONGEST_LINE:
            raise ValueError(f"line {number} is longer than {_LONGEST_LINE} characters")
    return text


def require_entries(content: Mapping[str, Any], names: Sequence[str]) -> None:
    """Raise `EntryError` unless `content` has entries of these names, and no others."""
    for name in names:
        if name not in content:
            raise EntryError(f"{name!r} is missing")
    for name in content:
        if name not in names:
            raise EntryError(f"unknown entry {name!r}, known: {', '.join(names)}")


def table_entry(where: str, entry: Any, known: Collection[str] | None = None) -> dict[str, Any]:
    """`entry`, which must be a table, with no keys but the `known` ones if they are given."""
    if not isinstance(entry, dict):
        raise EntryError(f"{where} is {shown(entry)}, expected a table")
    for key in entry:
        if known is not None and key not in known:
            raise EntryError(f"{where}: unknown key {key!r}, known: {', '.join(sorted(known))}")
    return entry


def integer_entry(where: str, entry: Any, low: int, high: int) -> int:
    """`entry`, which must be an integer from `low` to `high`."""
    if not is_integer(entry) or not low <= entry <= high:
        raise EntryError(f"{where} is {shown(entry)}, expected an integer from {low} to {high}")
    return entry
