"""Memory does not grow while games are played in all interfaces."""

import gc
import resource
import sys
from pathlib import Path

import numpy as np
import pytest

from hofspiele.envs.agents import make_agent, play_match
from hofspiele.envs.core import Table
from tests.api.faces import faces_of, make_face, trace
from tests.core.test_table import play
from tests.games import ONE_OF_EACH_GAME

# Maximum growth of memory in bytes. Usually, memory does not grow at all.
MOST_GROWTH = 1 << 20


def play_everywhere(case, rng):
    for face in faces_of(case):
        env = make_face(case, face, render_mode="ansi")
        env.reset(seed=int(rng.integers(2**31)))
        trace(env, rng, 100)
        env.render()
        env.close()
    game = case.make()
    play(Table(game, 20, int(rng.integers(2**63)), num_threads=2), 100)
    agents = [make_agent(name) for name in ["search-2", *["greedy"] * (game.num_players - 1)]]
    play_match(game, agents, 1, int(rng.integers(2**63)), keep_records=True)


def memory_after(rounds, case, rng):
    for _ in range(rounds):
        play_everywhere(case, rng)
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


@pytest.mark.hostile
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux reports the memory of a process")
@pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)
def test_memory_does_not_grow(case):
    """A leak takes memory in both halves; Python's allocator may take some in one."""
    rng = np.random.default_rng(1)
    start, middle, end = (memory_after(rounds, case, rng) for rounds in (5, 3, 3))
    assert min(middle - start, end - middle) < MOST_GROWTH
