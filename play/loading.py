"""Compiling and loading games when the server starts, before players need them."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress

from hofspiele.envs.core.spec import GameSpec
from hofspiele.play.agent_tasks import warm_up
from hofspiele.play.game_catalog import complete_options, make_game
from hofspiele.play.questions import LOAD, PREPARE_SECONDS
from hofspiele.play.workers import NoAnswerError, Urgency, Workers


async def load_games(specs: Iterable[GameSpec], workers: Workers) -> None:
    """Compile the games of `specs` one by one; then load them in `workers` and in this process.

    The kernels of a game are the same for all its options. A separate process compiles them, so
    that no question has to wait; then the others load them from disk within half a second.
    """
    compiling = Workers(1)
    compiling.start()
    try:
        for spec in specs:
            with suppress(NoAnswerError, ValueError):  # Opening a table reports them.
                game = (spec.class_path, complete_options(spec.name, {}))
                await compiling.ask(Urgency.PEOPLE, PREPARE_SECONDS, LOAD, *game)
                await workers.load(PREPARE_SECONDS, LOAD, *game)
                await asyncio.to_thread(warm_up, make_game(*game))
    finally:
        await compiling.stop()
