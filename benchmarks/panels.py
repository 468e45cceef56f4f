"""Pictures as wide as a phone, which wider pages show side by side."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

from benchmarks.measure import Spread
from hofspiele.training.measuring.plots import save_figure

# Series differ in lightness and marker, so that they stay distinct in greyscale.
COLORS, MARKERS = ("#12355b", "#d1495b", "#edae49"), "os^"
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


class Dot(NamedTuple):
    """A value with its range, and the row and the series of the picture to which it belongs."""

    row: str
    series: str
    spread: Spread


@contextmanager
def panel(picture: Path, title: str, height: float) -> Iterator[Axes]:
    """Yield axes `height` inches high; add title and legend, and save them as the SVG `picture`."""
    lines = textwrap.wrap(title, _LETTERS)
    with plt.rc_context(_STYLE):
        figure, axes = plt.subplots(figsize=(_WIDTH, height + 0.6 + 0.16 * len(lines)))
        yield axes
        axes.set_title("\n".join(lines), x=0)
        names = axes.get_legend_handles_labels()[1]
        if len(names) > 1:
            layout = {"ncols": 3 if len("".join(names)) < _LETTERS else 1, "columnspacing": 1.0}
            figure.legend(loc="outside lower left", frameon=False, handletextpad=0.3, **layout)
        save_figure(figure, picture)


def plot_dots(
    picture: Path, title: str, dots: Sequence[Dot], unit: str, fair: float, *, log: bool = False
) -> None:
    """Plot values with their ranges in named rows, and a dotted line at `fair`; save the SVG."""
    rows = list(dict.fromkeys(dot.row for dot in dots))
    series = list(dict.fromkeys(dot.series for dot in dots))
    with panel(picture, title, 0.41 * len(rows)) as axes:
        assert len(series) <= len(COLORS)
        styles = zip(series, COLORS, MARKERS, strict=False)
        for number, (name, color, marker) in enumerate(styles):
            own = [dot for dot in dots if dot.series == name]
            values, low, high = np.transpose([dot.spread for dot in own])
            heights = [rows.index(dot.row) + 0.05 + 0.13 * number for dot in own]
            error = [values - low, high - values]
            axes.errorbar(
                values, heights, xerr=error, fmt=marker, color=color, label=name, ms=4.5, capsize=2
            )
        for height, row in enumerate(rows):
            label = axes.text(0.01, height - 0.2, row, transform=axes.get_yaxis_transform())
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


def plot_curves(
    picture: Path, title: str, curves: Mapping[str, np.ndarray], fair: float | None = None
) -> None:
    """Plot the mean and the range of all runs over the steps, in millions; save the SVG.

    Args:
        curves: for each name, steps and the share of each run: (points, 1 + runs) float64.
        fair: the fair share in percent, drawn as a dotted line; None for no line.
    """
    with panel(picture, title, 2.2) as axes:
        assert len(curves) <= len(COLORS)
        for (name, curve), color in zip(curves.items(), COLORS, strict=False):
            steps, shares = curve[:, 0] / 1e6, 100 * curve[:, 1:]
            axes.fill_between(
                steps, shares.min(1), shares.max(1), color=color, alpha=0.2, linewidth=0
            )
            axes.plot(steps, shares.mean(1), color=color, label=name)
        if fair is not None:
            axes.axhline(fair, color="grey", linestyle=":")
        axes.set(xlim=(0, None), ylim=(0, 100))
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g} M")
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g} %")
