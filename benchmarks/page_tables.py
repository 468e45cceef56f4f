"""Reading the tables in Markdown pages, from which benchmarks/figures.py draws pictures."""

import re
from typing import NamedTuple

from benchmarks.measure import Spread

_NUMBER = re.compile(r"[-+]?\d[\d,]*(?:\.\d+)?")


class PageTable(NamedTuple):
    """The rows of a table by column, without backticks, and the heading above the table."""

    heading: str
    rows: list[dict[str, str]]


def read_tables(page: str) -> list[PageTable]:
    """Return the tables of a page that are not indented."""
    tables: list[PageTable] = []
    heading, columns = "", [""]
    for line in page.splitlines():
        if not line.startswith("|"):
            heading = line.lstrip("# ") if line.startswith("#") else heading
            columns = []
            continue
        cells = [cell.strip().replace("`", "") for cell in line.strip("|").split(" | ")]
        if not columns:
            columns = cells
            tables.append(PageTable(heading, []))
        elif not set("".join(cells)) <= set("-| "):
            tables[-1].rows.append(dict(zip(columns, cells, strict=True)))
    return tables


def spread_of(cell: str) -> Spread | None:
    """Return the numbers in a cell, or None if there are none.

    A cell has a value, two bounds (whose mean is then the value), or a value before two bounds.
    """
    numbers = [float(number.replace(",", "")) for number in _NUMBER.findall(cell)]
    match numbers:
        case []:
            return None
        case [value]:
            return Spread(value, value, value)
        case [low, high]:
            return Spread((low + high) / 2, low, high)
        case [value, low, high]:
            return Spread(value, low, high)
    raise ValueError(f"the cell {cell!r} has {len(numbers)} numbers, expected at most 3")
