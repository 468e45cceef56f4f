"""The number of cores that this process may use, and threads that share work with their caller."""

import functools
import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any

from hofspiele.envs.core.checks import whole_number

# Maximum number of threads of a call. Hardly any machine has more cores.
MOST_THREADS = 1024

# Maximum number of cores, or None for no limit.
_limit: int | None = None
# Data of each thread. Its attribute `cores`, which only threads of pools have, is the number of
# cores that the thread may use.
_thread = threading.local()


def limit_cores(number: int | None) -> None:
    """Limit this process to `number` cores; None removes the limit.

    Agents use at most this number of threads. Call this in each of several processes that share a
    machine. Raise ValueError if `number` is less than 1.
    """
    global _limit
    _limit = None if number is None else whole_number("number", number, least=1)


def usable_cores() -> int:
    """Return the number of cores that this process, or this thread of a pool, may use."""
    if hasattr(_thread, "cores"):
        return _thread.cores
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    return cores if _limit is None else min(cores, _limit)


def thread_pool(number: int, cores: int) -> ThreadPoolExecutor:
    """Return a pool of at most `number` threads, each of which may use `cores` cores."""
    return ThreadPoolExecutor(number, initializer=setattr, initargs=(_thread, "cores", cores))


@functools.cache
def _helpers() -> ThreadPoolExecutor:
    """Return the pool of `share`; it starts a thread only if no other thread is idle."""
    return thread_pool(MOST_THREADS - 1, cores=1)


if hasattr(os, "register_at_fork"):  # A forked process does not have the threads of its parent.
    os.register_at_fork(after_in_child=_helpers.cache_clear)


def share(work: Callable[[int], None], parts: int) -> None:
    """Call ``work(part)`` for all parts from 0 to `parts` - 1 at the same time.

    The calling thread does the first part, so that only the others have to wait for a thread. This
    saves time only if `work` releases the GIL. If calls fail, one of their errors is raised when
    all calls have ended.
    """
    others: list[Future[None]] = []
    try:
        for part in range(1, parts):
            others.append(_helpers().submit(work, part))
        work(0)
    finally:
        _wait_for(others)
    for other in others:
        other.result()


def _wait_for(calls: Iterable[Future[Any]]) -> None:
    """Wait until all calls have ended; raise Ctrl-C only then, because they write to arrays."""
    interrupt = None
    while True:
        try:
            wait(calls)
            break
        except KeyboardInterrupt as error:
            interrupt = error
    if interrupt is not None:
        raise interrupt
