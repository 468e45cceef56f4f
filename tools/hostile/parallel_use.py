"""Tables and environments in threads, child processes and copies, which must agree."""

import copy
import multiprocessing
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.registry import spec_of
from tests.api.faces import faces_of, flat, make_face, trace
from tests.core.test_processes import METHODS, play_and_send
from tests.core.test_processes import play as play_first
from tests.core.test_table import play, snapshot
from tests.games import Case
from tools.hostile.attack import Attack
from tools.hostile.drawn import TABLES, Rng, any_game, one_of, seed_of

_COPIES, _PATIENCE = 5, 300
_WAYS = (copy.deepcopy, lambda played: pickle.loads(pickle.dumps(played)))
Snapshot = dict[str, bytes]


def numbers_of_threads(rng: Rng, folder: Path) -> int:
    """Compare tables with many threads, or stepped at the same time, with single-threaded tables.

    The parallel cases run first, on new games without any cached values.
    """
    case, seed = _new_case(rng), seed_of(rng)
    num_games, steps = int(rng.integers(1, 300)), int(rng.integers(1, 40))
    num_threads = int(rng.integers(2, 9))
    many = _played(case.make(), num_games, steps, seed, num_threads)
    assert many == _played(case.make(), num_games, steps, seed, 1)
    game = _new_case(rng).make()
    seeds = [seed, seed_of(rng)] * 2
    with ThreadPoolExecutor(len(seeds)) as threads:
        side_by_side = list(
            threads.map(lambda seed: _played(game, num_games, steps, seed, 2), seeds)
        )
    assert side_by_side == [_played(game, num_games, steps, seed, 1) for seed in seeds]
    return 1 + len(seeds)


def _new_case(rng: Rng) -> Case:
    """Draw a game, with a random `max_turns` if it has that option, so that no value is cached."""
    case = one_of(rng, TABLES)
    if "max_turns" in spec_of(case.name).option_names:
        return case._replace(options=case.options | {"max_turns": int(rng.integers(20, 10_000))})
    return case


def _played(game: Game, num_games: int, steps: int, seed: int, num_threads: int) -> Snapshot:
    table = Table(game, num_games, seed, num_threads)
    play(table, steps)
    return snapshot(table)


def children(rng: Rng, folder: Path) -> int:
    """Continue multi-threaded tables here and in child processes, and compare the results."""
    tables = [
        Table(any_game(rng), int(rng.integers(1, 40)), seed_of(rng), int(rng.integers(1, 5)))
        for _ in range(3)
    ]
    for table in tables:
        play(table, int(rng.integers(1, 30)))
    context = multiprocessing.get_context(one_of(rng, METHODS))
    queues = [context.Queue() for _ in tables]
    started = [
        context.Process(target=play_and_send, args=job) for job in zip(tables, queues, strict=True)
    ]
    for child in started:
        child.start()
    try:
        here = [play_first(table) for table in tables]
        there = [queue.get(timeout=_PATIENCE) for queue in queues]
    finally:
        for child in started:
            child.kill()
            child.join()
    assert there == here
    return len(tables)


def copies(rng: Rng, folder: Path) -> int:
    """Check that copies of environments and tables continue like their originals."""
    case = one_of(rng, TABLES)
    face = one_of(rng, faces_of(case))
    env = make_face(case, face)
    env.reset(seed=int(rng.integers(2**31)))
    for _ in range(_COPIES):
        trace(env, rng, int(rng.integers(60)))
        other = one_of(rng, _WAYS)(env)
        seed, steps = seed_of(rng), int(rng.integers(1, 60))
        expected = flat(trace(env, np.random.default_rng(seed), steps))
        assert flat(trace(other, np.random.default_rng(seed), steps)) == expected
        env = one_of(rng, (env, other))
    table = Table(any_game(rng), int(rng.integers(1, 20)), seed_of(rng), int(rng.integers(1, 4)))
    for _ in range(_COPIES):
        play(table, int(rng.integers(60)))
        other = one_of(rng, _WAYS)(table)
        play(table, 20)
        play(other, 20)
        assert snapshot(other) == snapshot(table)
        table = one_of(rng, (table, other))
    return 2 * _COPIES


ATTACKS = (
    Attack("threads", numbers_of_threads, share=2, few=4),
    Attack("children", children, few=2),
    Attack("copies", copies, few=4),
)
