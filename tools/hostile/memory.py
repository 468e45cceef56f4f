"""Games in all interfaces, at a table and in a match, during which memory must not grow."""

import gc
import resource
from pathlib import Path

from hofspiele.envs.agents import make_agent, play_match
from hofspiele.envs.core import Table
from tests.api.faces import faces_of, make_face, trace
from tests.core.test_table import play
from tests.games import Case
from tools.hostile.drawn import CASES, Rng, one_of, seed_of

# Numbers of rounds before the measurement, and in each of its two halves. Threads take memory when
# they first play. A leak takes memory in both halves; Python's allocator may take some in one.
_WARM_UP, _ROUNDS = 5, 3
# Maximum growth of memory in bytes. Usually, memory does not grow at all.
_MOST_GROWTH = 1 << 20


def play_on(rng: Rng, folder: Path) -> int:
    """Play one case again and again; check that memory does not grow after a warm-up."""
    case = one_of(rng, CASES)
    for _ in range(_WARM_UP):
        _play_everywhere(case, rng)
    readings = [_memory()]
    for _ in range(2):
        for _ in range(_ROUNDS):
            _play_everywhere(case, rng)
        readings.append(_memory())
    growth = min(readings[1] - readings[0], readings[2] - readings[1])
    assert growth < _MOST_GROWTH, f"memory grew by {growth / 2**20:.1f} MiB in games of {case}"
    return _WARM_UP + 2 * _ROUNDS


def _memory() -> int:
    """Collect garbage and return the memory of this process in bytes."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def _play_everywhere(case: Case, rng: Rng) -> None:
    for face in faces_of(case):
        env = make_face(case, face, render_mode="ansi")
        env.reset(seed=int(rng.integers(2**31)))
        trace(env, rng, 100)
        env.render()
        env.close()
    game = case.make()
    play(Table(game, 20, seed_of(rng), num_threads=2), 100)
    names = ["search-2", *["greedy"] * (game.num_players - 1)]
    play_match(game, [make_agent(name) for name in names], 1, seed_of(rng), keep_records=True)
