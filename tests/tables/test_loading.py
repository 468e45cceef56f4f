"""Games that are compiled and loaded before anybody opens a table."""

import asyncio
import threading
import time

import pytest

from hofspiele.envs.core import Game
from hofspiele.envs.core.registry import known_specs
from hofspiele.play import loading
from hofspiele.play.games import complete_options, make_game
from hofspiele.play.loading import GameLoader
from hofspiele.play.workers import Urgency, Workers

pytestmark = pytest.mark.anyio
SPECS = known_specs()
(SPEC,) = [spec for spec in SPECS if spec.name == "kou_ka_roi"]


def is_loaded(game: Game) -> bool:
    engine = game.engine
    drivers = (engine.deal, engine.apply, engine.redeal, engine.greedy_values, engine.observe)
    return all(len(driver.overloads) for driver in drivers)


def is_loaded_here() -> bool:
    """Return whether Kou-Ka-Roi is loaded in the worker process that this is called in."""
    return is_loaded(make_game(SPEC.class_path, complete_options(SPEC.name, {})))


async def test_all_processes_load_a_game_before_its_first_question():
    workers = Workers(2)
    workers.start()
    try:
        await GameLoader([SPEC], workers).run()
        for urgency in (Urgency.PEOPLE, Urgency.AGENTS):
            assert await workers.ask(urgency, 60, is_loaded_here)
    finally:
        await workers.stop()


async def nothing(*_):
    """Do not compile or load in a worker process."""


async def test_the_game_that_somebody_waits_for_is_loaded_next(monkeypatch):
    begun, names = threading.Event(), []
    for method in ("ask", "load"):
        monkeypatch.setattr(Workers, method, nothing)
    monkeypatch.setattr(
        loading, "warm_up", lambda game: (names.append(game.name), begun.wait(30), {}["a mistake"])
    )
    loader = GameLoader(SPECS, Workers(1))
    running = asyncio.create_task(loader.run())
    while not names:
        await asyncio.sleep(0.01)
    assert loader.progress() == {
        "waiting": [spec.name for spec in SPECS], "current": SPECS[0].name, "seconds": 0,
    }  # fmt: skip
    waiting = asyncio.create_task(loader.wait_for(SPECS[-1].name))
    await asyncio.sleep(0)
    begun.set()
    await waiting  # Games that can't be loaded keep nobody waiting.
    await running
    assert names == [SPECS[at].name for at in (0, -1, *range(1, len(SPECS) - 1))]
    assert loader.progress() == {"waiting": [], "current": "", "seconds": 0}
    await loader.wait_for("a game that is not loaded in advance")


def test_server_loads_all_games_before_a_table_is_opened(server):
    until = time.monotonic() + 300
    while server.ask("/api/games").content["loading"]["waiting"]:
        assert time.monotonic() < until
        time.sleep(0.05)
    for spec in SPECS:
        assert is_loaded(make_game(spec.class_path, complete_options(spec.name, {})))
