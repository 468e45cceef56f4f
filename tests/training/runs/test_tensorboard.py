import pytest
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from hofspiele.training.cli.files import WriteError
from hofspiele.training.runs.tensorboard import TensorBoardFile


def write(file, steps, value):
    file.write(
        {"games/win": value, "hidden": 1}, {"games/win": None, "hidden": ("tensorboard",)}, steps
    )


def test_what_a_killed_run_has_left_is_shown_once(tmp_path):
    killed = TensorBoardFile(tmp_path / "board", 0)
    for steps in (256, 512, 768):
        write(killed, steps, 0.25)
    resumed = TensorBoardFile(tmp_path / "board", 512)
    for steps in (768, 1024):
        write(resumed, steps, 0.5)
    shown = EventAccumulator(str(tmp_path / "board")).Reload()
    assert shown.Tags()["scalars"] == ["games/win"]
    points = [(event.step, event.value) for event in shown.Scalars("games/win")]
    assert points == [(256, 0.25), (512, 0.25), (768, 0.5), (1024, 0.5)]


def test_a_file_in_its_place_is_told(tmp_path):
    (tmp_path / "board").touch()
    with pytest.raises(WriteError, match="board can't be written: File exists"):
        TensorBoardFile(tmp_path / "board", 0)


def test_a_run_whose_folder_has_gone_does_not_come_back_as_a_part_of_itself(tmp_path):
    with pytest.raises(WriteError, match="tensorboard can't be written: No such file"):
        TensorBoardFile(tmp_path / "run" / "tensorboard", 0)
    assert not (tmp_path / "run").exists()
