"""Tables of results for the terminal and for notebooks."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Table as TextTable

from hofspiele.envs.core import html
from hofspiele.training.measuring.estimates import Estimate


@dataclass(frozen=True)
class ResultTable:
    """A table for ``rich`` and, as HTML, for notebooks; it fits 80 columns if names are short.

    Attributes:
        title: title above the table.
        columns: their names; the first column holds names, the others figures.
        rows: the cells of each row.
        may_wrap: whether figures may wrap, too, if there is little room.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    may_wrap: bool = False

    def __rich__(self) -> TextTable:
        table = TextTable(title=self.title)
        first, *others = self.columns
        table.add_column(first, overflow="fold")
        for column in others:
            table.add_column(column, justify="right", overflow="fold", no_wrap=not self.may_wrap)
        for row in self.rows:
            table.add_row(*row)
        return table

    def _repr_html_(self) -> str:
        return html.table(self.title, self.columns, self.rows)


def percent(share: Estimate) -> str:
    """Format a share and its interval."""
    return f"{100 * share.mean:.1f} % [{100 * share.low:.1f}, {100 * share.high:.1f}]"


def number(value: Estimate, sign: str = "", digits: int = 1) -> str:
    """Format a mean and its symmetric interval."""
    return f"{value.mean:{sign}.{digits}f} ± {value.high - value.mean:.{digits}f}"
