"""Tables of any number of games in all stages.

``python -m benchmarks.many_games GAME PLAYERS N …`` prints, for each N in turn, the bytes that its
process uses with a table of N games (Linux only).
"""

import os
import sys
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path

import numpy as np

from hofspiele import envs
from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.batch import bytes_per_game
from hofspiele.envs.core.checks import machine_bytes
from hofspiele.envs.core.random_play import choose_random
from hofspiele.envs.core.rng import derived_seed

# Share of the machine's memory that tables may take together.
_SHARE = 0.5
# Number of games that are copied. It is also the number of steps in the game that is stepped most
# often, enough for it to end and be dealt again several times.
_SOURCE_GAMES = 1000


def mixed_games(game: Game) -> Table:
    """Return a table whose games are in all stages: each was stepped a different number of times.

    Many new games would stay in the opening during a measurement, and openings are not typical.
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
    """Return a table of `num_games` games, which are copies of the games of `source` in turn."""
    table = Table(source.game, num_games, num_threads=num_threads)
    for name in Table.__annotations__:
        own, others = getattr(table.batch.arrays, name), getattr(source, name)
        for first in range(0, num_games, len(others)):
            own[first : first + len(others)] = others[: num_games - first]
    return table


def that_fit(game: Game, numbers: Sequence[int]) -> list[int]:
    """Return the leading entries of `numbers` whose tables fit into memory together."""
    together = accumulate(number * bytes_per_game(game) for number in numbers)
    most = _SHARE * machine_bytes()
    return [number for number, taken in zip(numbers, together, strict=True) if taken <= most]


if __name__ == "__main__":
    source = mixed_games(envs.make(envs.GameName(sys.argv[1]), num_players=int(sys.argv[2])))
    for num_games in map(int, sys.argv[3:]):
        table = table_like(source, num_games)
        table.step(table.action_masks.argmax(1))
        resident = Path("/proc/self/statm").read_text(encoding="utf-8").split()[1]
        print(int(resident) * os.sysconf("SC_PAGE_SIZE"))
        del table  # Two tables at once would need more memory.
