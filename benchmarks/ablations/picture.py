"""A picture of the win shares of all variants."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.ticker import PercentFormatter

from hofspiele.training.measuring.plots import save_figure

_COLOR = "#12355b"


class Row(NamedTuple):
    """The runs of a variant.

    Attributes:
        title: the name of the variant.
        steps: the steps of each run.
        shares: win shares by opponent and run, (opponents, runs) float64.
    """

    title: str
    steps: list[int]
    shares: np.ndarray


def plot_rows(rows: Sequence[Row], opponents: Sequence[str], fair: float, picture: Path) -> None:
    """Plot each run as a dot and their mean as a line, one panel per opponent; save the PNG."""
    size = (3.6 + 3.4 * len(opponents), 1.4 + 0.34 * len(rows))
    figure, panels = plt.subplots(1, len(opponents), sharey=True, squeeze=False, figsize=size)
    for axes, opponent, number in zip(panels[0], opponents, range(len(opponents)), strict=True):
        for at, row in enumerate(rows):
            shares = row.shares[number]
            axes.plot(shares, np.full(len(shares), at), "o", color=_COLOR, markersize=4, alpha=0.6)
            axes.plot(shares.mean(), at, "|", color="#d1495b", markersize=14, markeredgewidth=2)
        axes.axvline(fair, color="grey", linestyle=":")
        axes.set(xlabel="win share", title=f"against 2 × {opponent}", xlim=(0, None))
        axes.xaxis.set_major_formatter(PercentFormatter(1, 0))
        axes.grid(axis="x", color="#e4e4e4", linewidth=0.8)
        axes.spines[["top", "right"]].set_visible(False)
    panels[0][0].set_yticks(range(len(rows)), [row.title for row in rows])
    panels[0][0].invert_yaxis()
    figure.suptitle("dots: seeds, lines: means, dotted: fair share", fontsize=9, color="#555555")
    save_figure(figure, picture)
