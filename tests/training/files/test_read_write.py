import errno
import os

import pytest

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
