"""The command ``python -m benchmarks``."""

import sys
from dataclasses import dataclass

from rich.console import Console

from benchmarks import speed, startup, training
from benchmarks.report import machine_line, print_part
from hofspiele.envs.command_line.command import command
from hofspiele.envs.command_line.setting import setting

PARTS = {"speed": speed.measure, "training": training.measure, "startup": startup.measure}
# Width of tables in characters if the output is not a terminal.
_PLAIN_WIDTH = 110


@dataclass(frozen=True)
class Benchmarks:
    """Settings of measurements."""

    parts: list[str] = setting(
        [*PARTS], "one part, or a list as in parts=speed,startup", word=True, choices=tuple(PARTS)
    )
    quick: bool = setting(
        False, "true: few and short rounds, which show that everything runs but not how fast it is"
    )


@command(Benchmarks)
def main(settings: Benchmarks) -> None:
    """Measure Hofspiele and other libraries in turns.

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
    console = Console(width=None if sys.stdout.isatty() else _PLAIN_WIDTH)
    console.print(machine_line(), highlight=False)
    for name in settings.parts:
        with console.status(name) as status:
            part = PARTS[name](status.update, quick=settings.quick)
        if settings.quick:
            part.notes.insert(0, "quick=true: shows that everything runs, but not how fast it is")
        print_part(console, part)


if __name__ == "__main__":
    main()
