"""Work in the background: a thread, tasks, and a limit on the rate of calls."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


class OneThread:
    """A thread that runs calls in order while the event loop continues."""

    def __init__(self, name: str):
        self._pool = ThreadPoolExecutor(1, name)

    async def run(self, function: Callable[..., Result], *values: Any) -> Result:
        """Call `function` in the thread and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, function, *values)


class BackgroundTasks:
    """The tasks of a server."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Result]) -> "asyncio.Task[Result]":
        """Start a task and return it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def complete(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Return the result of a task that runs to its end even if the caller is cancelled."""
        return await asyncio.shield(self.start(work))

    async def stop(self) -> None:
        """Cancel all tasks and wait until they have ended."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


class RateLimiter:
    """A limit on the average rate of calls; calls that come too early have to wait.

    After a pause, up to `at_once` calls are allowed without delay.
    """

    def __init__(self, per_second: float, at_once: int):
        self._interval = 1 / per_second
        self._credit = at_once * self._interval
        self._next = 0.0

    async def wait(self) -> None:
        """Wait until this call is allowed; calls are served in order."""
        now = time.monotonic()
        self._next = max(self._next, now - self._credit) + self._interval
        if self._next > now:
            await asyncio.sleep(self._next - now)
