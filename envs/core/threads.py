"""The number of cores that this process may use, and calls of functions in several threads."""

import functools
import itertools
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, TypeVar

from hofspiele.envs.core.checks import whole_number

Item = TypeVar("Item")
Result = TypeVar("Result")

# Maximum number of threads of a call. Hardly any machine has more cores.
MOST_THREADS = 1024

# Minimum number of rows for which a thread of `share_rows` saves more time than it takes to wake.
_LEAST_ROWS = 512

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
    """Return the pool of `map_in_threads`; it starts a thread only if no other thread is idle."""
    return thread_pool(MOST_THREADS - 1, cores=1)


if hasattr(os, "register_at_fork"):  # A forked process does not have the threads of its parent.
    os.register_at_fork(after_in_child=_helpers.cache_clear)


def map_in_threads(
    function: Callable[[Item], Result], items: Iterable[Item], threads: int
) -> list[Result]:
    """Return the results of `function` for all `items`, computed by at most `threads` threads.

    The calling thread takes part, so that only the others have to wait for a thread. This saves
    time only if `function` releases the GIL. If a call fails, no further items are started, and its
    error is raised when all running calls have ended.
    """
    items = list(items)
    if min(threads, len(items)) < 2:
        return [function(item) for item in items]
    left = enumerate(items)  # Each item goes to the thread that asks first.
    results: list[Any] = [None] * len(items)

    def work(numbered: Iterable[tuple[int, Item]]) -> None:
        try:
            for number, item in numbered:
                results[number] = function(item)
        except BaseException:
            list(left)  # After an error, no thread takes another item.
            raise

    own = itertools.chain([next(left)], left)
    others: list[Future[None]] = []
    try:
        for _ in range(1, min(threads, len(items))):
            others.append(_helpers().submit(work, left))
        work(own)
    finally:
        _wait_for(others)
    for other in others:
        other.result()
    return results


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


def map_on_cores(function: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """Return the results of `function` for all `items` as `map_in_threads` does, on all cores."""
    items = list(items)
    # Looking up the number of cores takes time that matters for a single decision.
    return map_in_threads(function, items, usable_cores() if len(items) > 1 else 1)


def spans(number: int, parts: int) -> Iterator[tuple[int, int]]:
    """Divide the numbers below `number` into equal parts; yield the bounds of each."""
    return itertools.pairwise([number * part // parts for part in range(parts + 1)])


def share_rows(function: Callable[[slice], None], number: int) -> None:
    """Call `function` for slices that cover `number` rows, on all usable cores if it saves time."""
    if number < 2 * _LEAST_ROWS:
        function(slice(0, number))
        return
    parts = min(usable_cores(), number // _LEAST_ROWS)
    map_on_cores(function, itertools.starmap(slice, spans(number, parts)))


class StoppedError(Exception):
    """An error that ends a call whose result is no longer needed."""


def results_in_threads(
    function: Callable[[Item, Callable[[], None]], Result], items: Iterable[Item], number: int
) -> Iterator[tuple[int, Result]]:
    """Call ``function(item, check)`` for each of `items` in `number` threads.

    Yield the index of each item and its result, in the order in which results arrive. With one
    thread, this is the caller's. Several save time only if `function` releases the GIL. Items are
    read as threads become free. When the iteration stops (Ctrl-C, an error, the end of the
    generator), ``check()`` raises StoppedError in running calls; long calls should call it often.
    """
    stopping = threading.Event()

    def check() -> None:
        if stopping.is_set():
            raise StoppedError

    left = enumerate(items)
    if number == 1:
        yield from ((at, function(item, check)) for at, item in left)
        return
    under_way: dict[Future[Result], int] = {}
    executor = thread_pool(number, cores=max(1, usable_cores() // number))
    try:
        while True:
            for _, (at, item) in zip(range(number - len(under_way)), left):  # noqa: B905
                under_way[executor.submit(function, item, check)] = at
            if not under_way:
                return
            for done in wait(under_way, return_when=FIRST_COMPLETED).done:
                yield under_way.pop(done), done.result()
    finally:
        stopping.set()
        executor.shutdown(cancel_futures=True)
