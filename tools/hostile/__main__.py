"""Attack the library at random and count the attempts that it survives."""

import argparse
import secrets
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from itertools import count
from multiprocessing import get_context
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Column, Table

from tools.hostile.attacks import ATTACKS, Attack, discard_output


class Result(NamedTuple):
    """The result of an attack: number of attempts, errors of failed trials by seed, duration."""

    attack: Attack
    tried: int
    failures: dict[int, str]
    seconds: float


def _arguments() -> argparse.Namespace:
    width = max(len(attack.name) for attack in ATTACKS)
    parser = argparse.ArgumentParser(
        prog="python -m tools.hostile",
        description=__doc__,
        epilog="attacks:\n" + "\n".join(f"  {a.name:{width}}  {a.about}" for a in ATTACKS),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help="by default, all attacks")
    parser.add_argument(
        "--minutes", type=float, default=15, help="total time; 0 runs one trial of each attack"
    )
    parser.add_argument(
        "--seed", type=int, default=None, help="seed of the first trial of each attack"
    )
    parser.add_argument("--processes", type=int, default=2, help="number of parallel processes")
    arguments = parser.parse_args()
    known = [attack.name for attack in ATTACKS]
    if unknown := {*arguments.attacks} - {*known}:
        parser.error(f"ATTACK is {min(unknown)!r}, expected one or more of {', '.join(known)}")
    return arguments


def main() -> int:
    """Run the command; return 1 if a trial failed, otherwise 0."""
    arguments = _arguments()
    seed = secrets.randbelow(2**31) if arguments.seed is None else arguments.seed
    attacks = [a for a in ATTACKS if not arguments.attacks or a.name in arguments.attacks]
    seconds = 60 * arguments.minutes * arguments.processes / sum(a.share for a in attacks)
    console = Console()
    console.print(f"seed {seed}")
    with ThreadPoolExecutor(arguments.processes) as threads:
        # The longest attacks start first, so that no process is idle at the end.
        jobs = [
            threads.submit(_carry_out, attack, seed, seconds * attack.share)
            for attack in sorted(attacks, key=lambda a: -a.share)
        ]
        done = track(as_completed(jobs), "attacks", len(jobs), console=console)
        results = sorted((job.result() for job in done), key=lambda r: ATTACKS.index(r.attack))
    _print(console, results)
    return int(any(result.failures for result in results))


def _carry_out(attack: Attack, seed: int, seconds: float) -> Result:
    """Run trials with consecutive seeds in a new process; the first trial always runs.

    No trial starts after `seconds`. If the process crashes, the attack ends with a failed trial.
    """
    started = time.monotonic()
    tried, failures = 0, {}
    with ProcessPoolExecutor(1, get_context("spawn"), discard_output) as process:
        for number in count(seed):
            try:
                tried += process.submit(attack.run, number).result()
            except Exception as error:
                tried += 1
                # The cause contains the traceback from the process.
                failures[number] = str(error.__cause__ or error)
                if isinstance(error, BrokenProcessPool):
                    break
            if time.monotonic() - started >= seconds:
                break
    return Result(attack, tried, failures, time.monotonic() - started)


def _print(console: Console, results: list[Result]) -> None:
    numbers = [Column(name, justify="right") for name in ("tried", "survived", "seconds")]
    table = Table("attack", "requirement", *numbers, title="attempts")
    for attack, tried, failures, seconds in results:
        survived = tried - len(failures)
        table.add_row(attack.name, attack.about, f"{tried:,}", f"{survived:,}", f"{seconds:.0f}")
    console.print(table)
    for attack, _, failures, _ in results:
        for seed, text in failures.items():
            again = f"python -m tools.hostile {attack.name} --minutes 0 --seed {seed}"
            console.print(f"\nnot survived: {again}", style="red")
            console.print(text, markup=False, highlight=False)


if __name__ == "__main__":
    sys.exit(main())
