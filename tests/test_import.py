"""`import hofspiele`: what it provides, and which modules it imports only later."""

import re

import gymnasium
import pytest
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO

import hofspiele
from hofspiele.envs import core
from tests.processes import printed

HEAVY = {"hydra", "llvmlite", "matplotlib", "numba", "pygame", "resvg_py", "scipy", "torch"}


def test_import_is_light(tmp_path):
    code = """
import sys, hofspiele
from hofspiele import envs
print(*sys.modules)
print(envs.core.registry.spec_of("kardinal").title)
hofspiele.make("kardinal")
"""
    modules, title = printed("-c", code, folder=tmp_path).splitlines()
    assert not HEAVY & {name.split(".")[0] for name in modules.split()}
    late = r"hofspiele\.envs\.(agents|api\.(gym_\w+|aec|parallel)|\w+\.game)\b"
    assert re.findall(late, modules) == []
    assert title == "Kardinal & König"


def test_compiled_rules_are_loaded_without_what_compiling_needs(tmp_path):
    hofspiele.make("kardinal").new(seed=1)  # This compiles what is not compiled yet.
    code = """
import sys, hofspiele
hofspiele.make("kardinal").new(seed=1)
print("numba.np.arraymath" in sys.modules)
"""
    assert printed("-c", code, folder=tmp_path) == "False\n"


@pytest.mark.parametrize(
    "code",
    [
        "import hofspiele, hofspiele.envs.api.gym_vector, gymnasium, pettingzoo\n"
        "gymnasium.make('hofspiele/KouKaRoi-v0').reset(seed=1)\n"
        "pettingzoo.make('parallel', 'hofspiele/kou_ka_roi-v0')\n"
        "pettingzoo.make('aec', 'hofspiele/knatsch-v0').reset(1)",
        "import gymnasium; gymnasium.make('hofspiele:hofspiele/KouKaRoi-v0').reset(seed=1)",
    ],
    ids=["hofspiele", "by gymnasium"],
)
def test_it_registers_the_games(code, tmp_path):
    code += f"\nimport sys; print(*{HEAVY - {'llvmlite', 'numba', 'scipy'}} & set(sys.modules))"
    assert printed("-c", code, folder=tmp_path) == "\n"


@pytest.mark.parametrize("algorithm", [PPO, MaskablePPO])
def test_stable_baselines_learns_by_the_name(algorithm):
    model = algorithm("MlpPolicy", "hofspiele/KouKaRoi-v0", n_steps=8, batch_size=8, n_epochs=1)
    model.learn(8)
    assert isinstance(model.get_env().envs[0].unwrapped, gymnasium.Env)


def test_lazy_names_of_core_exist():
    assert set(core._MODULES) <= set(dir(core))
    for name in core._MODULES:
        assert getattr(core, name).__name__ == name
    with pytest.raises(AttributeError, match="has no attribute 'Tabel'"):
        core.Tabel  # noqa: B018
