import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

from hofspiele import envs
from hofspiele.envs.agents import Agent, SearchAgent
from hofspiele.envs.core import GameRecord
from tests.games import ONE_OF_EACH_GAME, Case
from tests.play import play_on

# "ci" and "few" draw the same examples in every run; HYPOTHESIS_PROFILE=explore looks for new ones.
settings.register_profile(
    "ci", derandomize=True, database=None, deadline=None, max_examples=10, print_blob=True
)
settings.register_profile("few", settings.get_profile("ci"), max_examples=3)
settings.register_profile("explore", deadline=None, max_examples=300)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# Shells let commands in the background ignore SIGINT, which some tests send to their own process.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests that train, start processes, open pages or draw many pictures. Workers take their files in
# this order. Tests of pages and tables often wait, so others lie between them.
_SLOW = (
    "packaging",
    "browser",
    "training",
    "tables",
    "hostile",
    "benchmarks",
    "examples",
    "ray",
    "replay",
    "pictures",
    "console",
    "open_spiel",
    "core/test_kernel_cache",
    "core/test_check_game",
    "core/test_processes",
    "api/test_seeds",
    "api/test_copies",
    "knatsch/odds",
    "test_import",
    "test_readme",
)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark slow tests."""
    if _slowness(item) < len(_SLOW):
        item.add_marker("slow")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put slow tests first, so that no worker is idle at the end."""
    items.sort(key=_slowness)


def _slowness(item: pytest.Item) -> int:
    """Return the index of the test's path in `_SLOW`, or the length of `_SLOW`."""
    path = item.path.relative_to(Path(__file__).parent).as_posix()
    return next((i for i, slow in enumerate(_SLOW) if path.startswith(slow)), len(_SLOW))


@pytest.fixture(scope="session", params=ONE_OF_EACH_GAME, ids=str)
def game(request):
    """Return each game. Modules whose tests depend on the setup override this fixture."""
    return request.param.make()


@pytest.fixture(scope="session")
def two_players():
    return envs.make("kou_ka_roi", num_players=2)


@pytest.fixture(scope="session")
def three_players():
    return envs.make("kou_ka_roi", num_players=3)


@pytest.fixture
def small_parts(monkeypatch):
    """Limit parts of a match to two deals, so that few games make many parts."""
    for kind in (Agent, SearchAgent):
        monkeypatch.setattr(kind, "games_at_once", 6)


@pytest.fixture
def use_cores(monkeypatch):
    """Return a function that sets the number of the machine's cores."""

    def use(number):
        # Only Linux has this function.
        monkeypatch.setattr("os.sched_getaffinity", lambda _: range(number), raising=False)

    return use


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a component file and returns its path."""

    def write_file(text: str) -> Path:
        path = tmp_path / "components.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write_file


@pytest.fixture(scope="session")
def record_of():
    """Return a function that plays a random game and returns its record."""

    def make(case: Case, seed: int = 4) -> GameRecord:
        game = case.make()
        actions = play_on(game, game.new(seed), seed)
        players = [f"agent {seat} <b>" for seat in range(game.num_players)]
        return GameRecord.from_actions(game, seed, actions, players)

    return make
