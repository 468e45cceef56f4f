"""How often something may happen."""

import asyncio
import time


class RateLimiter:
    """So many a second on average, and so many at once at most; who comes too early waits."""

    def __init__(self, per_second: float, at_once: int):
        self._interval = 1 / per_second
        self._credit = at_once * self._interval
        self._next = 0.0

    async def wait(self) -> None:
        """Return when it is one's turn, in the order of the calls."""
        now = time.monotonic()
        self._next = max(self._next, now - self._credit) + self._interval
        if self._next > now:
            await asyncio.sleep(self._next - now)
