"""A picture of the win shares in ``RESULTS.md``, one panel for each game and its options."""

import re
from pathlib import Path
from typing import NamedTuple

from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from hofspiele.training.measuring.plots import save_figure

_COLUMNS = 3
_COLORS = {"greedy": "#12355b", "search-100": "#d1495b"}
_SECTION = re.compile(r"^## (.+)$")
# The first cells of a row of `benchmarks.results`: agent, against, games, win share, fair share.
_ROW = re.compile(
    r"^\| `(?P<agent>[\w-]+)` \| (?P<others>\d) × `(?P<opponent>[\w-]+)` \| \d+ "
    r"\| (?P<mean>[\d.]+) % \[(?P<low>[\d.]+), (?P<high>[\d.]+)\] \| (?P<fair>[\d.]+) % \|"
)


class Row(NamedTuple):
    """A win share in percent, with its interval and the fair share."""

    agent: str
    opponent: str
    mean: float
    low: float
    high: float
    fair: float


def read_rows(page: str) -> dict[str, list[Row]]:
    """Return the rows of each section for its first number of players."""
    sections: dict[str, list[Row]] = {}
    title, size = "", ""
    for line in page.splitlines():
        if section := _SECTION.match(line):
            title, size = section[1], ""
        elif found := _ROW.match(line):
            size = size or found["others"]
            if found["others"] == size:
                numbers = (float(found[name]) for name in ("mean", "low", "high", "fair"))
                row = Row(found["agent"], found["opponent"], *numbers)
                sections.setdefault(title, []).append(row)
    return sections


def plot_page(page: Path, picture: Path) -> None:
    """Plot the win shares against greedy and search-100 in a results page, and save the PNG."""
    sections = read_rows(page.read_text(encoding="utf-8"))
    lines = -(-len(sections) // _COLUMNS)
    columns = min(_COLUMNS, len(sections))
    size = (1 + 3.4 * columns, 0.8 + 2.3 * lines)
    figure, panels = plt.subplots(lines, columns, figsize=size, sharey=True, squeeze=False)
    for axes in panels.flat[len(sections) :]:
        axes.set_visible(False)
    # Panels share their rows, and the first row is at the top.
    agents = list(dict.fromkeys(row.agent for rows in sections.values() for row in rows))
    agents.remove("greedy")
    for axes, (title, rows) in zip(panels.flat, sections.items(), strict=False):
        _plot_panel(axes, title, [row for row in rows if row.agent in agents], agents)
    panels[0][0].invert_yaxis()
    handles, labels = panels[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncols=len(labels), frameon=False)
    figure.supxlabel(" ")  # This keeps room for the legend.
    save_figure(figure, picture)


def _plot_panel(axes: Axes, title: str, rows: list[Row], agents: list[str]) -> None:
    for opponent, color in _COLORS.items():
        own = [row for row in rows if row.opponent == opponent]
        axes.errorbar(
            [row.mean for row in own],
            [agents.index(row.agent) for row in own],
            xerr=[[row.mean - row.low for row in own], [row.high - row.mean for row in own]],
            fmt="o",
            markersize=5,
            capsize=2,
            color=color,
            label=f"against 3 × {opponent}",
        )
    axes.axvline(rows[0].fair, color="grey", linestyle=":", label="fair share")
    axes.set_title(title.replace(", ", ",\n"), fontsize=9)
    axes.set(xlim=(-3, 103))
    axes.set_yticks(range(len(agents)), agents)
    axes.xaxis.set_major_formatter(PercentFormatter(100, 0))
    axes.grid(axis="x", color="#e4e4e4", linewidth=0.8)
    axes.spines[["top", "right"]].set_visible(False)
