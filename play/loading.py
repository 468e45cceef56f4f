"""Compiling and loading games when the server starts, before players need them."""

import asyncio
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from hofspiele.envs.core.spec import GameSpec
from hofspiele.play.agent_tasks import PREPARE_SECONDS, load, warm_up
from hofspiele.play.games import complete_options, make_game
from hofspiele.play.workers import Urgency, Workers


class GameLoader:
    """A loader that compiles each game in turn, then loads it in `workers` and in this process.

    The kernels of a game are the same for all options that browsers can choose. A separate process
    compiles them, so that `workers` stay free for agents; other processes load them from disk
    within half a second.
    """

    def __init__(self, specs: Iterable[GameSpec], workers: Workers):
        self._waiting = list(specs)
        self._workers = workers
        self._loaded = {spec.name: asyncio.Event() for spec in self._waiting}
        self._current = ""
        self._started = 0.0

    async def run(self) -> None:
        """Load all games. Those that somebody waits for come first, then the others in order."""
        compiling = Workers(1)
        compiling.start()
        try:
            while self._waiting:
                spec = self._waiting.pop(0)
                self._current, self._started = spec.name, time.monotonic()
                # Games of other packages can raise any error. Opening a table reports it.
                with suppress(Exception):
                    game = (spec.class_path, complete_options(spec.name, {}))
                    await compiling.ask(Urgency.PEOPLE, PREPARE_SECONDS, load, *game)
                    await self._workers.load(PREPARE_SECONDS, load, *game)
                    await asyncio.to_thread(warm_up, make_game(*game))
                self._loaded[spec.name].set()
        finally:
            self._current = ""
            await compiling.stop()

    async def wait_for(self, name: str) -> None:
        """Have the game called `name` loaded next; wait until it is loaded or can't be loaded."""
        self._waiting.sort(key=lambda spec: spec.name != name)
        if name in self._loaded:
            await self._loaded[name].wait()

    def progress(self) -> dict[str, Any]:
        """Return the games that are not loaded yet and what is being loaded, as JSON values."""
        return {
            "waiting": [name for name, loaded in self._loaded.items() if not loaded.is_set()],
            "current": self._current,
            "seconds": round(time.monotonic() - self._started) if self._current else 0,
        }
