"""The README's Python blocks run unchanged, and its commands are valid."""

import re
import shlex
from pathlib import Path

import pytest

from hofspiele.console.__main__ import _TRAINING
from tests.training.commands import command_line

WRITTEN = [
    "README.md", "RESULTS.md", "CONTRIBUTING.md", "SECURITY.md", "Makefile", ".github/**/*.yml",
    *(
        f"{folder}/**/*.{kind}"
        for folder in (
            "benchmarks", "configs", "console", "envs", "examples", "play", "tools", "training",
        )
        for kind in ("md", "py", "yaml")
    ),
]  # fmt: skip
TRAINING = "|".join(_TRAINING)
ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
BLOCKS = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_block_runs(block):
    exec(compile(block, str(README), "exec"), {})


def test_blocks_show_every_way_to_play():
    text = "".join(BLOCKS)
    for name in ("kou_ka_roi_v0.env", "gymnasium.make", "Table(", "game.apply"):
        assert name in text


def test_documented_commands_use_existing_values():
    for file in (README, ROOT / "training" / "agents" / "README.md"):
        blocks = re.findall(r"```sh\n(.*?)```", file.read_text(encoding="utf-8"), re.DOTALL)
        lines = re.findall(rf"hofspiele ((?:{TRAINING})\b.*)", "".join(blocks))
        assert lines
        for line in lines:
            command_line(" ".join(shlex.split(line, comments=True))).runs()


def test_make_train_uses_an_existing_recipe():
    recipe = re.search(r"^RECIPE := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert recipe is not None
    assert command_line(f"train {recipe[1]}").settings().game.name == "kou_ka_roi"


def test_commands_are_written_as_they_work_after_pip_install():
    """``python -m training.…`` needs the checkout, or runs a user's own folder of that name."""
    from_checkout = re.compile(r"python3? -m\s+(training|envs|play|console)\b")
    files = (path for name in WRITTEN for path in ROOT.glob(name))
    found = [path for path in files if from_checkout.search(path.read_text(encoding="utf-8"))]
    assert found == []
