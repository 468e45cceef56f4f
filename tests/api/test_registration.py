import subprocess
import sys
from dataclasses import replace

import gymnasium
import pettingzoo
import pytest
from pettingzoo.utils import turn_based_aec_to_parallel

from hofspiele.envs import kardinal_v0, knatsch_v0
from hofspiele.envs.api.parallel import GameParallelEnv
from hofspiele.envs.api.registration import gymnasium_id, register
from hofspiele.envs.core.registry import spec_of
from tests.games import CASES
from tests.pages import ROOT, blocks


@pytest.mark.parametrize("case", CASES, ids=str)
def test_options_are_passed_on(case):
    spec = spec_of(case.name)
    assert gymnasium.make(gymnasium_id(spec), **case.options).unwrapped.game == case.make()
    name = f"hofspiele/{case.name}-v{spec.version}"
    assert pettingzoo.make("aec", name, **case.options).game == case.make()
    assert (name in pettingzoo.parallel_registry) == spec.simultaneous
    if spec.simultaneous:
        env = pettingzoo.make("parallel", name, **case.options)
        assert isinstance(env, GameParallelEnv)
        assert env.game == case.make()


def test_the_guides_program_makes_environments_in_spawned_processes(tmp_path):
    guide = ROOT / "docs" / "guides" / "interfaces.md"
    (program,) = (block for block in blocks(guide, "python") if "spawn" in block)
    (tmp_path / "program.py").write_text(f"{program}    print(observations.shape)\n")
    command = [sys.executable, "-W", "error", "program.py"]
    assert subprocess.check_output(command, cwd=tmp_path, text=True) == "(2, 597)\n"


@pytest.mark.parametrize("module", [kardinal_v0, knatsch_v0], ids=lambda module: module.__name__)
def test_aec_environments_can_be_converted_to_parallel_environments(module):
    env = turn_based_aec_to_parallel(module.env())
    seen, _ = env.reset(seed=1)
    paid: dict[str, float] = {}
    while env.agents:
        actions = {agent: int(seen[agent]["action_mask"].argmax()) for agent in env.agents}
        seen, paid, *_ = env.step(actions)
    assert sum(paid.values()) == pytest.approx(0)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"name": "kardinal"},
            "the name 'kardinal' of .*:KouKaRoi is taken by .*:Kardinal",
        ),
        ({"name": "a 9"}, "the game's name is 'a 9', expected one like 'high_card'"),
    ],
)
def test_names_that_cannot_be_used_are_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        register(replace(spec_of("kou_ka_roi"), **changes))
    with pytest.raises(ValueError, match="spec is 'high_card:SPEC', expected a GameSpec"):
        register("high_card:SPEC")


def test_a_class_of_another_game_is_refused():
    spec = replace(spec_of("kou_ka_roi"), name="other")
    with pytest.raises(ValueError, match=r"'other': .*:KouKaRoi is .*, expected the class of a"):
        spec.load()
