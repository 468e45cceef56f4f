"""Files that are not component files, and entries with wrong values."""

import os

import pytest

from hofspiele.envs.core.registry import make
from hofspiele.envs.core.text.data_file import load_data_file
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
