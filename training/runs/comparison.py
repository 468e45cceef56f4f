"""Comparisons of runs: learning curves over seeds, and the settings in which runs differ."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from hofspiele.envs.command_line.help import flat
from hofspiele.envs.command_line.parse import with_values
from hofspiele.envs.command_line.values import written
from hofspiele.envs.reports.estimates import Estimate, estimate_mean, exact
from hofspiele.envs.reports.result_table import ResultTable, percentage
from hofspiele.training.files.yaml_file import read_yaml
from hofspiele.training.measuring.evaluation import check_plot
from hofspiele.training.runs.curve import read_curve, win_shares
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.settings.measuring import Compare

# Settings in which the runs of a group may differ: the seed, and where a run is stored.
_WITHIN_GROUPS = ("seed", "name", "results")
# Opponents that are policies of the run itself.
_ITSELF = ("current", "past")
# Maximum number of characters of a group's title, and of a line of its settings in the table.
_TITLE, _LINE = 72, 32


class _Run(NamedTuple):
    """A run: its folder, seed, other settings by dotted name, and win shares by opponent."""

    folder: Path
    seed: str
    settings: dict[str, str]
    shares: dict[str, list[tuple[float, float]]]


@dataclass(frozen=True)
class Group:
    """Runs that differ only in the seed.

    Attributes:
        title: a number and the settings in which groups differ, or the names of the runs if these
            settings are many or none.
        folders: the folders of the runs.
        settings: the values of these settings as text, by dotted name; "–" if runs have none.
        curves: the mean win share of the runs against each opponent, as pairs of steps and an
            estimate with a 95 % interval over the seeds. For one run, the interval has no width.
    """

    title: str
    folders: list[Path]
    settings: dict[str, str]
    curves: dict[str, list[tuple[float, Estimate]]]


@dataclass(frozen=True)
class Comparison:
    """The groups of runs in a comparison. `print` shows their table."""

    groups: list[Group]

    def table(self) -> ResultTable:
        """Return a table with a row for each group, and a line for each opponent.

        The first cells of rows are the settings in which groups differ, or the title of a group
        without such settings.
        """
        rows = []
        for group in self.groups:
            seeds, ends = len(group.folders), [curve[-1] for curve in group.curves.values()]
            shares = [
                percentage(one.mean) + f" ± {100 * (one.high - one.mean):.1f}" * (seeds > 1)
                for _, one in ends
            ]
            cells = map("\n".join, ([f"{step:,.0f}" for step, _ in ends], group.curves, shares))
            differing = [
                line
                for setting in group.settings.items()
                for line in textwrap.wrap("=".join(setting), _LINE)
            ]
            rows.append(("\n".join(differing) or group.title, str(seeds), *cells))
        return ResultTable(
            "Win shares in games while learning",
            ("group", "seeds", "steps", "against", "win share"),
            rows,
            "means at the last step that all seeds have reached, with 95 % intervals over seeds",
        )

    def __str__(self) -> str:
        return str(self.table())


def compare(settings: Compare) -> Comparison:
    """Compare the learning curves of runs, like ``hofspiele compare``, and save the plot.

    Args:
        settings: the settings; see ``hofspiele compare --help``.

    Raises:
        ValueError: a folder has no run or an unreadable one, runs have the same settings and seed,
            or have met no opponent in common.
        RunError: the plot cannot be written.
    """
    settings = with_values(settings, {})
    if settings.plot is not None:
        check_plot(Path(settings.plot))
    runs = [_read(Path(path)) for path in settings.runs]
    opponents = _opponents(runs)
    names = dict.fromkeys(name for run in runs for name in run.settings)
    differing = [name for name in names if len({run.settings.get(name) for run in runs}) > 1]
    found = []
    for number, group in enumerate(_grouped(runs), 1):
        values = {name: group[0].settings.get(name, "–") for name in differing}
        title = ", ".join(f"{name}={value}" for name, value in values.items())
        if not 0 < len(title) <= _TITLE:
            title = textwrap.shorten(
                ", ".join(run.folder.name for run in group), _TITLE, placeholder=" …"
            )
        curves = {one: _mean_curve([run.shares[one] for run in group]) for one in opponents}
        found.append(Group(f"{number}: {title}", [run.folder for run in group], values, curves))
    if settings.plot is not None:
        from hofspiele.training.measuring.plots import plot_curves

        panels = {
            f"win share against {one}": {group.title: group.curves[one] for group in found}
            for one in opponents
        }
        plot_curves(panels, Path(settings.plot), "Means and 95 % intervals over seeds", None)
    return Comparison(found)


def _read(path: Path) -> _Run:
    """Return the run in a folder; raise ValueError if there is none, or it has no curve yet."""
    folder = RunFolder(path)
    if not folder.config.is_file():
        raise ValueError(f"{folder.config} is missing, expected the folder of a training run")
    stored = dict(flat(read_yaml(folder.config)))
    settings = {
        name: written(value)
        for name, value in stored.items()
        if name not in _WITHIN_GROUPS and not isinstance(value, dict)
    }
    shares = win_shares(read_curve(folder.curve))
    if not shares:
        raise ValueError(f"{folder.curve} has no win shares yet; leave out this run, or wait")
    return _Run(path, str(stored.get("seed")), settings, shares)


def _grouped(runs: Sequence[_Run]) -> list[list[_Run]]:
    """Return runs with the same settings together; raise ValueError if their seeds are equal."""
    groups: dict[frozenset[tuple[str, str]], dict[str, _Run]] = {}
    for run in runs:
        seeds = groups.setdefault(frozenset(run.settings.items()), {})
        if (same := seeds.setdefault(run.seed, run)) is not run:
            raise ValueError(
                f"{same.folder} and {run.folder} have the same settings and the same seed "
                f"{run.seed}, so they are not independent; leave out one of them"
            )
    return [[*seeds.values()] for seeds in groups.values()]


def _opponents(runs: Sequence[_Run]) -> list[str]:
    """Return the opponents that all runs have met, without their own policies if there are others.

    Raise ValueError if there is none.
    """
    met = [name for name in runs[0].shares if all(name in run.shares for run in runs)]
    if not met:
        raise ValueError("the runs have met no opponent in common; compare fewer runs")
    return [name for name in met if name not in _ITSELF] or met


def _mean_curve(curves: Sequence[Sequence[tuple[float, float]]]) -> list[tuple[float, Estimate]]:
    """Return the mean of curves at the steps of the first one that all of them have reached."""
    if len(curves) == 1:
        return [(step, exact(share)) for step, share in curves[0]]
    first, last = max(curve[0][0] for curve in curves), min(curve[-1][0] for curve in curves)
    steps = [*(step for step, _ in curves[0] if first <= step < last), last]
    shares = np.array([np.interp(steps, *np.transpose(curve)) for curve in curves])
    return [(step, estimate_mean(own[:, None])) for step, own in zip(steps, shares.T, strict=True)]
