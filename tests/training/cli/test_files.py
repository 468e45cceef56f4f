import pytest

from hofspiele.training.cli.files import WriteError, check_writable, write_file


def test_a_file_is_replaced_whole_or_told_why_not(tmp_path):
    file = tmp_path / "a.txt"
    write_file(file, "ü")
    assert file.read_bytes() == "ü".encode()
    (tmp_path / "folder").mkdir()
    with pytest.raises(WriteError, match=r"folder can't be written: Is a directory$"):
        write_file(tmp_path / "folder", "x")
    with pytest.raises(WriteError, match=r"a\.txt/b can't be written: Not a directory$"):
        write_file(file / "b", "x")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "folder"]


def test_what_can_not_be_written_is_told_before(tmp_path, monkeypatch):
    check_writable("json", tmp_path / "a")
    for file in (tmp_path, tmp_path / "nowhere" / "a"):
        with pytest.raises(ValueError, match=r"json is .*, expected a file in a folder that is"):
            check_writable("json", file)
    monkeypatch.setattr("os.access", lambda *_: False)  # who is root may write to all folders
    with pytest.raises(ValueError, match="that is there and can be written to"):
        check_writable("json", tmp_path / "a")
    assert not any(tmp_path.iterdir())
