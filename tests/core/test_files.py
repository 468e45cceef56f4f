import os
import sys

import pytest

from hofspiele.envs.core.text.files import replacing, write_whole


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


def test_an_error_names_the_file_and_not_the_temporary_one(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError) as raised:
        write_whole(tmp_path / "folder", b"new")
    assert raised.value.filename == str(tmp_path / "folder")
    assert raised.value.filename2 is None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_the_permissions_of_a_file_are_kept(tmp_path):
    path = tmp_path / "file"
    path.write_text("old")
    for mode in (0o600, 0o444):
        path.chmod(mode)
        write_whole(path, b"new")
        assert path.stat().st_mode & 0o777 == mode


@pytest.mark.skipif(sys.platform == "win32", reason="Windows restricts symlinks")
def test_a_symlink_is_neither_replaced_nor_followed(tmp_path):
    target, link = tmp_path / "file", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    with pytest.raises(OSError, match="a symlink, expected a regular file") as raised:
        write_whole(link, b"new")
    assert raised.value.filename == str(link)
    assert link.is_symlink()
    assert target.read_text() == "old"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no named pipes in folders")
def test_a_named_pipe_is_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="a device or pipe, expected a regular file"):
        write_whole(pipe, b"new")
    assert list(tmp_path.iterdir()) == [pipe]
    assert pipe.is_fifo()
