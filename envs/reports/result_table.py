"""Tables of results as text, Markdown and HTML."""

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from hofspiele.envs.core.checks import escaped
from hofspiele.envs.core.text import html
from hofspiele.envs.reports.estimates import Estimate

# Number of columns of a terminal.
_WIDTH = 80
_GAP = "  "
# The first column has at least this many characters.
_NARROWEST = 8


@dataclass(frozen=True)
class ResultTable:
    """A table whose first column has names and whose other columns have numbers.

    `print` shows it as text, in 80 columns if the numbers leave room for names.
    """

    title: str  # the line above the table
    columns: Sequence[str]  # the titles of the columns
    rows: Sequence[Sequence[str]]  # one cell per column; a cell may have several lines
    caption: str = ""  # the line below the table

    def __str__(self) -> str:
        # Names may come from untrusted files.
        cells = [[escaped(cell) for cell in row] for row in [self.columns, *self.rows]]
        widths = [
            max(len(line) for cell in column for line in cell.split("\n"))
            for column in zip(*cells, strict=True)
        ]
        room = _WIDTH - sum(len(_GAP) + width for width in widths[1:])
        widths[0] = min(widths[0], max(room, _NARROWEST))
        head, *rows = ["\n".join(_lines(row, widths)) for row in cells]
        line = "─" * sum(widths, len(_GAP) * (len(widths) - 1))
        # Rows whose cells have several lines need a line between them.
        has_lines = any("\n" in cell for row in cells for cell in row)
        between = f"\n{line}\n" if has_lines else "\n"
        title, caption = (
            textwrap.fill(escaped(text), _WIDTH) for text in (self.title, self.caption)
        )
        parts = [title, line, head, line, between.join(rows), line]
        return "\n".join([*parts, caption] if caption else parts)

    def markdown(self) -> str:
        """Return the columns and rows in Markdown, without a final line feed."""
        return markdown_table(self.columns, self.rows)

    def _repr_html_(self) -> str:
        caption = html.line(self.caption) if self.caption else ""
        return html.table(self.title, self.columns, self.rows) + caption


def _lines(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    """Return the lines of a row, in which a long name in the first cell is folded."""
    first = [part for line in row[0].split("\n") for part in textwrap.wrap(line, widths[0]) or [""]]
    columns = zip_longest(first, *(cell.split("\n") for cell in row[1:]), fillvalue="")
    return [
        _GAP.join([name.ljust(widths[0]), *map(str.rjust, cells, widths[1:])]).rstrip()
        for name, *cells in columns
    ]


def markdown_table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return a table in Markdown without a final line feed."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(map(str, cells))} |" for cells in lines)


def percentage(share: float, digits: int = 1) -> str:
    """Format a share in percent."""
    return f"{100 * share:.{digits}f} %"


def percent(share: Estimate) -> str:
    """Format a share and its interval in percent."""
    return f"{percentage(share.mean)} [{100 * share.low:.1f}, {100 * share.high:.1f}]"


def number(value: Estimate, sign: str = "", digits: int = 1) -> str:
    """Format a mean and its symmetric interval."""
    return f"{value.mean:{sign}.{digits}f} ± {value.high - value.mean:.{digits}f}"
