"""What each idea of the recipe quick is worth, compared with the stock MaskablePPO.

usage: python -m benchmarks.ablations [NAME=VALUE …]

  steps    steps of each training run; default 600000
  seeds    number of runs of each variant, with the seeds 0, 1, …; default 3
  games    number of games of each evaluation; default 600
  seconds  processor time to train the stock class; default 120
  results  folder of the runs; default results/ablations
  file     the file that the command writes; default rows.jsonl in the folder of the runs

The command trains every variant (benchmarks/ablations/variants.py) of the recipe quick, Kou-Ka-Roi
with three players, and evaluates it against two greedy agents and against two search-100 agents.
One variant also trains against a best response to the recipe's agent; the response is trained for
as many steps as the variants. The stock MaskablePPO of sb3-contrib learns from games against greedy
for the given time. The command prints a Markdown table, and writes the win shares and learning
curves of all runs to a file, from which `benchmarks.figures` draws pictures.

Runs are kept. After Ctrl-C, the same command resumes. Finished runs are not repeated, so other
values have no effect on them: give another folder `results` to measure with other values.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.ablations.rows import Row, write_rows
from benchmarks.ablations.stock import train_stock
from benchmarks.ablations.variants import RECIPE, VARIANTS, Variant
from benchmarks.runs import finished_run
from hofspiele.envs.core.arguments import Arguments
from hofspiele.envs.core.command import run_command
from hofspiele.training.cli.quoting import override
from hofspiele.training.measuring.tables import markdown_table, percentage
from hofspiele.training.runs.curve import WIN_SHARE, read_curve
from hofspiele.training.runs.folder import RunFolder

_NAMES = ("steps", "seeds", "games", "seconds", "results", "file")
_NUM_PLAYERS = 3
_OPPONENTS = ["greedy", "search-100"]
_AGAINST_GREEDY = f"{WIN_SHARE}greedy"


def row(title: str, runs: Sequence[RunFolder]) -> Row:
    """Return the steps, win shares and learning curves of runs that differ only in their seeds."""
    curves = [read_curve(run.curve) for run in runs]
    evaluations = [json.loads(run.evaluation.read_text(encoding="utf-8")) for run in runs]
    shares = [[e["agents"][0]["win_share"]["mean"] for e in found] for found in evaluations]
    return Row(
        title,
        [int(curve[-1]["steps"]) for curve in curves],
        np.transpose(shares).tolist(),
        [
            [lines[0]["steps"], *(line[_AGAINST_GREEDY] for line in lines)]
            for lines in zip(*curves, strict=True)
            if all(_AGAINST_GREEDY in line for line in lines)
        ],
    )


def table(rows: Sequence[Row]) -> str:
    """Return a Markdown table of the means over all seeds, with the lowest and highest value."""
    columns = ["variant", "steps", *(f"against 2 × `{name}`" for name in _OPPONENTS)]
    cells = [
        [row.title, f"{np.mean(row.steps):,.0f}", *(_spread(shares) for shares in row.shares)]
        for row in rows
    ]
    return markdown_table(columns, cells)


def _spread(shares: Sequence[float]) -> str:
    mean = percentage(float(np.mean(shares)))
    return f"{mean} ({100 * min(shares):.1f} to {100 * max(shares):.1f})"


def measure(typed: Sequence[str]) -> None:
    """Measure all variants, print and write the rows; raise ValueError if an argument is wrong."""
    given = Arguments(typed)
    given.check_names(_NAMES)
    steps, games = given.integer("steps", 600_000, 1, 10**9), given.integer("games", 600, 6)
    seeds, seconds = range(given.integer("seeds", 3, 1)), given.integer("seconds", 120, 1)
    results = Path(given.values.get("results", "results/ablations"))
    file = Path(given.values.get("file", results / "rows.jsonl"))
    shared = [
        "experiment=quick", f"steps={steps}", f"evaluation.games={games}", "overlap=false",
        f"evaluation.opponents=[{','.join(_OPPONENTS)}]",
    ]  # fmt: skip

    def trained(variant: Variant, seed: int) -> RunFolder:
        response = str(results / f"best_response-{seed}")
        values = [value.replace("{response}", response) for value in variant.values]
        if values != [*variant.values]:
            agent = override("agent", str(results / f"{RECIPE.name}-{seed}"))
            exploiting = [value for value in shared if "opponents" not in value]
            finished_run("exploit", Path(response), [*exploiting, f"seed={seed}", agent])
        path = results / f"{variant.name}-{seed}"
        return finished_run("train", path, [*shared, f"seed={seed}", *values])

    def stock(seed: int) -> RunFolder:
        path = results / f"stock-{seed}"
        return train_stock(path, _NUM_PLAYERS, seconds, seed, _OPPONENTS, games)

    titles = [*(variant.title for variant in VARIANTS), f"stock MaskablePPO, {seconds} s"]
    runs = [[*(trained(variant, seed) for variant in VARIANTS), stock(seed)] for seed in seeds]
    rows = [row(title, found) for title, found in zip(titles, zip(*runs, strict=True), strict=True)]
    print(table(rows))
    write_rows(file, rows)


if __name__ == "__main__":
    sys.exit(run_command(__doc__ or "", measure, sys.argv[1:]))
