import re

import pytest
from stable_baselines3.common.logger import Logger
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from hofspiele.training.files.read_write import WriteError
from hofspiele.training.runs.metrics import TensorBoardFiles


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
