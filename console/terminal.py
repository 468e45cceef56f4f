"""Text that fits the terminal."""

import shutil
import sys
import textwrap
from collections.abc import Sequence

from hofspiele.envs.core.checks import escaped


def say(text: str) -> None:
    """Print `text`, with lines wrapped between words to fit the width of the terminal."""
    text = escaped(text)
    if sys.stdout.isatty():
        width = shutil.get_terminal_size().columns
        text = "\n".join(_wrap(line, width) for line in text.split("\n"))
    print(text, flush=True)


def _wrap(line: str, width: int) -> str:
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    return textwrap.fill(line, width, subsequent_indent=indent, break_on_hyphens=False)


def format_table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as lines with aligned columns, the first left-aligned, others right-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows
    )
