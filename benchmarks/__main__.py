"""Measure Hofspiele and other libraries in turns.

usage: python -m benchmarks [PART …] [quick=true]

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
the machine meanwhile.
"""

import sys
from collections.abc import Sequence

from rich.console import Console

from benchmarks import speed, startup, training
from benchmarks.report import machine_line, print_part
from hofspiele.envs.command_line.arguments import Arguments
from hofspiele.envs.command_line.command import run_command

PARTS = {"speed": speed.measure, "training": training.measure, "startup": startup.measure}
# Width of tables in characters if the output is not a terminal.
_PLAIN_WIDTH = 110


def measure(typed: Sequence[str]) -> None:
    """Measure the chosen parts and print the results."""
    given = Arguments(typed)
    given.check_names(("quick",))
    for name in given.words:
        if name not in PARTS:
            raise ValueError(f"PART is {name!r}, expected one of {', '.join(PARTS)}")
    quick = given.flag("quick")
    console = Console(width=None if sys.stdout.isatty() else _PLAIN_WIDTH)
    console.print(machine_line(), highlight=False)
    for name in given.words or PARTS:
        with console.status(name) as status:
            part = PARTS[name](status.update, quick=quick)
        if quick:
            part.notes.insert(0, "quick=true: shows that everything runs, but not how fast it is")
        print_part(console, part)


if __name__ == "__main__":
    sys.exit(run_command(__doc__ or "", measure, sys.argv[1:]))
