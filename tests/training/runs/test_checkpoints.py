import errno
import os
import pickle

import pytest
import torch

from hofspiele.training.files.read_write import RunError, WriteError
from hofspiele.training.runs.checkpoints import Checkpoint, Checkpoints
from tests.hostile.contents import Called

WHOLE = Checkpoint({"policy": {"weight": torch.ones(3)}, "steps": 5}, {"steps": [1]}, 3)


@pytest.fixture
def checkpoints(tmp_path):
    (tmp_path / "run").mkdir()
    return Checkpoints(tmp_path / "run" / "checkpoints")


def write(checkpoints, number, kind="steps", **changes):
    checkpoints.write(kind, number, WHOLE._replace(**changes))


def names(checkpoints):
    return sorted(path.name for path in checkpoints.path.iterdir())


def test_saving_does_not_recreate_a_removed_run_folder(checkpoints):
    run = checkpoints.path.parent
    run.rmdir()
    with pytest.raises(WriteError):
        write(checkpoints, 1)
    assert not run.exists()


def test_there_is_no_checkpoint_at_first(checkpoints):
    assert checkpoints.newest() is None
    assert checkpoints.read_newest() is None


def test_the_last_two_checkpoints_are_kept(checkpoints):
    for number in (0, 500, 90_000, 1_000_000):
        write(checkpoints, number, cloned=number)
    assert names(checkpoints) == ["steps-000000090000", "steps-000001000000"]
    assert checkpoints.read_newest().cloned == 1_000_000


def test_steps_come_after_imitation(checkpoints):
    write(checkpoints, 4_000_000, "imitation")
    write(checkpoints, 0)
    assert checkpoints.newest().name == "steps-000000000000"


def test_a_checkpoint_is_read_back(checkpoints):
    write(checkpoints, 1)
    read = checkpoints.read_newest()
    assert (read.learnt["steps"], read.pool, read.cloned) == (5, {"steps": [1]}, 3)
    assert read.learnt["policy"]["weight"].tolist() == [1, 1, 1]


def test_a_checkpoint_of_the_same_number_is_replaced(checkpoints):
    write(checkpoints, 7, cloned=1)
    write(checkpoints, 7, cloned=2)
    assert names(checkpoints) == ["steps-000000000007"]
    assert checkpoints.read_newest().cloned == 2


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (KeyboardInterrupt(), KeyboardInterrupt),
        (OSError(errno.ENOSPC, "No space left on device"), WriteError),
    ],
)
@pytest.mark.parametrize("number", [1, 2])
def test_an_error_leaves_the_last_checkpoint_intact(checkpoints, monkeypatch, error, kind, number):
    write(checkpoints, 1, cloned=1)

    def failing(*_):
        raise error

    monkeypatch.setattr("pathlib.Path.replace", failing)
    with pytest.raises(kind):
        write(checkpoints, number, cloned=2)
    assert names(checkpoints) == ["steps-000000000001"]
    assert checkpoints.read_newest().cloned == 1


def test_a_checkpoint_half_written_by_a_kill_is_ignored(checkpoints):
    write(checkpoints, 1)
    (checkpoints.path / ".steps-000000000002.123-456.tmp").write_bytes(b"ha")
    assert checkpoints.newest().name == "steps-000000000001"
    assert checkpoints.read_newest().cloned == 3


def test_single_wrong_bit_is_reported(checkpoints):
    write(checkpoints, 1)
    whole = checkpoints.newest().read_bytes()
    for place in (0, 40, len(whole) // 2, len(whole) - 1):
        content = bytearray(whole)
        content[place] ^= 1
        checkpoints.newest().write_bytes(content)
        with pytest.raises(
            RunError, match="1 is corrupt: it has changed since it was written; there is no older"
        ):
            checkpoints.read_newest()
    write(checkpoints, 0)
    advice = "; remove it to resume from .*steps-000000000000$"
    with pytest.raises(RunError, match=f"steps-000000000001 is corrupt: .*{advice}"):
        checkpoints.read_newest()
    checkpoints.newest().unlink()
    assert checkpoints.read_newest().cloned == 3


@pytest.mark.parametrize("content", [b"", b"[]", b"\0" * 100])
def test_foreign_files_are_reported(checkpoints, content):
    write(checkpoints, 1)
    checkpoints.newest().write_bytes(content)
    with pytest.raises(RunError, match="steps-000000000001 is corrupt: "):
        checkpoints.read_newest()


def test_code_in_an_untrusted_checkpoint_is_not_run(checkpoints, tmp_path, monkeypatch):
    went_off = tmp_path / "went off"
    pickled = pickle.dumps(Called(os.mkdir, str(went_off)))
    monkeypatch.setattr("hofspiele.training.runs.checkpoints.array_bytes", lambda _: pickled)
    write(checkpoints, 1)
    with pytest.raises(RunError, match=r"is corrupt: .*; there is no older"):
        checkpoints.read_newest()
    assert not went_off.exists()
    pickle.loads(pickled)
    assert went_off.exists()  # Trusted, it runs.
