import errno
import importlib.util
import os
import shutil
import subprocess

import pytest

from hofspiele.training.files import versions
from hofspiele.training.files.lock import is_unused, lock_folder
from hofspiele.training.files.read_write import (
    RunError,
    WriteError,
    check_writable,
    read_errors,
    read_json,
    write_errors,
    write_file,
)


def test_file_is_replaced_whole_or_error_is_reported(tmp_path):
    file = tmp_path / "a.txt"
    write_file(file, "ü")
    assert file.read_bytes() == "ü".encode()
    (tmp_path / "folder").mkdir()
    with pytest.raises(WriteError, match=r"folder can't be written: Is a directory$"):
        write_file(tmp_path / "folder", "x")
    with pytest.raises(WriteError, match=r"a\.txt/b can't be written: Not a directory$"):
        write_file(file / "b", "x")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "folder"]


def test_full_disk_is_reported_when_libraries_hide_it(tmp_path):
    hidden = RuntimeError("did not possess lock")  # Optuna raises this.
    hidden.__context__ = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with (
        pytest.raises(WriteError, match=r"log can't be written: No space left on device$"),
        write_errors(tmp_path / "log"),
    ):
        raise hidden
    with pytest.raises(RuntimeError, match=r"^another$"), write_errors(tmp_path / "log"):
        raise RuntimeError("another")


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ValueError("not\n  so"), "is corrupt: not so; restore it"),
        (KeyError("weights"), "is corrupt: 'weights'; restore it"),
        (MemoryError(), "is corrupt: MemoryError; restore it"),
        (PermissionError(13, "Permission denied"), "can't be read: Permission denied; restore it"),
    ],
)
def test_any_reading_error_is_one_line(tmp_path, error, message):
    with (
        pytest.raises(ValueError, match=rf"^{tmp_path / 'a'} {message}$"),
        read_errors(tmp_path / "a", "; restore it"),
    ):
        raise error


def test_run_errors_pass_through_reading(tmp_path):
    for error in (RunError("full"), KeyboardInterrupt("full")):
        with pytest.raises(type(error), match=r"^full$"), read_errors(tmp_path / "a"):
            raise error


@pytest.mark.parametrize("content", [b"", b"\xff", b"[]", b"[" * 100_000, b'{"a": 1'])
def test_json_without_object_is_refused(tmp_path, content):
    file = tmp_path / "a.json"
    file.write_bytes(content)
    with pytest.raises(ValueError, match=r"a\.json is corrupt: [^\n]+$"):
        read_json(file)


def test_unwritable_file_is_reported_first(tmp_path, monkeypatch):
    check_writable("json", tmp_path / "a")
    for file in (tmp_path, tmp_path / "nowhere" / "a"):
        with pytest.raises(ValueError, match=r"json is .*, expected a file in an existing, writ"):
            check_writable("json", file)
    monkeypatch.setattr("os.access", lambda *_: False)  # Root may write to all folders.
    with pytest.raises(ValueError, match="in an existing, writable folder"):
        check_writable("json", tmp_path / "a")
    assert not any(tmp_path.iterdir())


def test_only_the_commit_of_the_own_repository_is_reported(tmp_path):
    """A copy of the module lies in a repository to which it does not belong at first."""
    file = tmp_path / "site-packages" / "versions.py"
    file.parent.mkdir()
    shutil.copy(versions.__file__, file)
    spec = importlib.util.spec_from_file_location("versions", file)
    installed = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(installed)
    git = ["git", "-C", tmp_path, "-c", "user.name=x", "-c", "user.email=x@example.org"]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "theirs"], check=True)
    assert installed.versions()["git_commit"] is None
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "ours"], check=True)
    assert len(installed.versions()["git_commit"]) == 40


def test_lock_removes_unfinished_files_of_a_killed_process(tmp_path):
    for name in (".a.csv.12-34.tmp", "a.csv", ".hidden", "b.tmp"):
        (tmp_path / name).touch()
    (tmp_path / ".half.tmp").mkdir()
    (tmp_path / ".half.tmp" / "file").touch()
    lock = lock_folder(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"a.csv", ".hidden", "b.tmp", ".lock"}
    (tmp_path / ".a.csv.12-34.tmp").touch()
    with pytest.raises(ValueError, match="in use by another process; wait for it, or stop it"):
        lock_folder(tmp_path)
    assert (tmp_path / ".a.csv.12-34.tmp").exists()
    lock.lock.release()


@pytest.mark.parametrize("name", [".lock", "games.csv", "checkpoints"])
def test_symlinks_in_a_folder_of_results_are_refused(tmp_path, name):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / ".a.tmp").touch()
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / name).symlink_to(tmp_path / "mine")
    with pytest.raises(ValueError, match=f"{name} is a symlink, expected a file or folder"):
        lock_folder(tmp_path / "theirs")
    assert (tmp_path / "mine" / ".a.tmp").exists()


def test_impossible_folder_is_reported_with_its_option(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(ValueError, match=r"file can't be created .*: File exists; choose"):
        lock_folder(tmp_path / "file", "x")


@pytest.mark.parametrize(
    ("names", "unused"),
    [([], True), ([".lock", ".a.tmp"], True), (["versions.json"], True), (["a.csv"], False)],
)
def test_folder_of_unfinished_files_is_unused(tmp_path, names, unused):
    assert is_unused(tmp_path / "nowhere")
    for name in names:
        (tmp_path / name).touch()
    assert is_unused(tmp_path, {"versions.json"}) is unused
    assert not is_unused(tmp_path / names[0]) if names else True
