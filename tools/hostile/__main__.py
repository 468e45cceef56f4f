"""Run attacks on the library and count the attempts that it survives."""

import argparse
import secrets
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed

from rich.console import Console
from rich.progress import track

from hofspiele.training.measuring.tables import result_table
from tools.hostile.attack import Attack, Tally
from tools.hostile.attacks import ATTACKS, in_its_process


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.hostile", description=__doc__)
    parser.add_argument(
        "attacks", nargs="*", metavar="ATTACK", help=", ".join(attack.name for attack in ATTACKS)
    )
    parser.add_argument("--minutes", type=float, default=15, help="total time in minutes")
    parser.add_argument("--seed", type=int, default=None, help="seed of each first trial")
    parser.add_argument("--processes", type=int, default=2, help="number of parallel processes")
    parser.add_argument(
        "--trials", type=int, default=None, help="maximum number of trials of each attack"
    )
    arguments = parser.parse_args()
    known = {attack.name for attack in ATTACKS}
    if unknown := set(arguments.attacks) - known:
        parser.error(f"ATTACK is {min(unknown)!r}, expected one or more of {sorted(known)}")
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
            threads.submit(in_its_process, a.name, seed, seconds * a.share, arguments.trials)
            for a in sorted(attacks, key=lambda a: -a.share)
        ]
        done = track(as_completed(jobs), "attacks", len(jobs), console=console)
        found = [job.result() for job in done]
    _print(console, attacks, found)
    return int(any(tally.failures for tally in found))


def _print(console: Console, attacks: list[Attack], found: list[Tally]) -> None:
    by_name = {tally.name: tally for tally in found}
    rows = []
    for tally in (by_name[attack.name] for attack in attacks):
        survived = tally.tried - len(tally.failures)
        rows.append((tally.name, f"{tally.tried:,}", f"{survived:,}", f"{tally.seconds:.0f}"))
    columns = "attack", "tried", "survived", "seconds"
    console.print(result_table("attempts", columns, rows))
    for tally in found:
        for failure in tally.failures:
            again = f"python -m tools.hostile {tally.name} --trials 1 --seed {failure.seed}"
            console.print(f"\nnot survived: {again}", style="red")
            console.print(failure.text, markup=False, highlight=False)


if __name__ == "__main__":
    sys.exit(main())
