"""Charts of measurements, and a page that shows and explains them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import EngFormatter, LogLocator

from benchmarks.measure import Spread
from benchmarks.panels import COLORS, MARKERS, panel
from hofspiele.training.cli.files import write_file

_CIRCLE: dict[str, Any] = {"marker": "o", "markersize": 12, "fillstyle": "none", "color": "black"}
# Number of ticks whose labels fit along an axis.
_MOST_TICKS = 5


@dataclass(frozen=True)
class Curve:
    """Measured values, plotted over a quantity.

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
class Chart:
    """Curves in the same picture; `text` says why they bend, in Markdown."""

    x_label: str
    y_label: str
    curves: Sequence[Curve]
    text: str
    x_scale: str = "log"
    y_scale: str = "log"

    @property
    def title(self) -> str:
        """The heading of the chart on the page."""
        return f"{self.y_label} over {self.x_label}"


def write_page(folder: Path, title: str, head: Iterable[str], charts: Sequence[Chart]) -> Path:
    """Write a page with the sentences `head` and all charts to `folder`; return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f"# {title}\n", *(f"- {sentence}" for sentence in head)]
    for number, chart in enumerate(charts, 1):
        picture = folder / f"growth_{number}.svg"
        with panel(picture, chart.y_label, 3.0) as axes:
            _draw(axes, chart)
        lines.append(f"\n## {chart.title}\n\n![{chart.title}]({picture.name})\n\n{chart.text}\n")
        lines += [f"- {curve.name}: {curve.text}" for curve in chart.curves]
    page = folder / "growth.md"
    write_file(page, "\n".join(lines) + "\n")
    return page


def _draw(axes: Axes, chart: Chart) -> None:
    axes.set(xscale=chart.x_scale, yscale=chart.y_scale)
    for curve, color, marker in zip(chart.curves, COLORS, MARKERS, strict=False):
        values, low, high = np.transpose(curve.y)
        axes.fill_between(curve.x, low, high, color=color, alpha=0.15, linewidth=0)
        axes.plot(curve.x, values, marker, linestyle="-", label=curve.name, color=color)
        if curve.bend is not None:
            # The circle lies on the line, which is straight in the axes' scaled coordinates.
            scale = axes.transScale
            across, up = scale.transform(np.column_stack([curve.x, values])).T
            at = scale.transform((curve.bend, 1))[0]
            axes.plot(*scale.inverted().transform((at, np.interp(at, across, up))), **_CIRCLE)
    if chart.y_scale == "log":
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    else:
        axes.set_ylim(bottom=0)
    ticks = sorted({x for curve in chart.curves for x in curve.x})
    if len(ticks) <= _MOST_TICKS:
        axes.set_xticks(ticks)
    axes.minorticks_off()
    axes.set_xlabel(chart.x_label)
    axes.xaxis.set_major_formatter(EngFormatter(sep=""))
    axes.yaxis.set_major_formatter(EngFormatter())
