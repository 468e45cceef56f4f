"""A thread for slow calls, which run one at a time."""

import asyncio
from collections.abc import Callable
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
