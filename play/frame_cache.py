"""Frames and sentences of tables, made on one thread and cached."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from hofspiele.play.frames import frame_at, sentence_at
from hofspiele.play.game_progress import GameProgress

_MOST_FRAMES, _MOST_SENTENCES = 300, 100_000

Made = TypeVar("Made")


class FrameCache:
    """The latest frames and sentences. They stay valid because past positions never change."""

    def __init__(self) -> None:
        # More threads would only take turns at the interpreter's lock.
        self._thread = ThreadPoolExecutor(1, "frames")
        self._frames: OrderedDict[Any, dict[str, Any]] = OrderedDict()
        self._sentences: OrderedDict[Any, str] = OrderedDict()

    async def frame(
        self, progress: GameProgress, decision: int, view: int | None, *, dark: bool
    ) -> dict[str, Any]:
        """Return the frame that `frame_at` makes."""

        def make() -> dict[str, Any]:
            key = (progress.setup.table, decision, view, dark)
            return _cached(
                self._frames,
                key,
                _MOST_FRAMES,
                lambda: frame_at(progress, decision, view, dark=dark),
            )

        return await self._in_thread(make)

    async def sentences(
        self, progress: GameProgress, numbers: range, view: int | None
    ) -> list[str]:
        """Return the sentences that `sentence_at` makes for `numbers`."""

        def make() -> list[str]:
            return [self._sentence(progress, number, view) for number in numbers]

        return await self._in_thread(make)

    def _sentence(self, progress: GameProgress, number: int, view: int | None) -> str:
        key = (progress.setup.table, number, view)
        return _cached(
            self._sentences, key, _MOST_SENTENCES, lambda: sentence_at(progress, number, view)
        )

    async def _in_thread(self, make: Callable[[], Made]) -> Made:
        return await asyncio.get_running_loop().run_in_executor(self._thread, make)


def _cached(cache: OrderedDict[Any, Made], key: Any, most: int, make: Callable[[], Made]) -> Made:
    """Return the value of `key`, made on the first call; beyond `most` the oldest is dropped."""
    if key not in cache:
        cache[key] = make()
        if len(cache) > most:
            cache.popitem(last=False)
    cache.move_to_end(key)
    return cache[key]
