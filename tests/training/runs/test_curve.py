import math

import numpy as np
import pytest
from stable_baselines3.common.logger import Logger

from hofspiele.training.files.read_write import RunError
from hofspiele.training.runs.metrics import CurveFile, read_curve

LINES = [
    {"steps": 256, "train/explained_variance": math.inf},
    {"steps": 512, "games/win_share_greedy": 0.5},
]


@pytest.fixture
def curve(tmp_path):
    file = tmp_path / "curve.jsonl"
    logger = Logger(None, [CurveFile(file, 0)])
    logger.record("train/explained_variance", np.float32(math.inf))
    logger.dump(256)
    logger.record("games/win_share_greedy", 0.5)
    logger.record("note", "not a number")
    logger.dump(512)
    return file


def test_an_incomplete_last_line_is_ignored(curve):
    assert read_curve(curve) == LINES
    curve.write_bytes(curve.read_bytes() + bytes(100))
    assert read_curve(curve) == LINES
    curve.write_bytes(curve.read_bytes()[:-110])
    assert read_curve(curve) == LINES[:1]


def test_lines_after_a_checkpoint_are_removed(curve):
    CurveFile(curve, 256)
    assert read_curve(curve) == LINES[:1]


@pytest.mark.parametrize(
    "line", [b"\xff\xfe", b"", b"[]", b"{", b"{}", b'{"steps": "1"}', b"[" * 100_000]
)
def test_corrupt_line_before_others_is_reported(curve, line):
    content = line + b"\n" + curve.read_bytes()
    curve.write_bytes(content)
    with pytest.raises(
        ValueError, match=r"curve\.jsonl is corrupt: [^\n]*, or remove it to continue"
    ):
        CurveFile(curve, 1024)
    assert curve.read_bytes() == content


def test_a_dangling_symlink_is_reported(tmp_path):
    file = tmp_path / "curve.jsonl"
    file.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(RunError, match=r"curve\.jsonl can't be"):
        read_curve(file)
