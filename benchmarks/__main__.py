"""Measure Hofspiele and other libraries in turns, and compare the results with targets.

The parts are

  speed     decisions per second of random play: our Table, Gymnasium and
            PettingZoo environments against PettingZoo, OpenSpiel, pgx and
            EnvPool; threads, searches, memory
  training  steps per second of MaskablePPO on self-play games and on an
            environment that does no work
  startup   seconds to compile everything, and from import to the first step

By default, all are measured, which takes about eight minutes; run nothing else on
the machine meanwhile. A missed target is not an error.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from benchmarks import speed, startup, training
from benchmarks.report import machine, machine_line, print_part
from hofspiele.envs.command_line.command import command
from hofspiele.envs.command_line.setting import setting
from hofspiele.training.cli.files import check_writable, write_json

PARTS = {"speed": speed.measure, "training": training.measure, "startup": startup.measure}
# Width of tables in characters if the output is not a terminal.
_PLAIN_WIDTH = 110


@dataclass(frozen=True)
class Benchmarks:
    """Settings of measurements."""

    parts: list[str] = setting(
        [*PARTS], "one part, or a list as in parts=speed,startup", word=True, choices=tuple(PARTS)
    )
    json: str | None = setting(None, "also write the results to this file")
    quick: bool = setting(
        False, "true: few and short rounds, which show that everything runs but not how fast it is"
    )


@command(Benchmarks)
def main(settings: Benchmarks) -> None:
    """Measure the chosen parts, print the results, and write them to a file if one is given."""
    quick, file = settings.quick, None if settings.json is None else Path(settings.json)
    if file is not None:
        check_writable("json", file)
    console = Console(width=None if sys.stdout.isatty() else _PLAIN_WIDTH)
    this_machine = machine()
    console.print(machine_line(this_machine), highlight=False)
    parts = []
    for name in settings.parts:
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
    main()
