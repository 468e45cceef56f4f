"""The README's Python blocks run as they stand."""

import re
from pathlib import Path

import pytest

README = Path(__file__).resolve().parents[1] / "README.md"
BLOCKS = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_block_runs(block):
    exec(compile(block, str(README), "exec"), {})


def test_blocks_show_every_way_to_play():
    text = "".join(BLOCKS)
    for name in ("kou_ka_roi_v0.env", "gymnasium.make", "Table(", "game.apply"):
        assert name in text
