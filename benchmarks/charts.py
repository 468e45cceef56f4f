"""Charts of measurements, and a page that shows and explains them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import EngFormatter, LogLocator, StrMethodFormatter

from benchmarks.measure import Spread
from hofspiele.training.cli.files import write_file
from hofspiele.training.measuring.plots import save_figure

# Curves differ in lightness and marker, so that they stay distinct in greyscale.
_COLORS, _MARKERS = ("#12355b", "#d1495b", "#edae49"), "os^"
_CIRCLE: dict[str, Any] = {"marker": "o", "markersize": 12, "fillstyle": "none", "color": "black"}
# Number of ticks whose labels fit along an axis.
_MOST_TICKS = 8


@dataclass(frozen=True)
class Curve:
    """Values over a quantity that grows.

    Attributes:
        name: its name in the legend.
        x, y: the quantities, ascending, and the measured values.
        bend: the quantity that a circle marks, or None.
        text: sentences that say where the curve bends.
    """

    name: str
    x: Sequence[float]
    y: Sequence[Spread]
    bend: float | None
    text: str


@dataclass(frozen=True)
class Panel:
    """Curves on the same axes; `text` says why they bend, in Markdown."""

    x_label: str
    y_label: str
    curves: Sequence[Curve]
    text: str
    x_scale: str = "log"
    y_scale: str = "log"


@dataclass(frozen=True)
class Chart:
    """Panels side by side in the picture `file`."""

    title: str
    file: str
    panels: Sequence[Panel]


def write_page(folder: Path, title: str, head: Iterable[str], charts: Sequence[Chart]) -> Path:
    """Write a page with the sentences `head` and all charts to `folder`; return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f"# {title}\n", *(f"- {sentence}" for sentence in head)]
    for chart in charts:
        _draw(chart, folder / chart.file)
        lines.append(f"\n## {chart.title}\n\n![{chart.title}]({chart.file})")
        for panel in chart.panels:
            lines.append(f"\n**{panel.y_label} over {panel.x_label}.** {panel.text}\n")
            lines += [f"- {curve.name}: {curve.text}" for curve in panel.curves]
    page = folder / "growth.md"
    write_file(page, "\n".join(lines) + "\n")
    return page


def _draw(chart: Chart, picture: Path) -> None:
    size = (2 + 5 * len(chart.panels), 4.8)
    figure, (row,) = plt.subplots(1, len(chart.panels), figsize=size, squeeze=False)
    for axes, panel in zip(row, chart.panels, strict=True):
        _draw_panel(axes, panel)
    row[0].plot([], [], label="bend", linestyle="", **_CIRCLE)
    above: dict[str, Any] = {"loc": "lower left", "bbox_to_anchor": (-0.02, 1), "ncols": 4}
    row[0].legend(**above, frameon=False, handlelength=1.5, columnspacing=1)
    figure.suptitle(chart.title, x=0.015, ha="left", fontweight="bold")
    save_figure(figure, picture)


def _draw_panel(axes: Axes, panel: Panel) -> None:
    axes.set(xscale=panel.x_scale, yscale=panel.y_scale)
    for curve, color, marker in zip(panel.curves, _COLORS, _MARKERS, strict=False):
        values, low, high = np.transpose(curve.y)
        axes.fill_between(curve.x, low, high, color=color, alpha=0.15, linewidth=0)
        axes.plot(curve.x, values, marker, linestyle="-", label=curve.name, color=color)
        if curve.bend is not None:
            # Lines are straight in the scaled coordinates of the axes.
            scale = axes.transScale
            across, up = scale.transform(np.column_stack([curve.x, values])).T
            at = scale.transform((curve.bend, 1))[0]
            axes.plot(*scale.inverted().transform((at, np.interp(at, across, up))), **_CIRCLE)
    if panel.y_scale == "log":
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    else:
        axes.set_ylim(bottom=0)
    ticks = sorted({x for curve in panel.curves for x in curve.x})
    if len(ticks) <= _MOST_TICKS:
        axes.set_xticks(ticks)
    axes.minorticks_off()
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axes.yaxis.set_major_formatter(EngFormatter())
    axes.set(xlabel=panel.x_label, ylabel=panel.y_label)
    axes.grid(color="#e4e4e4", linewidth=0.8)
    axes.spines[["top", "right"]].set_visible(False)
