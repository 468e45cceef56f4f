"""Tables of any number of games in all stages."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path

import numpy as np

from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.batch import bytes_per_game
from hofspiele.envs.core.checks import machine_bytes
from hofspiele.envs.core.random_play import choose_random
from hofspiele.envs.core.rng import derived_seed

# Share of the free memory that tables may take together.
_SHARE = 0.6
# Number of games that are copied, and of decisions in the one that is played longest: those of
# several games of any kind.
_SOURCE_GAMES = 1000


def mixed_games(game: Game) -> Table:
    """Return a table whose games are in all stages: each was stepped another number of times.

    A new table of many games is in the opening for a long time, and openings are not typical.
    """
    table = Table(game, _SOURCE_GAMES)
    actions = np.zeros(_SOURCE_GAMES, np.int64)
    order = np.random.default_rng(0).permutation(_SOURCE_GAMES)
    for number in range(_SOURCE_GAMES):
        choose_random(table.action_masks, derived_seed(table.seed, number), actions)
        games = order[number:]
        table.step(actions[games], games)
    return table


def table_like(source: Table, num_games: int, num_threads: int = 1) -> Table:
    """Return a table of `num_games` games that are copies of those of `source`, repeatedly."""
    table = Table(source.game, num_games, num_threads=num_threads)
    for name in Table.__annotations__:
        own, others = getattr(table.batch.arrays, name), getattr(source, name)
        for first in range(0, num_games, len(others)):
            own[first : first + len(others)] = others[: num_games - first]
    return table


def that_fit(game: Game, numbers: Sequence[int]) -> list[int]:
    """Return the first of `numbers` whose tables fit into the free memory together."""
    together = accumulate(number * bytes_per_game(game) for number in numbers)
    most = _SHARE * _free_bytes()
    return [number for number, taken in zip(numbers, together, strict=True) if taken <= most]


def _free_bytes() -> float:
    """Return the free memory of this machine, or half its memory if that is unknown."""
    try:
        return dict(_fields(Path("/proc/meminfo")))["MemAvailable"]
    except OSError:  # Only Linux has this file.
        return machine_bytes() / 2


def process_bytes() -> int:
    """Return the physical memory that this process uses (Linux only)."""
    return dict(_fields(Path("/proc/self/status")))["VmRSS"]


def _fields(file: Path) -> Iterator[tuple[str, int]]:
    """Yield the fields of a file of /proc that are given in kB, in bytes."""
    for line in file.read_text(encoding="utf-8").splitlines():
        name, _, value = line.partition(":")
        if value.endswith(" kB"):
            yield name, 1024 * int(value.removesuffix(" kB"))
