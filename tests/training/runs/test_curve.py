"""Curves: the file of a run, and TensorBoard's."""

import math
import re

import numpy as np
import pytest
from stable_baselines3.common.logger import Logger
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from hofspiele.training.files.read_write import RunError, WriteError
from hofspiele.training.runs.curve import read_curve
from hofspiele.training.runs.metrics import CurveFile, TensorBoardFiles

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


def test_incomplete_lines_and_those_after_a_checkpoint_are_ignored(curve):
    assert read_curve(curve) == LINES
    curve.write_bytes(curve.read_bytes() + bytes(100))
    assert read_curve(curve) == LINES
    CurveFile(curve, 256)  # A run resumes from a checkpoint at 256 steps.
    assert read_curve(curve) == LINES[:1]
    curve.write_bytes(curve.read_bytes()[:-10])
    assert read_curve(curve) == []


@pytest.mark.parametrize("line", [b"\xff\xfe", b"", b"[]", b"{", b"{}", b'{"steps": "1"}'])
def test_corrupt_line_before_others_is_reported(curve, line):
    content = line + b"\n" + curve.read_bytes()
    curve.write_bytes(content)
    with pytest.raises(ValueError, match=r"curve\.jsonl is corrupt: [^\n]*, or remove it"):
        CurveFile(curve, 1024)
    assert curve.read_bytes() == content


def test_a_dangling_symlink_is_reported(tmp_path):
    file = tmp_path / "curve.jsonl"
    file.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(RunError, match=r"curve\.jsonl can't be"):
        read_curve(file)


def logger_of(folder, steps):
    return Logger(None, [TensorBoardFiles(folder, steps)])


def write(logger, steps, value):
    logger.record("games/win", value)
    logger.record("hidden", 1, exclude="tensorboard")
    logger.dump(steps)


def test_a_resumed_run_continues_the_curves_of_a_killed_one(tmp_path):
    killed = logger_of(tmp_path / "board", 0)
    for steps in (256, 512, 768):
        write(killed, steps, 0.25)
    killed.close()
    # TensorBoard reads files in the order of their names, which begin with the second of their
    # creation. Here, both are created in the same second.
    (file,) = (tmp_path / "board").iterdir()
    file.rename(file.with_name(re.sub(r"tfevents\.\d+", "tfevents.1000000000", file.name)))
    resumed = logger_of(tmp_path / "board", 512)
    for steps in (768, 1024):
        write(resumed, steps, 0.5)
    resumed.close()
    shown = EventAccumulator(str(tmp_path / "board")).Reload()
    assert shown.Tags()["scalars"] == ["games/win"]
    points = [(event.step, event.value) for event in shown.Scalars("games/win")]
    assert points == [(256, 0.25), (512, 0.25), (768, 0.5), (1024, 0.5)]


def test_the_folder_of_a_removed_run_is_not_made_again(tmp_path):
    with pytest.raises(WriteError, match="tensorboard can't be written: No such file"):
        logger_of(tmp_path / "run" / "tensorboard", 0)
    assert not (tmp_path / "run").exists()
