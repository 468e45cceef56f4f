"""Workers: threads that share the games of a compiled driver with the thread that calls it.

A step of a thousand games takes a tenth of a millisecond. Waking a thread, or handing it the
interpreter, takes almost as long. Therefore threads take parts of the games in compiled code. After
a call, a worker stays in compiled code for a short time to wait for the next call, before it
sleeps. The caller never waits for a worker to begin.
"""

import functools
import threading
import weakref
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np

from hofspiele.envs.core.kernels import borrowing_kernel, kernel
from hofspiele.envs.core.thread_intrinsics import add, addresses, call, exchange, yield_core

# Number of parts into which the games are divided, per thread. A thread that begins late takes
# fewer parts than others.
_PARTS_EACH = 8
# Number of times that a worker looks for parts before it sleeps. This takes 0.15 ms on an idle
# machine, long enough for the work that a program does between two steps.
_LOOKS = 300

# Indices of the numbers that the threads share. The first three count the parts that have been
# taken, the parts that have been played, and the parts that workers have taken. Threads change
# these numbers while they play, so each has a cache line of its own.
_TAKEN, _PLAYED, _FROM_THE_END = 0, 8, 16
# The other indices: number of parts, number of games, addresses of the driver's machine code and
# arguments, whether the driver failed, whether the workers have to end.
_PARTS, _GAMES, _CODE, _ARGUMENTS, _FAILED, _DISMISSED = range(24, 30)


class Workers:
    """Threads that share the games of drivers with the calling thread.

    Only one thread at a time may call `run`. The threads end when this object is deleted.

    Args:
        number: number of threads besides the calling thread.
    """

    def __init__(self, number: int):
        self._shared = np.zeros(32, np.int64)
        self._shared[[_TAKEN, _PARTS]] = _PARTS_EACH * (number + 1)
        self._asleep: deque[threading.Lock] = deque()
        # Compile `_help` in this thread: a program can't end while another thread is compiling.
        _help(self._shared)
        # The threads get only these objects, because a reference to `self` would keep it alive.
        arguments = self._shared, self._asleep
        weakref.finalize(self, _dismiss, *arguments).atexit = False
        for _ in range(number):
            threading.Thread(target=_work, args=arguments, daemon=True).start()

    def run(self, driver: Callable[..., None], *arguments: Any) -> None:
        """Call the compiled `driver` for parts of the games until all have been played.

        Args:
            driver: a compiled driver, as described in batch.py.
            arguments: its arguments except ``first`` and ``last``.

        Raises:
            RuntimeError: the driver raised an error.
        """
        _wake(self._asleep)
        if _leader(driver)(self._shared, arguments):
            raise RuntimeError(
                "a driver that ran on several threads raised an error; use num_threads=1 to see it"
            )


def _work(shared: np.ndarray, asleep: deque[threading.Lock]) -> None:
    sleep = threading.Lock()
    sleep.acquire()
    while True:
        asleep.append(sleep)
        if shared[_DISMISSED]:
            return
        sleep.acquire()
        _help(shared)


def _wake(asleep: deque[threading.Lock]) -> None:
    while asleep:
        asleep.pop().release()


def _dismiss(shared: np.ndarray, asleep: deque[threading.Lock]) -> None:
    shared[_DISMISSED] = True
    _wake(asleep)


@functools.cache
def _leader(driver):
    @borrowing_kernel
    def lead(shared, arguments):
        """Play the games together with the workers; return whether the driver failed."""
        shared[_PLAYED] = shared[_FROM_THE_END] = shared[_FAILED] = 0
        shared[_GAMES] = len(arguments[2])
        shared[_CODE], shared[_ARGUMENTS] = addresses(driver, arguments)
        exchange(shared, _TAKEN, 0)  # From now on, workers take parts.
        _play_parts(shared, True)
        while add(shared, _PLAYED, 0) < shared[_PARTS]:
            yield_core()
        return shared[_FAILED]

    return lead


@kernel
def _help(shared):
    """Play parts of the games whenever the driver is called; stop after a while without a call."""
    looks = 0
    while looks < _LOOKS:
        looks += 1
        if add(shared, _TAKEN, 0) < shared[_PARTS]:
            _play_parts(shared, False)
            looks = 0
        yield_core()


@kernel
def _play_parts(shared, is_leader):
    """Play parts of the games until all are taken.

    The leader begins with the first part and workers with the last, so that most games stay in the
    cache of one core.
    """
    played = 0
    while add(shared, _TAKEN, 1) < shared[_PARTS]:
        part = played if is_leader else shared[_PARTS] - 1 - add(shared, _FROM_THE_END, 1)
        first = shared[_GAMES] * part // shared[_PARTS]
        last = shared[_GAMES] * (part + 1) // shared[_PARTS]
        if call(shared[_CODE], shared[_ARGUMENTS], first, last) != 0:
            shared[_FAILED] = 1
        played += 1
    add(shared, _PLAYED, played)
