import errno
import os
import pickle
import shutil
import signal
from pathlib import Path

import pytest
import torch

from hofspiele.training.cli.files import RunError, WriteError
from hofspiele.training.runs.checkpoints import Checkpoint, Checkpoints
from tests.hostile.contents import Called


@pytest.fixture
def checkpoints(tmp_path):
    (tmp_path / "run").mkdir()
    return Checkpoints(tmp_path / "run" / "checkpoints")


def test_saving_does_not_recreate_a_removed_run_folder(checkpoints):
    run = checkpoints.path.parent
    run.rmdir()
    with pytest.raises(WriteError), checkpoints.writing("steps", 1):
        pass
    assert not run.exists()


def write(checkpoints, number, kind="steps", content="whole"):
    with checkpoints.writing(kind, number) as path:
        (path / "model").write_text(content)


def names(checkpoints):
    return sorted(path.name for path in checkpoints.path.iterdir())


def test_there_is_no_checkpoint_at_first(checkpoints):
    assert checkpoints.newest() is None
    assert checkpoints.read_newest() is None


def test_the_last_two_checkpoints_are_kept(checkpoints):
    for number in (0, 500, 90_000, 1_000_000):
        write(checkpoints, number)
    assert names(checkpoints) == ["steps-000000090000", "steps-000001000000"]
    assert (checkpoints.newest() / "model").read_text() == "whole"


def test_steps_come_after_imitation(checkpoints):
    write(checkpoints, 4_000_000, "imitation")
    write(checkpoints, 0)
    assert checkpoints.newest().name == "steps-000000000000"


def test_a_checkpoint_of_the_same_number_is_replaced(checkpoints):
    write(checkpoints, 7, content="first")
    write(checkpoints, 7, content="second")
    assert names(checkpoints) == ["steps-000000000007"]
    assert (checkpoints.newest() / "model").read_text() == "second"


@pytest.mark.parametrize(
    ("error", "kind", "message"),
    [
        (KeyboardInterrupt(), KeyboardInterrupt, None),
        (ValueError("wrong"), ValueError, "wrong"),
        (
            OSError(errno.ENOSPC, "No space left on device"),
            WriteError,
            "steps-000000000002 can't be written: No space left on",
        ),
    ],
)
def test_an_error_leaves_the_last_checkpoint_intact(checkpoints, error, kind, message):
    write(checkpoints, 1)

    def interrupted():
        with checkpoints.writing("steps", 2) as path:
            (path / "model").write_text("ha")
            raise error

    with pytest.raises(kind, match=message):
        interrupted()
    assert names(checkpoints) == ["steps-000000000001"]


def test_ctrl_c_waits_until_the_new_checkpoint_has_replaced_the_old(checkpoints, monkeypatch):
    write(checkpoints, 1, content="first")
    rename = Path.rename

    def interrupted(path, target):
        rename(path, target)
        if path.name == "steps-000000000001":
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Path, "rename", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write(checkpoints, 1, content="second")
    assert names(checkpoints) == ["steps-000000000001"]
    assert (checkpoints.newest() / "model").read_text() == "second"


def test_a_checkpoint_half_written_by_a_kill_is_ignored(checkpoints):
    write(checkpoints, 1)
    writing = checkpoints.writing("steps", 2)
    half = writing.__enter__()
    (half / "model").write_text("ha")
    assert checkpoints.newest().name == "steps-000000000001"
    write(checkpoints, 3)
    assert names(checkpoints) == ["steps-000000000001", "steps-000000000003"]
    assert (checkpoints.newest() / "model").read_text() == "whole"


LEARNT = {"policy": {"weight": torch.ones(3)}, "steps": 5}


def write_whole(checkpoints, pool=None, number=1):
    with checkpoints.writing("steps", number) as path:
        Checkpoint(LEARNT, pool, 3).write(path)


def test_a_checkpoint_without_a_pool_has_no_pool_file(checkpoints):
    for number, pool in enumerate((None, {"steps": [1]})):
        write_whole(checkpoints, pool, number)
        written = {file.name for file in checkpoints.newest().iterdir()}
        assert written == {"model.safetensors", "progress.json"} | (
            {"league.safetensors"} if pool else set()
        )
        read = checkpoints.read_newest()
        assert (read.learnt["steps"], read.pool, read.cloned) == (5, pool, 3)
        assert read.learnt["policy"]["weight"].tolist() == [1, 1, 1]


@pytest.mark.parametrize("name", ["model.safetensors", "league.safetensors"])
def test_single_wrong_bit_is_reported(checkpoints, name):
    write_whole(checkpoints, {"steps": [1]})
    file = checkpoints.newest() / name
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    with pytest.raises(
        RunError, match=rf"is corrupt: {name} has changed since it was written; there is"
    ):
        checkpoints.read_newest()
    write_whole(checkpoints, number=0)
    advice = "; remove it to resume from .*steps-000000000000$"
    with pytest.raises(RunError, match=f"steps-000000000001 is corrupt: .*{advice}"):
        checkpoints.read_newest()
    shutil.rmtree(checkpoints.newest())
    assert checkpoints.read_newest().cloned == 3


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"sha256": 1}', "nul", "[" * 100_000])
def test_foreign_progress_is_reported(checkpoints, content):
    write_whole(checkpoints)
    (checkpoints.newest() / "progress.json").write_text(content)
    with pytest.raises(
        RunError, match=r"steps-000000000001 is corrupt: .*there is no older checkpoint"
    ):
        checkpoints.read_newest()


def test_wrong_bit_in_the_name_of_a_file_is_reported(checkpoints):
    write_whole(checkpoints, {"steps": [1]})
    file = checkpoints.newest() / "progress.json"
    file.write_text(file.read_text().replace("league.", "leawue."))
    with pytest.raises(
        RunError, match=r"names {'leawue\.safetensors'}, expected only model\.safetensors, league"
    ):
        checkpoints.read_newest()


def test_a_half_removed_checkpoint_does_not_look_complete(checkpoints, monkeypatch):
    for number in (1, 2):
        write(checkpoints, number)

    def killed(path, **_):
        (path / "model").unlink()
        raise KeyboardInterrupt

    monkeypatch.setattr("shutil.rmtree", killed)
    with pytest.raises(KeyboardInterrupt):
        write(checkpoints, 3)
    assert [path.name for path in checkpoints._all()] == [
        "steps-000000000002",
        "steps-000000000003",
    ]


def test_an_old_checkpoint_stays_until_the_new_one_is_complete(checkpoints, monkeypatch):
    write(checkpoints, 1, content="first")

    def refused(path, target):
        raise OSError(errno.EACCES, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", refused)
        with pytest.raises(WriteError, match="Permission denied"):
            write(checkpoints, 1, content="second")
    assert (checkpoints.newest() / "model").read_text() == "first"
    write(checkpoints, 1, content="third")
    assert names(checkpoints) == ["steps-000000000001"]
    assert (checkpoints.newest() / "model").read_text() == "third"


def test_code_in_an_untrusted_checkpoint_is_not_run(checkpoints, tmp_path, monkeypatch):
    went_off = tmp_path / "went off"
    pickled = pickle.dumps(Called(os.mkdir, str(went_off)))
    monkeypatch.setattr("hofspiele.training.runs.checkpoints.array_bytes", lambda _: pickled)
    write_whole(checkpoints)
    with pytest.raises(RunError, match=r"is corrupt: .*; there is no older"):
        checkpoints.read_newest()
    assert not went_off.exists()
    pickle.loads(pickled)
    assert went_off.exists()  # Trusted, it runs.
