"""The command ``hofspiele selfcheck``."""

import os
import platform
import sys
import time
from dataclasses import dataclass
from importlib.metadata import version

import numpy as np

from hofspiele import envs
from hofspiele.envs.agents import make_agent
from hofspiele.envs.command_line.command import command
from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.random_play import choose_random, play_random
from hofspiele.envs.core.rng import derived_seed

# The results of `known_points_of` for the bundled games. A different number means that a rule is
# broken, or that the compiler or the processor computes wrongly.
KNOWN_POINTS = {"kardinal": 60808, "knatsch": 2065, "kou_ka_roi": 312216}
_GAMES, _STEPS = 100, 600
# Number of games and decisions in which the speed is measured.
_TIMED_GAMES, _TIMED_DECISIONS = 1024, 500_000


@dataclass(frozen=True)
class SelfCheck:
    """The settings of `hofspiele selfcheck`: none."""


@command(SelfCheck)
def main(settings: SelfCheck) -> None:
    """Check this installation: compile all games, play known games, measure the speed.

    For each game, 60,000 random decisions must lead to known points. The speed is
    that of one thread, which plays 1,024 games at a time. The first check after an
    installation compiles the games, which takes most of its time.
    """
    libraries = [
        f"{name} {version(name)}" for name in ("numpy", "numba", "gymnasium", "pettingzoo")
    ]
    print(f"hofspiele {envs.__version__}, Python {platform.python_version()}, {sys.platform}")
    print(f"{', '.join(libraries)}; {os.cpu_count()} cores\n")
    missing = set()
    for name, known in KNOWN_POINTS.items():
        game = envs.make(envs.GameName(name))
        found, trained = _checked(game, known), "ready"
        try:
            make_agent("trained").check(game)
        except ValueError as error:
            trained = "missing"
            missing.add(str(error))
        print(f"{name:<11} {found}, trained: {trained}", flush=True)
    for reason in sorted(missing):
        print(f"\n{reason}")


def _checked(game: Game, known: int) -> str:
    """Check `game` and return a line of results; raise ValueError if its points differ."""
    start = time.perf_counter()
    points = known_points_of(game)
    seconds = time.perf_counter() - start
    if points != known:
        raise ValueError(
            f"{game.name}: the points of known games add up to {points}, expected {known}; delete "
            "the compiled rules (folders kernels-* in NUMBA_CACHE_DIR, __pycache__ or the user's "
            "cache folder) and try again; if it happens again, report it with the lines above"
        )
    rate = _decisions_per_second(game) / 1e6
    return f"correct after {seconds:4.1f} s, {rate:.1f} M decisions/s"


def known_points_of(game: Game) -> int:
    """Return the sum of all seats' points in the games that end while random actions are played."""
    table, points = Table(game, _GAMES, seed=1), 0.0
    actions = np.zeros(_GAMES, np.int64)
    for step in range(_STEPS):
        choose_random(table.action_masks, derived_seed(table.seed, step), actions)
        table.step(actions)
        points += table.scores[table.finished].sum()
    return round(points)


def _decisions_per_second(game: Game) -> float:
    play_random(game, _TIMED_GAMES, 1)  # The first step may still compile.
    start = time.perf_counter()
    play_random(game, _TIMED_GAMES, _TIMED_DECISIONS)
    return _TIMED_DECISIONS / (time.perf_counter() - start)
