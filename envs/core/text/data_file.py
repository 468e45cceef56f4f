"""Reading component files: TOML files that users may replace. Errors name the entry."""

import hashlib
import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.text.written import EntryError, check_fields

FILE_NAME = "components.toml"

# Maximum size of a component file in bytes, ten times the size of the largest bundled file.
_LARGEST_FILE = 2**16
# Maximum number of characters of a line. Parsing a dotted key takes quadratic time.
_LONGEST_LINE = 500

Content = TypeVar("Content")


def load_data_file(
    path: str | Path | None, package: str, parse: Callable[[Mapping[str, Any]], Content]
) -> Content:
    """Return the parsed component file at `path`, or the one in `package` if `path` is None.

    Raise ValueError, naming the file, if it can't be read or `parse` raised an `EntryError`.
    """
    source = resources.files(package).joinpath(FILE_NAME) if path is None else Path(path)
    try:
        is_file = source.is_file()  # Opening a pipe could block forever.
    except OSError:  # The path is too long, or a folder in it is not accessible.
        is_file = False
    if not is_file:
        raise ValueError(f"components is {source}, but there is no such file")
    try:
        return parse(tomllib.loads(_read(source)))
    except EntryError as error:
        raise ValueError(f"{source}: {error}") from None
    # Invalid UTF-8 and invalid TOML raise ValueError, and deep nesting raises RecursionError.
    except (OSError, ValueError, RecursionError) as error:
        raise ValueError(f"{source}: can't be read as a component file: {error}") from error


def digest_of_file(path: Any) -> str | None:
    """Return the SHA-256 of the component file at `path`, or None if `path` is None or no file."""
    # The option for components of another package's game need not be a path.
    if not isinstance(path, str) or not Path(path).is_file():
        return None
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def _read(source: Traversable) -> str:
    with source.open("rb") as file:
        content = file.read(_LARGEST_FILE + 1)  # This avoids reading all of a huge file.
    if len(content) > _LARGEST_FILE:
        raise ValueError(f"it is larger than {_LARGEST_FILE:,} bytes")
    text = content.decode("utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > _LONGEST_LINE:
            raise ValueError(f"line {number} is longer than {_LONGEST_LINE} characters")
    return text


def require_entries(content: Mapping[str, Any], names: Sequence[str]) -> None:
    """Raise EntryError unless the keys of `content` are exactly `names`."""
    for name in names:
        if name not in content:
            raise EntryError(f"{name!r} is missing")
    check_fields("", content, names)


def table_entry(where: str, entry: Any, known: Collection[str] | None = None) -> dict[str, Any]:
    """Return `entry`; raise EntryError if it is not a table or has a key that is not in `known`."""
    if not isinstance(entry, dict):
        raise EntryError(f"{where} is {shown(entry)}, expected a table")
    if known is not None:
        check_fields(f"{where}: ", entry, sorted(known))
    return entry
