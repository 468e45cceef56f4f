"""Calling a function for several items in threads of this process."""

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

# In a thread of `Threads`, its attribute `cores` is the number of cores that the thread may use.
_share = threading.local()


def usable_cores() -> int:
    """Return the number of cores that this process, or this thread of `Threads`, may use."""
    if hasattr(_share, "cores"):
        return _share.cores
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def share(function: Callable[[Item], object], items: Iterable[Item], num_threads: int) -> None:
    """Call `function` for each of `items` in `num_threads` threads, one of which is the caller's.

    `function` must release the GIL most of the time. An error ends the call when the other threads
    have finished their items.
    """
    left = deque(items)

    def work() -> None:
        try:
            while True:
                try:
                    item = left.popleft()
                except IndexError:
                    return
                function(item)
        finally:  # After an error, no thread takes another item.
            left.clear()

    helpers = min(num_threads, len(left)) - 1
    if helpers < 1:
        work()
        return
    with ThreadPoolExecutor(helpers) as executor:
        helping = [executor.submit(work) for _ in range(helpers)]
        work()
    for helper in helping:
        helper.result()


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
        share = max(1, usable_cores() // self._number)
        executor = ThreadPoolExecutor(
            self._number, initializer=setattr, initargs=(_share, "cores", share)
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
