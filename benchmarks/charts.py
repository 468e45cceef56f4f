"""Charts of measurements, and a page that shows and explains them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

from benchmarks.measure import Spread
from hofspiele.training.cli.files import write_file
from hofspiele.training.measuring.plots import save_figure

# Curves differ in lightness, marker and dashes, so that they stay distinct in greyscale.
_STYLES = (
    {"color": "#12355b", "marker": "o", "linestyle": "-"},
    {"color": "#d1495b", "marker": "s", "linestyle": "-"},
    {"color": "#edae49", "marker": "^", "linestyle": "-"},
)
_LIMIT = {"color": "#777777", "marker": "", "linestyle": "--"}
# Number of ticks whose labels fit along an axis.
_MOST_TICKS = 10
_PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"))


@dataclass(frozen=True)
class Curve:
    """Values over a quantity that grows.

    Attributes:
        name: its name in the legend.
        x: the quantities, ascending.
        y: the measured values.
        bend: the quantity that a circle marks, or None.
        is_limit: whether the curve is not ours but a bound that the machine sets.
    """

    name: str
    x: Sequence[float]
    y: Sequence[Spread]
    bend: float | None = None
    is_limit: bool = False

    @property
    def values(self) -> np.ndarray:
        """The measured values without their ranges."""
        return np.array([spread.value for spread in self.y])


@dataclass(frozen=True)
class Chart:
    """Curves with a common explanation.

    Attributes:
        file: the name of the picture.
        title: the heading on the page and in the picture.
        x_label, y_label: names and units of the axes.
        text: Markdown that says where the curves bend and why.
        log: the axes with logarithmic scales: "x", "y" or "xy".
        marks: vertical lines, by name.
        circle: what the circles on the curves mark.
    """

    file: str
    title: str
    x_label: str
    y_label: str
    curves: Sequence[Curve]
    text: str
    log: str = "x"
    marks: Mapping[str, float] = field(default_factory=dict)
    circle: str = "bend"


def write_page(folder: Path, title: str, head: Iterable[str], charts: Sequence[Chart]) -> Path:
    """Write a page with the sentences `head` and all charts to `folder`; return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / "growth.md"
    sections = [f"# {title}\n", *(f"- {sentence}" for sentence in head)]
    for chart in charts:
        _draw(chart, folder / chart.file)
        sections.append(f"\n## {chart.title}\n\n![{chart.title}]({chart.file})\n\n{chart.text}")
    write_file(page, "\n".join(sections) + "\n")
    return page


def markdown_table(rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown; the first row holds the headings."""
    head, *others = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join([head, f"|{' --- |' * (head.count(' | ') + 1)}", *others])


def _draw(chart: Chart, picture: Path) -> None:
    figure, axes = plt.subplots(figsize=(8, 4.8))
    styles = iter(_STYLES)
    for curve in chart.curves:
        style = _LIMIT if curve.is_limit else next(styles)
        _draw_curve(axes, curve, style)
    _scale(axes, chart)
    bends = [_on_line(axes, curve, curve.bend) for curve in chart.curves if curve.bend is not None]
    if bends:
        circles = {"markersize": 11, "fillstyle": "none", "color": "black"}
        axes.plot(*zip(*bends, strict=True), "o", label=chart.circle, **circles)  # type: ignore[arg-type]
    for name, x in chart.marks.items():
        axes.axvline(x, color="#999999", linewidth=1, linestyle=":", zorder=0)
        axes.text(x, 1.01, name, transform=axes.get_xaxis_transform(), ha="center", fontsize=8)
    axes.set_title(chart.title, loc="left", fontweight="bold", pad=18 if chart.marks else 8)
    axes.set(xlabel=chart.x_label, ylabel=chart.y_label)
    axes.grid(color="#e4e4e4", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, fontsize=9)
    save_figure(figure, picture)


def _draw_curve(axes: Axes, curve: Curve, style: Mapping[str, str]) -> None:
    low, high = zip(*((spread.low, spread.high) for spread in curve.y), strict=True)
    axes.fill_between(curve.x, low, high, color=style["color"], alpha=0.15, linewidth=0)
    axes.plot(curve.x, curve.values, label=curve.name, markersize=5, **style)  # type: ignore[arg-type]


def _on_line(axes: Axes, curve: Curve, x: float) -> tuple[float, float]:
    """Return the point of a drawn curve at `x`, on axes of any scale."""
    scale = axes.transScale
    points = scale.transform(np.column_stack([curve.x, curve.values]))
    across = scale.transform((x, 1.0))[0]
    return x, scale.inverted().transform((across, np.interp(across, *points.T)))[1]


def _scale(axes: Axes, chart: Chart) -> None:
    xs = sorted({x for curve in chart.curves for x in curve.x})
    if "x" in chart.log:
        axes.set_xscale("log")
        axes.xaxis.set_minor_locator(NullLocator())
        if len(xs) <= _MOST_TICKS:
            axes.set_xticks(xs)
    else:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if "y" in chart.log:
        axes.set_yscale("log")
        low, high = np.log10(axes.get_ylim())
        steps = (1, 2, 5) if 3 * (high - low) <= _MOST_TICKS else (1,)
        axes.yaxis.set_major_locator(LogLocator(10, steps))
        axes.yaxis.set_minor_locator(NullLocator())
    else:
        axes.set_ylim(bottom=0)
    axes.xaxis.set_major_formatter(FuncFormatter(_short))
    axes.yaxis.set_major_formatter(FuncFormatter(_short))


def _short(value: float, _: object = None) -> str:
    """Return a number with a prefix if it stays exact: "300 k" for 300,000, but "1024"."""
    for size, prefix in _PREFIXES:
        if value >= size and float(f"{value:.3g}") == value:
            return f"{value / size:g} {prefix}"
    return f"{value:g}"
