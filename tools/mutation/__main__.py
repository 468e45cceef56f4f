"""Change the rules of games in one place at a time and check that a test fails each time."""

import argparse
import os
import random
import sys
from collections import Counter

# Numba reads this variable when it is imported. Compiling a single mutant would take a minute.
os.environ["NUMBA_DISABLE_JIT"] = "1"
os.environ["HYPOTHESIS_PROFILE"] = "few"

import pytest

from tools.mutation.mutants import ENVS, Mutant, mutants
from tools.mutation.trials import KILLED, SURVIVED, TIMEOUT, Trials

GAMES = sorted(path.parent.name for path in ENVS.glob("*/rules.py"))
# Names of test files for rules and observations; a game has only some of them. Tests of random
# games are left out, because they take a long time in plain Python.
TESTS = (
    "action_cards", "attempts", "chains", "dice", "end", "guards", "king", "knowledge",
    "observation", "points", "redeal", "rules", "rulings", "scoring", "targets", "tournaments",
)  # fmt: skip
_QUIET = ("-p", "no:cacheprovider", "--no-header", "--no-summary")


def main() -> int:
    """Run the command and return its exit status. Ctrl-C ends it with the results so far."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutation", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--sample", type=int, default=100, help="number of mutants per game")
    parser.add_argument("--seed", type=int, default=0, help="seed of the sample")
    arguments = parser.parse_args()
    if unknown := set(arguments.games) - {*GAMES}:
        parser.error(f"GAME is {min(unknown)!r}, expected one or more of {', '.join(GAMES)}")
    status = 0
    for game in arguments.games or GAMES:
        found = mutants(game)
        sample = random.Random(arguments.seed).sample(found, min(arguments.sample, len(found)))
        ends: Counter[str] = Counter()

        def report(mutant: Mutant, end: str, game: str = game, ends: Counter[str] = ends) -> None:
            ends[end] += 1
            if end != KILLED:
                print(f"{end}: {_describe(game, mutant)}", flush=True)

        files = [ENVS.parent / "tests" / game / f"test_{name}.py" for name in TESTS]
        tests = [str(file) for file in files if file.exists()]
        code = pytest.main([*_QUIET, *tests], [Trials(game, sample, report)])
        counts = ", ".join(f"{ends[end]} {end}" for end in (KILLED, TIMEOUT, SURVIVED))
        print(f"{game}: {len(found)} mutants, {ends.total()} tried: {counts}")
        if ends[SURVIVED] or code == pytest.ExitCode.USAGE_ERROR:
            status = 1
        if code in (pytest.ExitCode.INTERRUPTED, pytest.ExitCode.USAGE_ERROR):
            break
    return status


def _describe(game: str, mutant: Mutant) -> str:
    before, after = (" ".join(code.split())[:100] for code in (mutant.before, mutant.after))
    return f"envs/{game}/{mutant.module}.py:{mutant.line}: {before} → {after}"


if __name__ == "__main__":
    sys.exit(main())
