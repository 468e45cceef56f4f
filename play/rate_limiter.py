"""Limits on the rate of calls."""

import asyncio
import time


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
