import json
import subprocess
import sys

import pytest

from hofspiele import envs
from hofspiele.envs.command_line.help import help_text
from hofspiele.envs.command_line.setting import explanations
from tests.training.commands import KINDS, command_line

LINES = [*(f"train game={game}" for game in envs.game_names()), *KINDS]


@pytest.mark.parametrize("line", LINES)
def test_every_value_is_explained(line):
    parsed = command_line(line)
    text = help_text("hofspiele it", "About it.", parsed)
    explained = explanations(parsed.kind)
    sections = {name.rpartition(".")[0] for name in explained}
    for name, explanation in explained.items():
        if name not in sections:
            assert explanation, name
            assert f"  {name}=" in text
    assert all(f"  {option.name}=" in text for option in parsed.options)
    assert "About it." in text
    assert max(map(len, text.splitlines())) <= 80


def test_defaults_and_choices_are_shown():
    text = help_text("hofspiele train", "", command_line("train experiment=kardinal"))
    for line in (
        "usage: hofspiele train [NAME=VALUE …]",
        "  experiment=               kardinal, knatsch, kou_ka_roi, plain, quick",
        "  steps=18_000_000          number of the learner's decisions",
        "  resume=null               folder of an interrupted run to resume",
    ):
        assert line in text.splitlines()


PROGRAM = """
import json, sys
from hofspiele.console.__main__ import main
for name in json.loads(sys.argv[1]):
    sys.argv[1:] = [name, "--help"]
    main()
print(sorted({"numba", "torch", "stable_baselines3", "matplotlib"} & sys.modules.keys()))
"""


def test_help_imports_no_slow_library():
    # The help of rllib also works without Ray.
    program = [sys.executable, "-c", PROGRAM, json.dumps([*KINDS])]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    assert done.stdout.count("usage: hofspiele ") == len(KINDS)
    assert done.stdout.splitlines()[-1] == "[]"
