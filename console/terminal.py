"""Text as it fits the terminal."""

import shutil
import sys
import textwrap
from collections.abc import Sequence

from hofspiele.envs.core.checks import escaped

# of what is printed to nobody's terminal
_COLUMNS, _LINES = 80, 24


def terminal_size() -> tuple[int, int]:
    """Columns and lines of the terminal."""
    size = shutil.get_terminal_size((_COLUMNS, _LINES))
    return size.columns, size.lines


def say(text: str) -> None:
    """Print lines; those too long for the terminal are broken between words."""
    text = escaped(text)
    if sys.stdout.isatty():
        width, _ = terminal_size()
        text = "\n".join(_broken(line, width) for line in text.split("\n"))
    print(text, flush=True)


def _broken(line: str, width: int) -> str:
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    return textwrap.fill(
        line, width, subsequent_indent=indent, break_on_hyphens=False, drop_whitespace=True
    )


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows as lines, their first entries to the left, all others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows
    )
