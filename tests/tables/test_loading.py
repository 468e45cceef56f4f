"""Games that are compiled and loaded before anybody opens a table."""

import asyncio
import json
import threading
import time

import pytest

from hofspiele.envs.core import Game
from hofspiele.envs.core.registry import known_specs
from hofspiele.play import loading
from hofspiele.play.games import complete_options, make_game
from hofspiele.play.loading import GameLoader
from hofspiele.play.workers import Urgency, Workers

SPECS = known_specs()
(SPEC,) = [spec for spec in SPECS if spec.name == "kou_ka_roi"]


def compiled(game: Game) -> bool:
    engine = game.engine
    drivers = (engine.deal, engine.apply, engine.redeal, engine.greedy_values, engine.observe)
    return all(len(driver.overloads) for driver in drivers)


def is_loaded_here() -> bool:
    """Return whether Kou-Ka-Roi is loaded in the worker process that this is called in."""
    return compiled(make_game(SPEC.class_path, complete_options(SPEC.name, {})))


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_all_processes_load_a_game_before_its_first_question():
    workers = Workers(2)
    workers.start()
    try:
        await GameLoader([SPEC], workers).run()
        for urgency in (Urgency.PEOPLE, Urgency.AGENTS):
            assert await workers.ask(urgency, 60, is_loaded_here)
    finally:
        await workers.stop()


class StoppedWorkers:
    """Workers that load nothing."""

    async def load(self, *_):
        pass


def without_compiling(monkeypatch, loaded):
    """Let a `GameLoader` call `loaded` with the name of each game instead of compiling it."""

    async def ask(*_):
        pass

    monkeypatch.setattr(Workers, "ask", ask)
    monkeypatch.setattr(loading, "warm_up", lambda game: loaded(game.name))


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_the_game_that_somebody_waits_for_is_loaded_next(monkeypatch):
    begun, names = threading.Event(), []
    without_compiling(monkeypatch, lambda name: (names.append(name), begun.wait(30)))
    loader = GameLoader(SPECS, StoppedWorkers())
    running = asyncio.create_task(loader.run())
    while not names:
        await asyncio.sleep(0.01)
    assert loader.progress() == {
        "waiting": [spec.name for spec in SPECS], "current": SPECS[0].name, "seconds": 0,
    }  # fmt: skip
    waiting = asyncio.create_task(loader.wait_for(SPECS[-1].name))
    await asyncio.sleep(0)
    begun.set()
    await waiting
    await running
    assert names == [SPECS[at].name for at in (0, -1, *range(1, len(SPECS) - 1))]
    assert loader.progress() == {"waiting": [], "current": "", "seconds": 0}
    await loader.wait_for("a game that is not loaded in advance")


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_a_game_that_cannot_be_loaded_keeps_nobody_waiting(monkeypatch):
    without_compiling(monkeypatch, {}.__getitem__)
    loader = GameLoader(SPECS, StoppedWorkers())
    await loader.run()
    for spec in SPECS:
        await asyncio.wait_for(loader.wait_for(spec.name), 1)


def test_server_loads_all_games_before_a_table_is_opened(server):
    until = time.monotonic() + 300
    while json.loads(server.ask("/api/games")[1])["loading"]["waiting"]:
        assert time.monotonic() < until
        time.sleep(0.05)
    for spec in SPECS:
        assert compiled(make_game(spec.class_path, complete_options(spec.name, {})))
