"""Draw the pictures of results: ``python -m benchmarks.figures`` (part of `make docs`).

Everything that they show is read from pages and files of the repository.
"""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from benchmarks.ablations.rows import read_rows
from benchmarks.ablations.variants import VARIANTS
from benchmarks.measure import Spread
from benchmarks.page_tables import PageTable, read_tables, spread_of
from benchmarks.panels import Dot, plot_curves, plot_dots
from hofspiele.envs.core.arguments import Arguments
from hofspiele.envs.core.command import run_command
from hofspiele.envs.core.registry import spec_of

_ROOT = Path(__file__).parents[1]
FOLDER = _ROOT / "docs/_static/figures"

ABLATIONS = _ROOT / "benchmarks/ablations/rows.jsonl"
# The variants whose learning curves share a picture, by the names of their runs.
_CURVES = {
    "networks": ("recipe", "layers", "nothing"),
    "training": ("recipe", "no_imitation", "only_greedy"),
}
_OPPONENTS = ("greedy", "search-100")
# The folders of the tournaments that `make ladders` plays.
LADDERS = [file.parent for file in sorted(_ROOT.glob("benchmarks/ladders/*/tournament.json"))]

# Steps and win shares from the `curve.jsonl` of the run that trained the bundled agent.
LEARNING = _ROOT / "benchmarks/curves/kou_ka_roi.jsonl"
# The names of opponents in the file `LEARNING` and in the picture.
_LEARNT_AGAINST = {"greedy": "greedy", "past": "snapshots", "current": "itself"}
_STEPS_OF_A_POINT = 250_000


def _tables(page: str, column: str) -> list[PageTable]:
    """Return the tables of a page of the repository that have a column of this name."""
    tables = read_tables((_ROOT / page).read_text(encoding="utf-8"))
    return [table for table in tables if column in table.rows[0]]


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
    """Draw the win shares of all agents in each tournament, best first."""
    for ladder in LADDERS:
        (table,) = _tables(f"{ladder}/ladder.md", "rating")
        dots = _dots(table.rows, "agent", "win share")
        dots.sort(key=lambda dot: -dot.spread.value)
        plot_dots(folder / f"ladder_{ladder.name}.svg", title_of(ladder), dots, "%", 25)


def title_of(ladder: Path) -> str:
    """Return the title of a tournament's game, with the options that have been changed."""
    game = json.loads((ladder / "tournament.json").read_text(encoding="utf-8"))["game"]
    spec = spec_of(game["name"])
    return " with ".join([spec.title, *spec.changed(game["options"])])


def draw_ablations(folder: Path) -> None:
    """Draw the win shares of all variants of the recipe quick, and the learning curves of some."""
    found = read_rows(ABLATIONS)
    fair = 100 / 3
    dots = [
        Dot(row.title, f"against 2 × {opponent}", Spread(np.mean(values), min(values), max(values)))
        for row in found
        for opponent, values in zip(_OPPONENTS, np.multiply(100, row.shares), strict=True)
    ]
    title = "Win shares of all variants"
    plot_dots(folder / "ablations.svg", title, dots, "%", fair)
    named = dict(zip([variant.name for variant in VARIANTS], found, strict=False))
    for name, shown in _CURVES.items():
        rows = [named[variant] for variant in shown]
        curves = {row.title: np.array(row.curve) for row in rows}
        title = "Win share against greedy during training"
        plot_curves(folder / f"curves_{name}.svg", title, curves, fair)


def draw_learning(folder: Path) -> None:
    """Draw the win shares of the bundled agent of Kou-Ka-Roi while it learnt."""
    rows = [json.loads(line) for line in LEARNING.read_text(encoding="utf-8").splitlines()]
    curves = {}
    for key, name in _LEARNT_AGAINST.items():
        shares: dict[int, list[float]] = {}
        for row in rows:
            if (share := row.get(f"win_share_{key}")) is not None:
                shares.setdefault(row["steps"] // _STEPS_OF_A_POINT, []).append(share)
        curves[name] = np.array(
            [((at + 0.5) * _STEPS_OF_A_POINT, np.mean(some)) for at, some in shares.items()]
        )
    title = "Win shares in training, Kou-Ka-Roi"
    plot_curves(folder / "curve_kou_ka_roi.svg", title, curves)


def draw_exploitability(folder: Path) -> None:
    """Draw gains of best responses on small decks, and their win shares in complete games."""
    decks = _tables("benchmarks/exploitability/README.md", "exact")
    for deck, table in zip(("six", "eight"), decks, strict=True):
        dots = [
            *_dots(table.rows, "agent", "exact", "exact"),
            *_dots(table.rows, "agent", "exploit", "found by hofspiele exploit"),
        ]
        title = f"Gain of a best response in percentage points, {deck} cards"
        plot_dots(folder / f"exploitability_{deck}.svg", title, dots, "points", 0)
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


def _dots(rows: Sequence[dict[str, str]], title: str, column: str, series: str = "") -> list[Dot]:
    """Return the values of the rows in `column`, named by the column `title`."""
    found = [(row[title], spread_of(row[column])) for row in rows]
    return [Dot(name, series, spread) for name, spread in found if spread]


FIGURES: Sequence[Callable[[Path], None]] = (
    draw_matches,
    draw_ladders,
    draw_ablations,
    draw_learning,
    draw_exploitability,
    draw_speed,
)


def draw(typed: Sequence[str]) -> None:
    """Draw all pictures; raise ValueError if arguments are given."""
    Arguments(typed).check_empty()
    for figure in FIGURES:
        figure(FOLDER)


if __name__ == "__main__":
    sys.exit(run_command(__doc__ or "", draw, sys.argv[1:]))
