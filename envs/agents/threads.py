"""Calling a function for several items in threads of this process."""

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any, TypeVar

from hofspiele.envs.core.threads import share, thread_pool, usable_cores

Item = TypeVar("Item")
Result = TypeVar("Result")

# Minimum number of rows for which a thread of `share_rows` saves more time than it takes to wake.
_LEAST_ROWS = 512


def map_on_cores(function: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """Return the results of `function` for all `items`, computed on all usable cores.

    The calling thread takes part. This saves time only if `function` releases the GIL. If a call
    fails, no further items are started, and its error is raised when all running calls have ended.
    """
    items = list(items)
    # Looking up the number of cores takes time that matters for a single decision.
    cores = min(usable_cores(), len(items)) if len(items) > 1 else 1
    if cores == 1:
        return [function(item) for item in items]
    left = enumerate(items)  # Each item goes to the thread that asks first.
    results: list[Any] = [None] * len(items)

    def work(_: int) -> None:
        try:
            for number, item in left:
                results[number] = function(item)
        except BaseException:
            list(left)  # After an error, no thread takes another item.
            raise

    share(work, cores)
    return results


def share_rows(function: Callable[[slice], None], number: int) -> None:
    """Call `function` for slices that cover `number` rows, on all usable cores if it saves time."""
    if number < 2 * _LEAST_ROWS:
        function(slice(0, number))
        return
    parts = min(usable_cores(), number // _LEAST_ROWS)
    bounds = [number * part // parts for part in range(parts + 1)]
    map_on_cores(function, map(slice, bounds, bounds[1:]))


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
        executor = thread_pool(self._number, cores)
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
