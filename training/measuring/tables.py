"""Results as tables, of the terminal and of notebooks."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Table as TextTable

from hofspiele.envs.core import html
from hofspiele.training.measuring.estimates import Estimate


@dataclass(frozen=True)
class ResultTable:
    """A table that shows itself: by ``rich``, fit for 80 columns if names are short, and as HTML.

    Attributes:
        title: above it.
        columns: their names; the first is of names, the others of figures.
        rows: cells of each.
        may_wrap: whether figures may, too, where there is little room.
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
    """A share and its interval."""
    return f"{100 * share.mean:.1f} % [{100 * share.low:.1f}, {100 * share.high:.1f}]"


def number(value: Estimate, sign: str = "", digits: int = 1) -> str:
    """A mean and its interval, which lies evenly around it."""
    return f"{value.mean:{sign}.{digits}f} ± {value.high - value.mean:.{digits}f}"
