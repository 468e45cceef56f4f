"""Measure Hofspiele and other libraries in turns, and compare the results with targets.

usage: python -m benchmarks [PART …] [NAME=VALUE …]

  json   also write the results to this file
  quick  true: few and short rounds, which show that everything runs but not
         how fast it is

The parts are

  speed     decisions per second of random play: our Table, Gymnasium and
            PettingZoo environments against PettingZoo, OpenSpiel, pgx and
            EnvPool; threads, searches, memory
  training  steps per second of MaskablePPO on self-play games and on an
            environment that does no work
  startup   seconds to compile everything, and from import to the first step

By default, all are measured. This takes about eight minutes; run nothing else on
the machine meanwhile. A missed target is not an error.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from benchmarks import speed, startup, training
from benchmarks.report import machine, machine_line, print_part
from hofspiele.envs.command_line.arguments import Arguments
from hofspiele.envs.command_line.command import run_command
from hofspiele.training.cli.files import check_writable, write_json

PARTS = {"speed": speed.measure, "training": training.measure, "startup": startup.measure}
# Width of tables in characters if the output is not a terminal.
_PLAIN_WIDTH = 110


def measure(typed: Sequence[str]) -> None:
    """Measure the chosen parts, print the results, and write them to a file if one is given."""
    given = Arguments(typed)
    given.check_names(("json", "quick"))
    for name in given.words:
        if name not in PARTS:
            raise ValueError(f"PART is {name!r}, expected one of {', '.join(PARTS)}")
    file = Path(given.values["json"]) if "json" in given.values else None
    if file is not None:
        check_writable("json", file)
    quick = given.flag("quick")
    console = Console(width=None if sys.stdout.isatty() else _PLAIN_WIDTH)
    this_machine = machine()
    console.print(machine_line(this_machine), highlight=False)
    parts = []
    for name in given.words or PARTS:
        with console.status(name) as status:
            part = PARTS[name](status.update, quick=quick)
        if quick:
            part.notes = ["quick=true: shows that everything runs, but not how fast it is"]
        parts.append(part)
        print_part(console, part)
    if file is not None:
        content = {"machine": this_machine, "parts": [part.to_dict() for part in parts]}
        write_json(file, content)
        console.print(f"wrote results to {file}")


if __name__ == "__main__":
    sys.exit(run_command(__doc__ or "", measure, sys.argv[1:]))
