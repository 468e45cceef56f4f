"""Component files: TOML that a user may replace, with errors that name file and entry."""

import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

from hofspiele.envs.core.checks import is_integer

FILE_NAME = "components.toml"

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
    source = Path(path) if path else resources.files(package).joinpath(FILE_NAME)
    try:
        return parse(tomllib.loads(source.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{source}: can't be read as a component file: {error}") from error
    except EntryError as error:
        raise ValueError(f"{source}: {error}") from None


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
        raise EntryError(f"{where} is {entry!r}, expected a table")
    for key in entry:
        if known is not None and key not in known:
            raise EntryError(f"{where}: unknown key {key!r}, known: {', '.join(sorted(known))}")
    return entry


def integer_entry(where: str, entry: Any, low: int, high: int) -> int:
    """`entry`, which must be an integer from `low` to `high`."""
    if not is_integer(entry) or not low <= entry <= high:
        raise EntryError(f"{where} is {entry!r}, expected an integer from {low} to {high}")
    return entry
