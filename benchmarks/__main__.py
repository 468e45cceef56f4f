"""The command line: ``python -m benchmarks [PART …] [--json PATH] [--out FOLDER] [--quick]``."""

import argparse
import importlib
import sys
from pathlib import Path

from rich.console import Console

from benchmarks.charts import write_page
from benchmarks.measure import Show
from benchmarks.peers import HOW_TO_INSTALL
from benchmarks.report import Part, machine, machine_line, print_part, write_json

# Each part is a module with a function `measure`.
_DEFAULT = ("speed", "training", "startup", "pictures", "tables", "cluster")
PARTS = (*_DEFAULT, "growth")
_QUICK = "few and short rounds, which show that everything runs but not how fast it is"
# Width of tables in characters if the output is not a terminal.
_PLAIN_WIDTH = 110


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measures Hofspiele and other libraries in turns in one process, and compares\n"
        "the results with targets. A missed target is not an error.\n"
        "The default parts take about ten minutes, and growth takes four; run nothing else on\n"
        "the machine meanwhile.",
        epilog="parts:\n"
        "  speed     decisions per second of random play: our Table, Gymnasium and PettingZoo\n"
        "            environments against PettingZoo's connect_four, OpenSpiel's gin_rummy and\n"
        "            yacht, three games of pgx and a task of EnvPool; threads, searches, memory\n"
        "  training  steps per second of MaskablePPO on self-play games and on an environment\n"
        "            that does no work\n"
        "  startup   seconds to compile everything, and from import to the first step\n"
        "  pictures  SVG documents and frames per second, also of connect_four; replay pages\n"
        "  tables    seconds until a person's move in the browser is confirmed and shown to\n"
        "            spectators, while a hundred tables of agents and two hundred browsers are\n"
        "            active\n"
        "  cluster   matches distributed by Ray: start-up, tasks per second, games per second\n"
        "            and core, bytes per game (with Ray: .venv-ray/bin/python -m benchmarks …)\n"
        "  growth    a page with plots of rates and memory over the number of games, players and\n"
        "            threads, the batch size and the width of networks",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)} (default: all but growth)"
    )
    parser.add_argument("--json", type=Path, metavar="PATH", help="also write results to this file")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FOLDER",
        default=Path("results/growth"),
        help="folder for the page and the plots of growth (default: %(default)s)",
    )
    parser.add_argument("--quick", action="store_true", help=_QUICK)
    arguments = parser.parse_args()
    for name in arguments.parts:
        if name not in PARTS:
            parser.error(f"PART is {name!r}, expected one of {', '.join(PARTS)}")
    if arguments.json is not None and not arguments.json.parent.is_dir():
        parser.error(f"--json is {arguments.json}, expected a file in an existing folder")
    if arguments.out.exists() and not arguments.out.is_dir():
        parser.error(f"--out is {arguments.out}, expected a folder")
    return arguments


def _measure(name: str, show: Show, *, quick: bool) -> Part:
    try:
        part = importlib.import_module(f"benchmarks.{name}")
    except ModuleNotFoundError as error:
        return Part(
            name, missing=[f"{name} can't be measured ({error}); to install it, {HOW_TO_INSTALL}"]
        )
    return part.measure(show, quick=quick)


def main() -> None:
    """Measure the chosen parts, print the results, and write them to a file if one is given."""
    arguments = _arguments()
    console = Console(width=None if sys.stdout.isatty() else _PLAIN_WIDTH)
    this_machine = machine()
    console.print(machine_line(this_machine), highlight=False)
    parts = []
    for name in arguments.parts or _DEFAULT:
        with console.status(name) as status:
            part = _measure(name, status.update, quick=arguments.quick)
        if arguments.quick:
            part.notes = [f"--quick: {_QUICK}"]
        parts.append(part)
        print_part(console, part)
        if part.charts:
            head = [machine_line(this_machine), *part.notes, *part.missing]
            page = write_page(arguments.out, part.title, head, part.charts)
            console.print(f"wrote {page}")
    if arguments.json is not None:
        write_json(arguments.json, this_machine, parts)
        console.print(f"wrote results to {arguments.json}")


if __name__ == "__main__":
    main()
