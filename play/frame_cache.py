"""Pictures and words of tables, made on one thread and kept for a while."""

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
    """Makes what tables look like; positions of the past do not change, so it keeps them."""

    def __init__(self) -> None:
        # one: more would take turns anyway
        self._thread = ThreadPoolExecutor(1, "painter")
        self._frames: OrderedDict[Any, dict[str, Any]] = OrderedDict()
        self._sentences: OrderedDict[Any, str] = OrderedDict()

    async def frame(
        self, progress: GameProgress, decision: int, view: int | None, dark: bool
    ) -> dict[str, Any]:
        """See `frame_at`."""

        def paint() -> dict[str, Any]:
            key = (progress.setup.table, decision, view, dark)
            return _kept(
                self._frames, key, _MOST_FRAMES, lambda: frame_at(progress, decision, view, dark)
            )

        return await self._made(paint)

    async def sentences(
        self, progress: GameProgress, numbers: range, view: int | None
    ) -> list[str]:
        """What has happened, a sentence for each of these decisions, see `sentence_at`."""

        def tell() -> list[str]:
            return [self._sentence(progress, number, view) for number in numbers]

        return await self._made(tell)

    def _sentence(self, progress: GameProgress, decision: int, view: int | None) -> str:
        key = (progress.setup.table, decision, view)
        return _kept(
            self._sentences, key, _MOST_SENTENCES, lambda: sentence_at(progress, decision, view)
        )

    async def _made(self, make: Callable[[], Made]) -> Made:
        return await asyncio.get_running_loop().run_in_executor(self._thread, make)


def _kept(kept: OrderedDict[Any, Made], key: Any, most: int, make: Callable[[], Made]) -> Made:
    """What is kept under `key`, made if it is not there; the oldest is forgotten beyond `most`."""
    if key not in kept:
        kept[key] = make()
        if len(kept) > most:
            kept.popitem(last=False)
    kept.move_to_end(key)
    return kept[key]
