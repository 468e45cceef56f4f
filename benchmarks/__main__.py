"""The command line: ``python -m benchmarks [PART …] [--json PATH] [--quick]``."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from benchmarks.figures import Part
from benchmarks.machine import machine
from benchmarks.measure import Show
from benchmarks.peers import HOW_TO_INSTALL
from benchmarks.report import print_machine, print_part, write_json

_QUICK = "few and short rounds, which show that everything runs, but not how fast"
# Tables have this many columns if the output is not a terminal.
_PLAIN_WIDTH = 110


def _speed(show: Show, *, quick: bool) -> Part:
    from benchmarks.speed import measure_speed

    return measure_speed(show, quick=quick)


def _training(show: Show, *, quick: bool) -> Part:
    try:
        from benchmarks.training_speed import measure_training
    except ModuleNotFoundError as error:
        sentence = f"training can't be measured ({error}); to change that {HOW_TO_INSTALL}"
        return Part("Speed of training", missing=[sentence])
    return measure_training(show, quick=quick)


def _startup(show: Show, *, quick: bool) -> Part:
    from benchmarks.startup import measure_startup

    return measure_startup(show, quick=quick)


def _tables(show: Show, *, quick: bool) -> Part:
    try:
        from benchmarks.tables_load import measure_tables
    except ModuleNotFoundError as error:
        sentence = f"tables can't be measured ({error}); to change that {HOW_TO_INSTALL}"
        return Part("Tables in the browser", missing=[sentence])
    return measure_tables(show, quick=quick)


def _pictures(show: Show, *, quick: bool) -> Part:
    from benchmarks.pictures import measure_pictures

    return measure_pictures(show, quick=quick)


def _cluster(show: Show, *, quick: bool) -> Part:
    from hofspiele.training.cli.dependencies import lack_of

    lack = lack_of("the cluster", ("ray",))
    if lack:
        return Part("Matches on a cluster", missing=[lack])
    from benchmarks.cluster import measure_cluster

    return measure_cluster(show, quick=quick)


_PARTS: dict[str, Callable[..., Part]] = {
    "speed": _speed,
    "training": _training,
    "startup": _startup,
    "pictures": _pictures,
    "tables": _tables,
    "cluster": _cluster,
}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measures the speed of Hofspiele side by side with other libraries, in one\n"
        "process and in turns, and compares it with targets. A missed target is no error.\n"
        "All parts together take about ten minutes; let the machine do nothing else meanwhile.",
        epilog="parts:\n"
        "  speed     decisions per second of random play: our Table, Gymnasium and PettingZoo\n"
        "            environments beside PettingZoo's connect_four, OpenSpiel's gin_rummy and\n"
        "            yacht, three games of pgx and a task of EnvPool; threads, searches, memory\n"
        "  training  steps per second of MaskablePPO on self-play games and on an environment\n"
        "            that costs nothing\n"
        "  startup   seconds to compile everything, and from import to the first step\n"
        "  pictures  documents and frames per second beside connect_four's frames; pages\n"
        "  tables    seconds until a person's move in the browser is confirmed, beside a hundred\n"
        "            tables of agents and two hundred browsers\n"
        "  cluster   matches spread by Ray: start-up, tasks a second, games a second on a core,\n"
        "            bytes (needs Ray: .venv-ray/bin/python -m benchmarks cluster)",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "parts",
        nargs="*",
        metavar="PART",
        help=f"{', '.join(_PARTS)} (default: all)",
    )
    parser.add_argument("--json", type=Path, metavar="PATH", help="also write all figures here")
    parser.add_argument("--quick", action="store_true", help=_QUICK)
    arguments = parser.parse_args()
    for name in arguments.parts:
        if name not in _PARTS:
            parser.error(f"there is no part {name!r}; parts: {', '.join(_PARTS)}")
    if arguments.json is not None and not arguments.json.parent.is_dir():
        parser.error(f"--json: there is no folder {arguments.json.parent}")
    return arguments


def main() -> None:
    """Measure, print and write the figures."""
    arguments = _arguments()
    console = Console(width=None if sys.stdout.isatty() else _PLAIN_WIDTH)
    this_machine = machine()
    print_machine(console, this_machine)
    parts = []
    for name in arguments.parts or _PARTS:
        with console.status(name) as status:
            part = _PARTS[name](status.update, quick=arguments.quick)
        if arguments.quick:
            part.notes = [f"--quick: {_QUICK}"]
        parts.append(part)
        print_part(console, parts[-1])
    if arguments.json is not None:
        write_json(arguments.json, this_machine, parts)
        console.print(f"figures are in {arguments.json}")


if __name__ == "__main__":
    main()
