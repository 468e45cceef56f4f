"""Draw the pictures of results: ``python -m benchmarks.figures`` (part of `make docs`).

Everything that they show is read from pages and files of the repository. They are as wide as a
phone, and wider pages show them side by side.
"""

import re
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from matplotlib import pyplot as plt

from benchmarks.measure import Spread
from hofspiele.training.measuring.plots import save_figure

_ROOT = Path(__file__).parents[1]
FOLDER = _ROOT / "docs/_static/figures"

_NUMBER = re.compile(r"[-+]?\d[\d,]*(?:\.\d+)?")
_OPPONENTS = ("greedy", "search-100")
# The name of the picture of each ladder, in the order of the page.
_LADDERS = ("kou_ka_roi", "kardinal", "kardinal_vatikan", "knatsch")

# Series differ in lightness and marker, so that they stay distinct in greyscale.
_COLORS, _MARKERS = ("#12355b", "#d1495b", "#edae49"), "os^"
# Inches, which browsers show as 360 pixels.
_WIDTH = 3.75
# Letters of a title that fit in a line.
_LETTERS = 46
_STYLE: dict[Any, Any] = {
    "font.size": 9.0,
    "axes.titlesize": 9.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#e4e4e4",
    "figure.constrained_layout.use": True,
    # Text stays text, and the same values give the same file.
    "svg.fonttype": "none",
    "svg.hashsalt": "hofspiele",
}


class PageTable(NamedTuple):
    """The rows of a table by column, without backticks, and the heading above the table."""

    heading: str
    rows: list[dict[str, str]]


class Dot(NamedTuple):
    """A value with its range, and the row and the series of the picture to which it belongs."""

    row: str
    series: str
    spread: Spread


def draw_matches(folder: Path) -> None:
    """Draw each section's matches against `_OPPONENTS` with as many players as its first match."""
    for number, table in enumerate(_tables("RESULTS.md", "fair share"), 1):
        first = table.rows[0]
        others = first["against"].split()[0]
        dots = []
        for opponent in _OPPONENTS:
            against = f"{others} × {opponent}"
            rows = [row for row in table.rows if row["against"] == against]
            dots += _dots(rows, "agent", "win share", f"against {against}")
        fair = spread_of(first["fair share"])
        assert fair is not None
        plot_dots(folder / f"matches_{number}.svg", table.heading, dots, "%", fair.value)


def draw_ladders(folder: Path) -> None:
    """Draw the win shares of all agents in each tournament."""
    for name, table in zip(_LADDERS, _tables("RESULTS.md", "rating"), strict=True):
        dots = _dots(table.rows, "agent", "win share")
        title = table.heading.removesuffix(": ladder")
        plot_dots(folder / f"ladder_{name}.svg", title, dots, "%", 25)


def draw_best_responses(folder: Path) -> None:
    """Draw the win shares of best responses to the bundled agents."""
    (table,) = _tables("RESULTS.md", "gain in percentage points")
    dots = _dots(table.rows, "game", "win share of the best response")
    title = "Best responses to three bundled agents"
    plot_dots(folder / "best_responses.svg", title, dots, "%", 25)


def draw_speed(folder: Path) -> None:
    """Draw decisions per second relative to other libraries: the rows "… relative to …"."""
    (table,) = _tables("docs/how/speed.md", "decisions/s")
    rows = [row for row in table.rows if "relative to" in row["decisions/s"]]
    games = [column for column in rows[0] if column != "decisions/s"]
    for row in rows:
        row["decisions/s"] = row["decisions/s"].partition(" (")[0]
    dots = [
        dot for row in rows for game in games for dot in _dots([row], "decisions/s", game, game)
    ]
    title = "Decisions per second relative to other libraries"
    plot_dots(folder / "speed.svg", title, dots, "×", 1, log=True)


def _tables(page: str, column: str) -> list[PageTable]:
    tables = read_tables((_ROOT / page).read_text(encoding="utf-8"))
    return [table for table in tables if column in table.rows[0]]


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


def _dots(rows: Sequence[dict[str, str]], title: str, column: str, series: str = "") -> list[Dot]:
    """Return the values of the rows in `column`, named by the column `title`."""
    found = [(row[title], spread_of(row[column])) for row in rows]
    return [Dot(name, series, spread) for name, spread in found if spread]


def plot_dots(
    picture: Path, title: str, dots: Sequence[Dot], unit: str, fair: float, *, log: bool = False
) -> None:
    """Plot values with their ranges in named rows, and a dotted line at `fair`; save the SVG."""
    rows = list(dict.fromkeys(dot.row for dot in dots))
    series = list(dict.fromkeys(dot.series for dot in dots))
    lines = textwrap.wrap(title, _LETTERS)
    with plt.rc_context(_STYLE):
        height = 0.41 * len(rows) + 0.6 + 0.16 * len(lines)
        figure, axes = plt.subplots(figsize=(_WIDTH, height))
        for number, name in enumerate(series):
            own = [dot for dot in dots if dot.series == name]
            values, low, high = np.transpose([dot.spread for dot in own])
            axes.errorbar(
                values,
                [rows.index(dot.row) + 0.05 + 0.13 * number for dot in own],
                xerr=[values - low, high - values],
                fmt=_MARKERS[number],
                color=_COLORS[number],
                label=name,
                ms=4.5,
                capsize=2,
            )
        for place, row in enumerate(rows):
            label = axes.text(0.01, place - 0.2, row, transform=axes.get_yaxis_transform())
            label.set_in_layout(False)  # Long names may be wider than the axes.
        axes.axvline(fair, color="grey", linestyle=":")
        axes.set_ylim(len(rows) - 0.4, -0.75)
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
        if log:
            axes.set_xscale("log")
        else:
            axes.set_xlim(left=min(0, *axes.get_xlim()))
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g} {unit}")
        axes.set_title("\n".join(lines), x=0)
        if len(series) > 1:
            columns = 3 if len("".join(series)) < _LETTERS else 1
            figure.legend(
                loc="outside lower left",
                frameon=False,
                handletextpad=0.3,
                ncols=columns,
                columnspacing=1.0,
            )
        save_figure(figure, picture)


def draw(folder: Path = FOLDER) -> None:
    """Draw all pictures."""
    draw_matches(folder)
    draw_ladders(folder)
    draw_best_responses(folder)
    draw_speed(folder)


if __name__ == "__main__":
    draw()
