"""The signatures of `make`, constructors of environments and settings, for type checkers."""

import importlib
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args, get_overloads

import pytest

from hofspiele import envs
from hofspiele.envs import kardinal_v0
from hofspiele.envs.api.rendering import RenderMode
from hofspiele.envs.core import rewards
from hofspiele.envs.core.registry import spec_of
from tests.games import ONE_OF_EACH_OWN_GAME

ROOT = Path(__file__).resolve().parents[2]
# A program in which a type checker finds an error in exactly the lines that end in "# wrong".
PROGRAM = """
import hofspiele
from hofspiele import envs
from hofspiele.envs import kardinal_v0, knatsch_v0, kou_ka_roi_v0

game = envs.make("kardinal", num_players=3, vatikan=True, two_countries=False, components=None)
game.components.countries
hofspiele.make("knatsch").components.colours
hofspiele.make("knatsh")  # wrong
envs.make("kardinal", vatican=True)  # wrong
envs.make("kardinal", vatikan="yes")  # wrong
envs.make("knatsch", max_turns=100)
envs.make("kou_ka_roi", max_turns=100)  # wrong
envs.make("kardnal")  # wrong
envs.make(envs.GameName("chess"), num_players=2)
for name in envs.game_names():
    envs.make(name, num_players=3)
    options: dict[str, bool] = {"vatikan": True}
    envs.make("kardinal", **options)  # wrong
env = kardinal_v0.env(vatikan=True, reward="rank", render_mode="ansi")
env.reset(seed=1)
kardinal_v0.raw_env(vatikan=1.5)  # wrong
kardinal_v0.env(reward="money")  # wrong
knatsch_v0.env(vatikan=True)  # wrong
knatsch_v0.gym_env(opponents=["greedy", "random", "random"], seat="random", max_turns=9)
knatsch_v0.gym_env(oponents="greedy")  # wrong
observations, infos = kardinal_v0.gym_vector_env(64, vatikan=True, num_threads=2).reset(seed=1)
kardinal_v0.gym_vector_env("64")  # wrong
kou_ka_roi_v0.parallel_env(num_players=2).reset(seed=1)
kou_ka_roi_v0.parallel_env(num_player=2)  # wrong
kardinal_v0.parallel_env()  # wrong
hofspiele.Train(game="knatsch", num_players=[3], steps=1000)
hofspiele.Train(game="knatsch", step=1000)  # wrong
hofspiele.Evaluate(game=envs.make("knatsch"), agent="greedy")
hofspiele.Evaluate(game="knatsch", agent="greedy", games="many")  # wrong
"""


def module_of(spec):
    """Return the module with the environments of one of our games."""
    return importlib.import_module(f"hofspiele.envs.{spec.name}_v{spec.version}")


SPECS = [spec_of(case.name) for case in ONE_OF_EACH_OWN_GAME]
CONSTRUCTORS = [(spec, name) for spec in SPECS for name in module_of(spec).__all__]

every_constructor = pytest.mark.parametrize(
    ("spec", "name"), CONSTRUCTORS, ids=[f"{spec.name}-{name}" for spec, name in CONSTRUCTORS]
)


def test_a_type_checker_knows_the_options_of_games_and_settings(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    # The types of other packages are left out: they would take most of the time.
    flags = ["--config-file=", "--no-pretty", "--no-site-packages", "--ignore-missing-imports"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *flags, f"--cache-dir={os.devnull}", program],
        env=os.environ | {"MYPYPATH": str(ROOT / ".import")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = {int(line) for line in re.findall(r"program\.py:(\d+): error", done.stdout)}
    lines = enumerate(PROGRAM.splitlines(), 1)
    assert found == {number for number, line in lines if "# wrong" in line}, done.stdout


def check_options(spec, parameters):
    for option in spec.options:
        parameter = parameters[option.name]
        assert parameter.default == option.default
        assert parameter.annotation == option.kind
        assert parameter.kind is parameter.KEYWORD_ONLY


def test_make_has_an_overload_with_the_options_of_each_game():
    *overloads, any_other = [inspect.signature(each) for each in get_overloads(envs.make)]
    names = [get_args(each.parameters["name"].annotation)[0] for each in overloads]
    assert sorted(names) == sorted(spec.name for spec in SPECS)
    for name, signature in zip(names, overloads, strict=True):
        spec = spec_of(name)
        check_options(spec, signature.parameters)
        assert len(signature.parameters) == 1 + len(spec.options)
        assert signature.return_annotation == spec.load().__name__
    assert any_other.parameters["name"].annotation is envs.GameName


@every_constructor
def test_constructors_have_all_arguments_and_explain_them(spec, name):
    constructor = getattr(module_of(spec), name)
    text, signature = inspect.getdoc(constructor), inspect.signature(constructor)
    parameters, shared = signature.parameters, inspect.signature(module_of(spec).env).parameters
    check_options(spec, parameters)
    if name == "env":
        assert parameters.keys() == {*spec.option_names, "reward", "mask_in", "render_mode"}
        assert all(f"\n    {option.name}: {option.meaning}.\n" in text for option in spec.options)
        assert parameters.keys() <= explained(text)
    elif name in ("raw_env", "parallel_env"):
        assert "`env`" in text
        assert parameters == shared
    else:
        made = signature.return_annotation
        assert f"`{made.__name__}`; see its docstring for its arguments" in text
        assert "`env` for game options" in text
        assert parameters.keys() - shared.keys() <= explained(inspect.getdoc(made))
        arguments = inspect.signature(made).parameters
        others = parameters.keys() - {*spec.option_names}
        assert others == arguments.keys() - {"game", "options"}
        assert all(parameters[other].default == arguments[other].default for other in others)


def explained(text):
    """Return the names of the arguments that a docstring explains."""
    return {*", ".join(re.findall(r"^    ([\w, ]+): ", text, re.MULTILINE)).split(", ")}


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_docstrings_have_the_sizes(spec):
    text, game = module_of(spec).__doc__, envs.make(spec.name)
    for size in (
        f"Box(({game.observation_size},), float32)",
        f"Box(({game.num_actions},), int8)",
        f"Discrete({game.num_actions})",
    ):
        assert size in text


@every_constructor
def test_every_argument_is_passed_on(spec, name):
    """Options reach the game; each other argument is checked under its own name."""
    constructor = getattr(module_of(spec), name)
    options = {
        option.name: not option.default if option.kind is bool else option.default - 1
        for option in spec.options
        if option.kind in (bool, int)
    }
    assert options.items() <= constructor(**options).unwrapped.game.options.items()
    for argument in inspect.signature(constructor).parameters.keys() - options.keys():
        wrong = "no/such/file.toml" if argument == "components" else 3.5
        with pytest.raises((ValueError, TypeError, OSError), match=str(wrong)) as raised:
            constructor(**{argument: wrong})
        assert argument == "components" or str(raised.value).startswith(argument)


def test_names_of_rewards_and_render_modes_are_typed():
    assert get_args(rewards.RewardName) == tuple(rewards._REWARDS)
    assert set(get_args(RenderMode)) == set(kardinal_v0.raw_env().metadata["render_modes"])
