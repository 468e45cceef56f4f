"""Tables of results for the terminal and for notebooks."""

from collections.abc import Iterable, Sequence
from typing import Any

from rich.table import Table

from hofspiele.training.measuring.estimates import Estimate


def result_table(
    title: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    caption: str | None = None,
    may_wrap: bool = False,
) -> Table:
    """Return a table that fits 80 columns if names are short.

    The first column contains names. The other columns contain numbers, which wrap if `may_wrap`.
    """
    table = Table(title=title, caption=caption)
    first, *others = columns
    table.add_column(first, overflow="fold")
    for column in others:
        table.add_column(column, justify="right", overflow="fold", no_wrap=not may_wrap)
    for row in rows:
        table.add_row(*row)
    return table


def markdown_table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return a table in Markdown without a final line feed."""
    return "\n".join(map(markdown_row, [columns, ["---"] * len(columns), *rows]))


def markdown_row(cells: Iterable[Any]) -> str:
    """Return a row of a table in Markdown."""
    return f"| {' | '.join(map(str, cells))} |"


def percentage(share: float, digits: int = 1) -> str:
    """Format a share in percent."""
    return f"{100 * share:.{digits}f} %"


def percent(share: Estimate) -> str:
    """Format a share and its interval in percent."""
    return f"{percentage(share.mean)} [{100 * share.low:.1f}, {100 * share.high:.1f}]"


def number(value: Estimate, sign: str = "", digits: int = 1) -> str:
    """Format a mean and its symmetric interval."""
    return f"{value.mean:{sign}.{digits}f} ± {value.high - value.mean:.{digits}f}"
