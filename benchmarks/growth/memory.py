"""Memory per game over the number of games."""

import subprocess
import sys
from collections.abc import Sequence

from benchmarks.charts import Chart, Curve
from benchmarks.growth.bends import fit, table_of_bends, within
from benchmarks.many_games import that_fit
from benchmarks.measure import Show, exactly
from benchmarks.ours import GAMES, NUM_PLAYERS
from hofspiele.envs.core.batch import bytes_per_game


def over_games(numbers: Sequence[int], show: Show) -> Chart:
    """Return the chart of the memory of new processes."""
    curves, lines = [], {}
    for ours in GAMES:
        show(f"memory of {ours.name}")
        fitting = that_fit(ours.make(), numbers)
        used = _bytes(ours.name, fitting)
        line = fit(fitting, used)
        lines[f"{ours.title} ({bytes_per_game(ours.make()) / 1e3:.3g} kB in arrays)"] = (
            line,
            line.bend,
        )
        each = [exactly(taken / number) for number, taken in zip(fitting, used, strict=True)]
        curves.append(Curve(ours.title, fitting, each, within(line.bend, fitting)))
    table = table_of_bends("MB per process", "kB per game", "bend at games", lines, (1e6, 1e3))
    return Chart(
        "memory.png",
        "Memory per game over the number of games",
        "games on the table",
        "memory of the process per game, bytes",
        curves,
        "A new process holds Python, its packages and the compiled code of the game once, and the "
        "arrays of all games. The bend (circle) is where both take the same memory: with fewer "
        "games the process itself takes most of it, with more games the memory per game approaches "
        f"that of the arrays.\n\n{table}",
        log="xy",
    )


def _bytes(name: str, numbers: Sequence[int]) -> list[int]:
    """Return the memory of a new process with each number of games, in bytes."""
    program = [sys.executable, "-m", "benchmarks.memory_use", name, str(NUM_PLAYERS)]
    done = subprocess.run(
        [*program, *map(str, numbers)], check=True, stdout=subprocess.PIPE, text=True
    )
    return [int(line) for line in done.stdout.split()]
