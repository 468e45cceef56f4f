"""Calling a function for several items in threads of this process."""

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

# In a thread of `Threads`, its attribute `cores` is the number of cores that the thread may use.
_thread = threading.local()
# The number of cores that this process may use, or None for all cores of the machine.
_limit: int | None = None


def limit_cores(number: int | None) -> None:
    """Let agents in this process use at most `number` cores; None means all.

    Call this in each of several processes that share a machine.
    """
    global _limit
    _limit = number


def usable_cores() -> int:
    """Return the number of cores that this process, or this thread of `Threads`, may use."""
    if hasattr(_thread, "cores"):
        return _thread.cores
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    return cores if _limit is None else min(cores, _limit)


def map_on_cores(function: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """Return the results of `function` for `items`, which all usable cores share.

    The calling thread takes part. Threads save time only while `function` releases the GIL. Raise
    the error of a call after the other threads have finished their current items.
    """
    left = deque(enumerate(items))
    results: list[Any] = [None] * len(left)

    def work() -> None:
        while True:
            try:
                number, item = left.popleft()
            except IndexError:
                return
            results[number] = function(item)

    helpers = min(usable_cores(), len(left)) - 1
    if helpers < 1:
        work()
        return results
    with ThreadPoolExecutor(helpers, initializer=setattr, initargs=(_thread, "cores", 1)) as pool:
        try:
            helping = [pool.submit(work) for _ in range(helpers)]
            work()
        finally:  # After an error, helpers take no further items.
            left.clear()
    for helper in helping:
        helper.result()
    return results


class StoppedError(Exception):
    """An error that ends a call whose result is no longer needed."""


class Threads:
    """Threads that call a function at the same time, for functions that release the GIL.

    Args:
        number: number of threads, at least 1.
    """

    def __init__(self, number: int):
        self._number = number
        self._stopping = threading.Event()

    def check(self) -> None:
        """Raise StoppedError if results are no longer needed. Long calls should call this often."""
        if self._stopping.is_set():
            raise StoppedError

    def map(
        self, function: Callable[[Item], Result], items: Iterable[Item]
    ) -> Iterator[tuple[int, Result]]:
        """Call `function` for each of `items`, in the caller's thread if `number` is 1.

        Items are read as threads become free. When the iteration stops (Ctrl-C, an error, the end
        of the generator), running calls end at their next `check`.

        Yields:
            The index of an item and its result, in the order in which results arrive.
        """
        left = enumerate(items)
        if self._number == 1:
            yield from ((number, function(item)) for number, item in left)
            return
        under_way: dict[Future[Result], int] = {}
        cores = max(1, usable_cores() // self._number)
        executor = ThreadPoolExecutor(
            self._number, initializer=setattr, initargs=(_thread, "cores", cores)
        )
        try:
            while True:
                free = range(self._number - len(under_way))
                for _, (number, item) in zip(free, left):  # noqa: B905
                    under_way[executor.submit(function, item)] = number
                if not under_way:
                    return
                for done in wait(under_way, return_when=FIRST_COMPLETED).done:
                    yield under_way.pop(done), done.result()
        finally:
            self._stopping.set()
            executor.shutdown(cancel_futures=True)
