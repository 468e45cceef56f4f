"""Threads that share the games of compiled drivers."""

import gc
import threading
import time
import weakref

import numba
import numpy as np
import pytest

from hofspiele.envs.core import Table
from hofspiele.envs.core.batch import Batch
from hofspiele.envs.core.kernels import borrowing_kernel
from hofspiele.envs.core.thread_intrinsics import add
from tests.games import ONE_OF_EACH_GAME

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")


@borrowing_kernel
def count(params, arrays, games, first, last, counts, step):
    for j in range(first, last):
        counts[j] += step * games[j]


@borrowing_kernel
def meet(params, arrays, games, first, last, calls, met):
    """Let the first part wait for another call, which only another thread can make."""
    add(calls, 0, 1)
    if first == 0:
        for _ in range(1_000_000):
            if add(calls, 0, 0) > 1:
                met[0] = True


@borrowing_kernel
def fail(params, arrays, games, first, last):
    for j in range(first, last):
        if games[j] == 3:
            raise KeyError


@pytest.fixture(scope="module")
def game():
    """Return one game, because numba compiles every driver of these tests again for another."""
    return ONE_OF_EACH_GAME[0].make()


def wait_until(condition):
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.001)


def wait_until_asleep(batch, number):
    wait_until(lambda: len(batch._workers._asleep) == number)


@pytest.mark.parametrize("num_games", [0, 1, 7, 100])
@pytest.mark.parametrize("num_threads", [2, 3, 9])
def test_every_game_is_played_once(game, num_games, num_threads):
    batch = Batch(game, 100, num_threads)
    games = np.arange(100)[::-1][:num_games].copy()
    counts = np.zeros(num_games, np.int64)
    for _ in range(200):
        batch.run(count, games, counts, 1)
        batch.run(count, games, counts, 10)
    assert counts.tolist() == (200 * 11 * games).tolist()


def test_threads_play_at_the_same_time_and_sleep_afterwards(game):
    batch = Batch(game, 100, num_threads=3)
    met = np.zeros(1, np.bool_)

    def played():
        batch.run(meet, batch.all_games, np.zeros(1, np.int64), met)
        return met[0]

    for _ in range(3):
        wait_until(played)
        wait_until_asleep(batch, 2)
        met[0] = False


def test_an_error_in_a_driver_is_reported(game):
    batch = Batch(game, 7, num_threads=2)
    for _ in range(2):
        with pytest.raises(RuntimeError, match="a driver that ran on several threads raised"):
            batch.run(fail, batch.all_games)
        batch.run(fail, batch.all_games[:3])


def test_threads_end_with_their_table(game):
    others = threading.enumerate()
    table = Table(game, 9, num_threads=3)
    threads = [thread for thread in threading.enumerate() if thread not in others]
    assert len(threads) == 2
    gone = weakref.ref(table)
    del table
    gc.collect()
    assert gone() is None
    wait_until(lambda: not any(thread.is_alive() for thread in threads))
