import subprocess
import sys

import gymnasium
import pettingzoo
import pytest
from pettingzoo.utils import turn_based_aec_to_parallel

from hofspiele.envs import kardinal_v0, knatsch_v0
from hofspiele.envs.api.aec import GameAECEnv
from hofspiele.envs.api.gym_env import GameEnv
from hofspiele.envs.api.parallel import GameParallelEnv
from hofspiele.envs.api.registration import gymnasium_id
from hofspiele.envs.core.registry import spec_of
from tests.games import CASES, OWN_CASES

SPECS = [spec_of(name) for name in sorted({case.name for case in OWN_CASES})]

every_spec = pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)


@every_spec
def test_gymnasium_makes_every_game(spec):
    name = gymnasium_id(spec)
    for prefix in ("", "hofspiele.envs:"):
        env = gymnasium.make(prefix + name, opponents="random")
        assert isinstance(env.unwrapped, GameEnv)
        assert env.unwrapped.game.name == spec.name
        env.reset(seed=1)
        env.close()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_options_are_passed_on(case):
    spec = spec_of(case.name)
    name = gymnasium_id(spec)
    assert gymnasium.make(name, **case.options).unwrapped.game == case.make()
    env = pettingzoo.make("aec", f"hofspiele/{case.name}-v{spec.version}", **case.options)
    assert env.game == case.make()


@every_spec
def test_pettingzoo_makes_every_game(spec):
    name = f"hofspiele/{spec.name}-v{spec.version}"
    env = pettingzoo.make("aec", name, reward="rank", render_mode="ansi")
    assert isinstance(env.unwrapped, GameAECEnv)
    assert env.metadata["name"] == f"{spec.name}_v{spec.version}"
    assert env.render_mode == "ansi"
    if spec.simultaneous:
        assert isinstance(pettingzoo.make("parallel", name), GameParallelEnv)
    else:
        assert name not in pettingzoo.parallel_registry


def run_python(code):
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )


def test_import_needs_no_training_libraries():
    modules = ["hofspiele.envs.api.gym_env", "hofspiele.envs.api.gym_vector"]
    modules += [f"hofspiele.envs.{spec.name}_v{spec.version}" for spec in SPECS]
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
        f" or m in {[f'hofspiele.envs.{spec.name}.game' for spec in SPECS]}];"
        "print(*loaded)"
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == []


@pytest.mark.parametrize("module", [kardinal_v0, knatsch_v0], ids=lambda module: module.__name__)
def test_aec_environments_can_be_converted_to_parallel_environments(module):
    env = turn_based_aec_to_parallel(module.env())
    seen, _ = env.reset(seed=1)
    paid: dict[str, float] = {}
    while env.agents:
        actions = {agent: int(seen[agent]["action_mask"].argmax()) for agent in env.agents}
        seen, paid, *_ = env.step(actions)
    assert sum(paid.values()) == pytest.approx(0)
