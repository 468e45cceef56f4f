"""Measure Hofspiele and other libraries in turns, and compare the results with targets.

usage: python -m benchmarks [PART …] [NAME=VALUE …]

  json   also write the results to this file
  out    folder for the page and the pictures of growth (default results/growth)
  quick  true: few and short rounds, which show that everything runs but not
         how fast it is

The parts are

  speed     decisions per second of random play: our Table, Gymnasium and
            PettingZoo environments against PettingZoo, OpenSpiel, pgx and
            EnvPool; threads, searches, memory
  training  steps per second of MaskablePPO on self-play games and on an
            environment that does no work
  startup   seconds to compile everything, and from import to the first step
  pictures  SVG documents and frames per second; replay pages
  tables    seconds until a person's move in the browser is confirmed and shown
            to spectators, while the server is busy
  cluster   matches distributed by Ray: start-up, tasks per second, games per
            second and core, bytes per game (in .venv-ray, see the Makefile)
  growth    a page with plots of rates and memory over the number of games (on
            one core and on all) and of players, the batch size and the width
            of networks

By default, all but growth are measured. This takes about ten minutes, and
growth takes four; run nothing else on the machine meanwhile. A missed target is
not an error.
"""

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from benchmarks.charts import write_page
from benchmarks.measure import Show
from benchmarks.peers import HOW_TO_INSTALL
from benchmarks.report import Part, machine, machine_line, print_part
from hofspiele.envs.core.arguments import Arguments
from hofspiele.envs.core.command import run_command
from hofspiele.training.cli.files import check_writable, write_json

# Each part is a module with a function `measure`.
_DEFAULT = ("speed", "training", "startup", "pictures", "tables", "cluster")
PARTS = (*_DEFAULT, "growth")
# Width of tables in characters if the output is not a terminal.
_PLAIN_WIDTH = 110


def measure(typed: Sequence[str]) -> None:
    """Measure the chosen parts, print the results, and write them to a file if one is given."""
    given = Arguments(typed)
    given.check_names(("json", "out", "quick"))
    for name in given.words:
        if name not in PARTS:
            raise ValueError(f"PART is {name!r}, expected one of {', '.join(PARTS)}")
    file = Path(given.values["json"]) if "json" in given.values else None
    if file is not None:
        check_writable("json", file)
    folder, quick = Path(given.values.get("out", "results/growth")), given.flag("quick")
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"out is {folder}, expected a folder")
    console = Console(width=None if sys.stdout.isatty() else _PLAIN_WIDTH)
    this_machine = machine()
    console.print(machine_line(this_machine), highlight=False)
    parts = []
    for name in given.words or _DEFAULT:
        with console.status(name) as status:
            part = _measure(name, status.update, quick=quick)
        if quick:
            part.notes = ["quick=true: shows that everything runs, but not how fast it is"]
        parts.append(part)
        print_part(console, part)
        if part.charts:
            head = [machine_line(this_machine), *part.notes, *part.missing]
            console.print(f"wrote {write_page(folder, part.title, head, part.charts)}")
    if file is not None:
        content = {"machine": this_machine, "parts": [part.to_dict() for part in parts]}
        write_json(file, content)
        console.print(f"wrote results to {file}")


def _measure(name: str, show: Show, *, quick: bool) -> Part:
    try:
        part = importlib.import_module(f"benchmarks.{name}")
    except ModuleNotFoundError as error:
        return Part(name, missing=[f"{name} can't be measured ({error}); {HOW_TO_INSTALL}"])
    return part.measure(show, quick=quick)


if __name__ == "__main__":
    sys.exit(run_command(__doc__ or "", measure, sys.argv[1:]))
