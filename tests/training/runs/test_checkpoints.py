"""Checkpoints: nested values as files, the newest of a run, and corrupt ones."""

import errno
import os
import pickle

import numpy as np
import pytest
import torch

from hofspiele.training.files.read_write import RunError, WriteError
from hofspiele.training.runs.checkpoints import (
    Checkpoint,
    Checkpoints,
    array_bytes,
    as_tensors,
    read_arrays,
)
from tests.hostile.contents import Called

CONTENT = {
    "state": {0: {"step": np.array(2.5, np.float32)}, 7: {}},
    "groups": [{"betas": (0.9, (1, None)), "fused": True, "names": []}, "a", -3],
    "transposed": np.arange(6).reshape(2, 3).T,
    "legal": np.array([True, False]),
}


def check_same(one, other):
    assert type(one) is type(other)
    if isinstance(one, np.ndarray):
        np.testing.assert_array_equal(one, other, strict=True)
    elif isinstance(one, dict):
        check_same([*one], [*other])
        check_same([*one.values()], [*other.values()])
    elif isinstance(one, list | tuple):
        for pair in zip(one, other, strict=True):
            check_same(*pair)
    else:
        assert one == other


def test_nested_values_are_read_back_unchanged():
    check_same(read_arrays(array_bytes(CONTENT)), CONTENT)


def test_tensors_become_arrays_and_numbers_of_numpy_become_plain():
    weights = torch.ones(2, requires_grad=True)
    found = read_arrays(array_bytes([weights, np.float64(0.5), np.int64(4), np.bool_(True)]))
    check_same(found, [np.ones(2, np.float32), 0.5, 4, True])
    assert torch.equal(as_tensors({"a": found})["a"][0], weights)


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


def test_the_last_two_checkpoints_are_kept_and_the_newest_is_read(checkpoints):
    assert checkpoints.newest() is None
    assert checkpoints.read_newest() is None
    write(checkpoints, 4_000_000, "imitation")  # Imitation comes before all steps.
    for number in (0, 500, 90_000, 1_000_000):
        write(checkpoints, number, cloned=7)
        write(checkpoints, number, cloned=number)  # This replaces the checkpoint.
        assert checkpoints.newest().name == f"steps-{number:012d}"
    assert names(checkpoints) == ["steps-000000090000", "steps-000001000000"]
    # As if the process had been killed while it wrote a checkpoint.
    (checkpoints.path / ".steps-000002000000.123-456.tmp").write_bytes(b"ha")
    read = checkpoints.read_newest()
    assert (read.learnt["steps"], read.pool, read.cloned) == (5, {"steps": [1]}, 1_000_000)
    assert read.learnt["policy"]["weight"].tolist() == [1, 1, 1]


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


def test_changed_files_are_reported(checkpoints):
    write(checkpoints, 1)
    whole = checkpoints.newest().read_bytes()
    for at in (0, 40, len(whole) // 2, len(whole) - 1, None):
        wrong = b"" if at is None else whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
        checkpoints.newest().write_bytes(wrong)
        with pytest.raises(RunError, match=r"1 is corrupt: it has changed .*; there is no older"):
            checkpoints.read_newest()
    write(checkpoints, 0)
    advice = "; remove it to resume from .*steps-000000000000$"
    with pytest.raises(RunError, match=f"steps-000000000001 is corrupt: .*{advice}"):
        checkpoints.read_newest()
    checkpoints.newest().unlink()
    assert checkpoints.read_newest().cloned == 3


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
