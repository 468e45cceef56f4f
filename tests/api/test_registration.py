import subprocess
import sys

import gymnasium
import pettingzoo
import pytest

from hofspiele import envs
from hofspiele.envs.api.aec import GameAECEnv
from hofspiele.envs.api.gym_env import GameEnv
from hofspiele.envs.api.parallel import GameParallelEnv
from hofspiele.envs.api.registration import LISTINGS
from tests.games import CASES

every_listing = pytest.mark.parametrize("listing", LISTINGS, ids=lambda listing: listing.game)


def test_every_game_is_listed_as_it_is():
    assert sorted(listing.game for listing in LISTINGS) == envs.game_names()
    for case in CASES:
        listing = next(listing for listing in LISTINGS if listing.game == case.name)
        assert listing.simultaneous == case.make().simultaneous


@every_listing
def test_gymnasium(listing):
    name = f"hofspiele/{listing.gymnasium_name}-v{listing.version}"
    for prefix in ("", "hofspiele.envs:"):
        env = gymnasium.make(prefix + name, opponents="random")
        assert isinstance(env.unwrapped, GameEnv)
        assert env.unwrapped.game.name == listing.game
        env.reset(seed=1)
        env.close()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_options_are_passed_on(case):
    listing = next(listing for listing in LISTINGS if listing.game == case.name)
    name = f"hofspiele/{listing.gymnasium_name}-v{listing.version}"
    assert gymnasium.make(name, **case.options).unwrapped.game == case.make()
    env = pettingzoo.make("aec", f"hofspiele/{case.name}-v{listing.version}", **case.options)
    assert env.game == case.make()


@every_listing
def test_pettingzoo(listing):
    name = f"hofspiele/{listing.game}-v{listing.version}"
    env = pettingzoo.make("aec", name, reward="rank", render_mode="ansi")
    assert isinstance(env.unwrapped, GameAECEnv)
    assert env.metadata["name"] == f"{listing.game}_v{listing.version}"
    assert env.render_mode == "ansi"
    if listing.simultaneous:
        assert isinstance(pettingzoo.make("parallel", name), GameParallelEnv)
    else:
        assert name not in pettingzoo.parallel_registry


def run_python(code):
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )


def test_import_needs_no_training_libraries():
    modules = ["hofspiele.envs.api.gym_env", "hofspiele.envs.api.gym_vector"]
    modules += [f"hofspiele.envs.{listing.game}_v{listing.version}" for listing in LISTINGS]
    result = run_python(
        f"import sys, importlib, hofspiele.envs; [importlib.import_module(m) for m in {modules}];"
        "heavy = {'torch', 'stable_baselines3', 'hydra', 'matplotlib', 'pygame'};"
        "print(*heavy & set(sys.modules))"
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == []


def test_import_of_the_package_alone_loads_no_game():
    result = run_python(
        "import sys, hofspiele.envs;"
        "loaded = [m for m in sys.modules if m.startswith(('hofspiele.envs.agents',"
        " 'hofspiele.envs.api.gym', 'hofspiele.envs.api.aec', 'hofspiele.envs.api.parallel'))"
        f" or m in {[f'hofspiele.envs.{listing.game}' for listing in LISTINGS]}];"
        "print(*loaded)"
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == []


@every_listing
def test_make_imports_the_package_by_itself(listing):
    name = f"hofspiele.envs:hofspiele/{listing.gymnasium_name}-v{listing.version}"
    result = run_python(f"import gymnasium; gymnasium.make({name!r}).reset(seed=1)")
    assert result.returncode == 0, result.stderr
