"""Games that are compiled and loaded before anybody opens a table."""

import time

import pytest

from hofspiele.envs.core import Game
from hofspiele.envs.core.registry import known_specs
from hofspiele.play import loading
from hofspiele.play.agent_tasks import warm_up
from hofspiele.play.game_catalog import complete_options, make_game
from hofspiele.play.loading import load_games
from hofspiele.play.workers import Question, Urgency, Workers
from tests.tables.servers import serving

(SPEC,) = [spec for spec in known_specs() if spec.name == "kou_ka_roi"]


def compiled(game: Game) -> bool:
    engine = game.engine
    drivers = (engine.deal, engine.apply, engine.redeal, engine.greedy_values, engine.observe)
    return all(len(driver.overloads) for driver in drivers)


def is_loaded_here() -> bool:
    """Return whether Kou-Ka-Roi is loaded in the worker process that this is called in."""
    return compiled(make_game(SPEC.class_path, complete_options(SPEC.name, {})))


ASK = Question(is_loaded_here, lambda found: isinstance(found, bool))


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_all_processes_load_a_game_before_its_first_question():
    workers = Workers(2)
    workers.start()
    try:
        await load_games([SPEC], workers)
        for urgency in (Urgency.PEOPLE, Urgency.AGENTS):
            assert await workers.ask(urgency, 60, ASK)
    finally:
        await workers.stop()


def test_server_loads_all_games_before_a_table_is_opened(tmp_path, monkeypatch):
    loaded = []
    monkeypatch.setattr(loading, "warm_up", lambda game: (warm_up(game), loaded.append(game)))
    with serving(tmp_path, tmp_path):
        until = time.monotonic() + 300
        while len(loaded) < len(known_specs()) and time.monotonic() < until:
            time.sleep(0.05)
    assert [game.name for game in loaded] == [spec.name for spec in known_specs()]
    assert all(map(compiled, loaded))
