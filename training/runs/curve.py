"""The learning curve: figures of a run by steps, as lines of JSON and as a picture."""

import json
from collections.abc import Mapping
from pathlib import Path

import matplotlib.pyplot as plt

from hofspiele.training.cli.files import telling, write_file
from hofspiele.training.measuring.plots import save_figure
from hofspiele.training.runs.figures import WIN_SHARE


def append_figures(path: Path, figures: Mapping[str, float]) -> None:
    """Add the figures of a rollout, its steps among them."""
    with telling(path), path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(figures) + "\n")


def read_curve(path: Path) -> list[dict[str, float]]:
    """The figures of each rollout; a last line that was cut off in the middle is left out.

    Without a file there are none.
    """
    if not path.exists():
        return []
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            lines.append(json.loads(line))
        except json.JSONDecodeError:
            break
    return lines


def cut_curve(path: Path, steps: int) -> None:
    """Drop what lies after `steps`, from where a resumed run learns."""
    with telling(path):
        kept = [line for line in read_curve(path) if line["steps"] <= steps]
    write_file(path, "".join(json.dumps(line) + "\n" for line in kept))


def plot_curve(curve: Path, picture: Path, title: str, fair_share: float) -> None:
    """Draw win shares by steps."""
    lines = read_curve(curve)
    names = sorted({name for line in lines for name in line if name.startswith(WIN_SHARE)})
    figure, axes = plt.subplots(figsize=(8, 5))
    for name in names:
        points = [(line["steps"], line[name]) for line in lines if name in line]
        axes.plot(*zip(*points, strict=True), label=name.removeprefix(WIN_SHARE))
    axes.axhline(fair_share, color="grey", linestyle=":", label="fair share")
    axes.set(xlabel="steps", ylabel="win share against", title=title, ylim=(0, 1))
    axes.legend(loc="lower right")
    save_figure(figure, picture)
