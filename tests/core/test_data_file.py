"""Files that are written whole, and files that are not component files."""

import os
import sys
from pathlib import Path

import pytest

from hofspiele.envs.core.registry import make
from hofspiele.envs.core.text.data_file import load_data_file
from hofspiele.envs.core.text.files import replacing, write_whole
from hofspiele.envs.core.text.records import RecordError, read_records


def load(path):
    return load_data_file(path, "tests.fourth_game", dict)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xfe", "can't decode byte 0xff"),
        (b"cards = " + b"[\n" * 30_000, "maximum recursion depth"),
        (b"cards = " + b"1" * 1100, "line 1 is longer"),
        (b"cards = 1\ncards = 2", "Cannot overwrite a value"),
        (b"# x\n" * 2**15, "it is larger than 65,536 bytes"),
        # Without the limit on the length of lines, parsing this line would take half a minute.
        (b"\n" + b"a." * 2**14, "line 2 is longer than 500 characters"),
    ],
    ids=["no text", "nested", "digits", "a key twice", "large", "dots"],
)
def test_invalid_files_are_refused(tmp_path, content, message):
    path = tmp_path / "cards.toml"
    path.write_bytes(content)
    with pytest.raises(
        ValueError, match=f"cards.toml: can't be read as a component file: .*{message}"
    ):
        load(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("path", ["", "x" * 5000, "no.toml", "pipe", "/dev/zero"])
def test_other_paths_are_refused(tmp_path, path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ValueError, match="but there is no such file"):
        load(tmp_path / path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_records_from_pipes_and_endless_files_are_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path, message in ((tmp_path / "pipe", "is a pipe"), ("/dev/zero", "line 1: not JSON")):
        with pytest.raises(RecordError, match=message):
            read_records(path)


@pytest.mark.parametrize("number", ["nan", "inf", "true", "12.0", '"12"', "[12]"])
def test_entries_that_are_not_integers_are_refused(tmp_path, number):
    path = tmp_path / "cards.toml"
    path.write_text(f"cards = {number}")
    with pytest.raises(ValueError, match=r"cards.toml: cards is .*, expected an integer from"):
        make("high_card", components=path)


def test_a_file_is_replaced(tmp_path):
    path = tmp_path / "file"
    path.write_text("old")
    with replacing(path) as temporary:
        temporary.write_text("new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "file"
    path.write_text("old")

    def write():
        with replacing(path) as temporary:
            temporary.write_text("ne")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_the_permissions_of_a_file_are_kept(tmp_path):
    path = tmp_path / "file"
    path.write_text("old")
    for mode in (0o600, 0o444):
        path.chmod(mode)
        write_whole(path, b"new")
        assert path.stat().st_mode & 0o777 == mode


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
@pytest.mark.parametrize(
    ("make", "message"),
    [
        (Path.mkdir, "Is a directory"),
        (lambda path: path.symlink_to("file"), "a symlink, expected a regular file"),
        (getattr(os, "mkfifo", None), "a device or pipe, expected a regular file"),
    ],
    ids=["folder", "symlink", "pipe"],
)
def test_only_regular_files_are_replaced(tmp_path, make, message):
    """Errors name the file and not the temporary one."""
    path = tmp_path / "other"
    make(path)
    before = path.lstat()
    with pytest.raises(OSError, match=message) as raised:
        write_whole(path, b"new")
    assert (raised.value.filename, raised.value.filename2) == (str(path), None)
    assert list(tmp_path.iterdir()) == [path]
    assert (path.lstat().st_ino, path.lstat().st_mode) == (before.st_ino, before.st_mode)
