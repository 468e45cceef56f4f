"""Plots of evaluations, tournaments and scorecards."""

import io
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import EngFormatter

from hofspiele.envs.agents import MatchResult
from hofspiele.envs.core.text.words import counted
from hofspiele.envs.reports.estimates import Estimate
from hofspiele.envs.reports.result_table import percentage
from hofspiele.training.files.read_write import write_file
from hofspiele.training.measuring.scorecard_results import Result

# The points of a learning curve: numbers of steps and win shares.
Curve = Sequence[tuple[float, Estimate]]


def plot_evaluation(match: MatchResult, picture: Path, title: str) -> None:
    """Plot each agent's ranks and win share with intervals; save the plot as `picture`."""
    results = match.results
    figure = Figure(figsize=(11, 5))
    left, right = figure.subplots(1, 2)
    width = 0.8 / len(results)
    for number, result in enumerate(results):
        ranks = 1 + np.arange(len(result.ranks)) + (number - (len(results) - 1) / 2) * width
        means = [share.mean for share in result.ranks]
        left.bar(ranks, means, width, yerr=_error_bars(result.ranks), label=result.agent, capsize=2)
        shares = [result.win_share]
        right.bar(number, shares[0].mean, yerr=_error_bars(shares), capsize=4)
    left.set(
        xlabel="rank", ylabel="share of games", title="ranks (tied players share the better rank)"
    )
    left.set_xticks(range(1, len(match.agents) + 1))
    left.legend()
    right.axhline(match.fair_share, color="grey", linestyle=":", label="fair share")
    right.set(ylabel="win share per seat", ylim=(0, 1), title="win share")
    right.set_xticks(range(len(results)), [result.agent for result in results])
    right.tick_params(axis="x", rotation=20)
    right.legend()
    figure.suptitle(f"{title}, {counted(match.games, 'game')}, 95 % intervals")
    save_figure(figure, picture)


def plot_pairwise(agents: Sequence[str], shares: np.ndarray, picture: Path, title: str) -> None:
    """Plot how often each agent (row) ranked above another (column); save it as `picture`.

    `shares` has the shape (agents, agents) and values in [0, 1], with NaN on the diagonal.
    """
    size = 2.5 + 0.9 * len(agents)
    figure = Figure(figsize=(size + 1.5, size))
    axes = figure.subplots()
    image = axes.imshow(shares, cmap="RdBu", vmin=0, vmax=1)
    for (row, column), share in np.ndenumerate(shares):
        if row != column:
            colour = "white" if abs(share - 0.5) > 0.3 else "black"
            axes.text(column, row, percentage(share, 0), ha="center", va="center", color=colour)
    axes.set_xticks(range(len(agents)), agents, rotation=30, ha="right")
    axes.set_yticks(range(len(agents)), agents)
    axes.set(title=title, xlabel="agent ranked below", ylabel="agent ranked above")
    figure.colorbar(image, label="share of games (ties count half)")
    save_figure(figure, picture)


def plot_scorecard(groups: Sequence[Sequence[Result]], picture: Path, title: str) -> None:
    """Plot the win shares, a row per group and a panel per opponent; save the plot as `picture`."""
    results = list(chain(*groups))
    setups = [group[0].setup for group in groups]
    opponents = list(dict.fromkeys(result.against for result in results))
    figure = Figure(figsize=(3 + 2 * len(opponents), 2 + 0.25 * len(setups)))
    panels = figure.subplots(1, len(opponents), sharey=True, squeeze=False)
    for axes, opponent in zip(panels[0], opponents, strict=True):
        own = [result for result in results if result.against == opponent]
        rows = [setups.index(result.setup) for result in own]
        shares = [result.win_share for result in own]
        means = [share.mean for share in shares]
        axes.errorbar(means, rows, xerr=_error_bars(shares), fmt="o", markersize=4, capsize=2)
        axes.plot([result.fair_share for result in own], rows, "k|", markersize=9, zorder=3)
        axes.set(xlim=(-0.03, 1.03), xlabel="win share", title=f"against {opponent}")
        axes.grid(alpha=0.3)
    panels[0][0].set_yticks(range(len(setups)), setups)
    panels[0][0].set_ylim(len(setups) - 0.5, -0.5)
    figure.suptitle(f"{title}, 95 % intervals (black lines: fair share)")
    save_figure(figure, picture)


def _error_bars(estimates: Sequence[Estimate]) -> np.ndarray:
    return np.array([[e.mean - e.low for e in estimates], [e.high - e.mean for e in estimates]])


def plot_curves(
    panels: Mapping[str, Mapping[str, Curve]],
    picture: Path,
    title: str,
    fair_share: float | None,
) -> None:
    """Plot win shares by steps: a panel per label of its axis, a named line per curve, and areas.

    Areas are intervals, and a dotted line shows the fair share. Save the plot as `picture`.
    """
    figure = Figure(figsize=(3 + 5 * len(panels), 5), layout="constrained")
    lines: dict[str, Line2D] = {}
    for axes, (label, curves) in zip(
        figure.subplots(1, len(panels), squeeze=False)[0], panels.items(), strict=True
    ):
        for name, curve in curves.items():
            steps = [step for step, _ in curve]
            (lines[name],) = axes.plot(steps, [share.mean for _, share in curve])
            low, high = ([getattr(share, end) for _, share in curve] for end in ("low", "high"))
            axes.fill_between(
                steps, low, high, color=lines[name].get_color(), alpha=0.2, linewidth=0
            )
        if fair_share is not None:
            lines["fair share"] = axes.axhline(fair_share, color="grey", linestyle=":")
        axes.set(xlabel="steps", ylabel=label, ylim=(0, 1))
        axes.xaxis.set_major_formatter(EngFormatter(sep=""))
    figure.suptitle(title)
    figure.legend([*lines.values()], [*lines], loc="outside lower center", frameon=False)
    save_figure(figure, picture)


def save_figure(figure: Figure, picture: Path) -> None:
    """Write `figure` to `picture`, as PNG or SVG by its suffix."""
    if figure.get_layout_engine() is None:
        figure.tight_layout()
    content = io.BytesIO()
    # Otherwise an SVG would contain the date and random ids, and differ each time.
    metadata = {"Date": None} if picture.suffix.lower() == ".svg" else None
    with matplotlib.rc_context({"svg.hashsalt": "hofspiele"}):
        figure.savefig(content, dpi=120, format=picture.suffix[1:], metadata=metadata)
    write_file(picture, content.getvalue())
