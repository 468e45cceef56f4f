"""What type checkers, editors and `help` are told of games and environments."""

import inspect
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from hofspiele.envs import kardinal_v0
from hofspiele.envs.api.constructors import constructors
from hofspiele.envs.core import rewards
from hofspiele.envs.core.registry import spec_of
from tests.rules_pages import games
from tests.stubs import COMMAND, stubs

ROOT = Path(__file__).resolve().parents[2]
# an error is expected in lines that say so
PROGRAM = """
from hofspiele import envs
from hofspiele.envs import kardinal_v0, knatsch_v0, kou_ka_roi_v0

game = envs.make("kardinal", num_players=3, vatikan=True, two_countries=False, components=None)
game.components.countries
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
"""


def test_a_type_checker_knows_the_options_of_each_game(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-pretty", program],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    told = {int(line) for line in re.findall(r"program\.py:(\d+): error", done.stdout)}
    lines = enumerate(PROGRAM.splitlines(), 1)
    assert told == {number for number, line in lines if "# wrong" in line}, done.stdout


def test_stubs_follow_from_the_specifications():
    for stub in stubs():
        assert stub.path.read_text(encoding="utf-8") == stub.text(), f"write it: {COMMAND}"


def test_names_of_rewards_are_typed():
    assert get_args(rewards.RewardName) == tuple(rewards._REWARDS)


@pytest.mark.parametrize("name", [game.name for game in games()])
def test_constructors_tell_all_that_they_take(name):
    spec = spec_of(name)
    for face, constructor in constructors(spec)._asdict().items():
        if constructor is None:
            continue
        parameters = inspect.signature(constructor).parameters
        for option in spec.options:
            assert parameters[option.name].default == option.default
            assert f"\n    {option.name}: {option.meaning}.\n" in inspect.getdoc(constructor)
        constructor(**{p.name: p.default for p in parameters.values()}).close()
        assert all(f"\n    {taken}: " in inspect.getdoc(constructor) for taken in parameters), face


def test_gymnasiums_constructors():
    env = kardinal_v0.gym_env(vatikan=True, seat=2, opponents="random")
    assert env.game.options["vatikan"] is True
    env.reset(seed=1)
    assert env.seat == 2
    assert kardinal_v0.gym_vector_env(3, num_players=3).reset(seed=1)[0].shape == (3, 708)
    with pytest.raises(TypeError, match="'vatican'; did you mean 'vatikan'"):
        kardinal_v0.gym_env(vatican=True)
