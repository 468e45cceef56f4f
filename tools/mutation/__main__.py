"""Change the rules of games in one place at a time and check that a test fails each time."""

import argparse
import os
import random
import sys
from collections import Counter
from collections.abc import Sequence

# Numba reads this variable when it is imported. Compiling a single mutant would take a minute.
os.environ["NUMBA_DISABLE_JIT"] = "1"
os.environ["HYPOTHESIS_PROFILE"] = "few"

import pytest
from rich.console import Console
from rich.table import Table

from tools.mutation.mutants import ENVS, MODULES, Mutant, mutants
from tools.mutation.trials import KILLED, SURVIVED, TIMEOUT, Trials

GAMES = sorted(path.parent.name for path in ENVS.glob("*/rules.py"))
# Names of test files for rules and observations; a game has only some of them. Tests of random
# games are left out, because they take a long time in plain Python.
TESTS = (
    "action_cards", "attempts", "chains", "dice", "end", "guards", "king", "knowledge",
    "observation", "points", "redeal", "rules", "rulings", "scoring", "targets", "tournaments",
)  # fmt: skip


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.mutation", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument(
        "--modules",
        nargs="+",
        default=MODULES,
        metavar="MODULE",
        help="by default, all modules with rules: " + ", ".join(MODULES),
    )
    parser.add_argument("--sample", type=int, default=100, help="number of mutants per game")
    parser.add_argument("--seed", type=int, default=0, help="seed of the sample")
    parser.add_argument("--processes", type=int, default=2, help="number of parallel processes")
    parser.add_argument("--seconds", type=float, default=10, help="time for the tests of a mutant")
    arguments = parser.parse_args()
    if unknown := set(arguments.games) - {*GAMES}:
        parser.error(f"GAME is {min(unknown)!r}, expected one or more of {', '.join(GAMES)}")
    return arguments


def main() -> int:
    """Run the command and return its exit status. Ctrl-C ends it with the results so far."""
    arguments = _arguments()
    console = Console(emoji=False)  # ":100:" in a place is a line number, not an emoji
    table = Table("game", "mutants", "tried", KILLED, TIMEOUT, SURVIVED)
    code = pytest.ExitCode.OK
    survived = 0
    for game in arguments.games or GAMES:
        found = mutants(game, arguments.modules)
        sample = random.Random(arguments.seed).sample(found, min(arguments.sample, len(found)))
        code, ends = _tried(game, sample, arguments, console)
        survived += ends[SURVIVED]
        numbers = (len(found), ends.total(), ends[KILLED], ends[TIMEOUT], ends[SURVIVED])
        table.add_row(game, *map(str, numbers))
        if code in (pytest.ExitCode.INTERRUPTED, pytest.ExitCode.USAGE_ERROR):
            break
    console.print(table)
    return int(survived > 0 or code == pytest.ExitCode.USAGE_ERROR)


def _tried(
    game: str, sample: Sequence[Mutant], arguments: argparse.Namespace, console: Console
) -> tuple[pytest.ExitCode, Counter[str]]:
    """Test `sample` and print the mutants that are not killed; return exit code and counts."""
    ends: Counter[str] = Counter()

    def report(mutant: Mutant, end: str) -> None:
        ends[end] += 1
        if end != KILLED:
            console.print(f"{end}: {_describe(game, mutant)}", soft_wrap=True, markup=False)

    trials = Trials(game, sample, arguments.processes, arguments.seconds, report)
    quiet = ["-p", "no:cacheprovider", "--no-header", "--no-summary"]
    return pytest.ExitCode(pytest.main([*quiet, *_tests(game)], [trials])), ends


def _tests(game: str) -> list[str]:
    folder = ENVS.parent / "tests" / game
    paths = [folder / f"test_{name}.py" for name in TESTS]
    return [str(path) for path in paths if path.exists()]


def _describe(game: str, mutant: Mutant) -> str:
    place = f"envs/{game}/{mutant.module.replace('.', '/')}.py:{mutant.line}"
    return f"{place}: {_line(mutant.before)} → {_line(mutant.after)}"


def _line(code: str) -> str:
    return " ".join(code.split())[:100]


if __name__ == "__main__":
    sys.exit(main())
