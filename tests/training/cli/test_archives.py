import contextlib
import io
import zipfile

import pytest

from hofspiele.training.cli.archives import read_members


def archive_of(members, compression=zipfile.ZIP_STORED):
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", compression) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return written.getvalue()


def test_members_are_read_as_written():
    members = {"a": b"1", "b/c": bytes(1000)}
    assert read_members(archive_of(members.items())) == members


@pytest.mark.parametrize("kind", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_compressed_members_are_refused(kind):
    with pytest.raises(ValueError, match="found compressed members"):
        read_members(archive_of([("a", b"1")], kind))


def test_members_that_share_their_bytes_are_refused():
    archive = bytearray(archive_of([("a", bytes(1000)), ("b", bytes(1000))]))
    first = archive.index(b"PK\1\2")
    second = archive.index(b"PK\1\2", first + 4)
    archive[second + 42 : second + 46] = bytes(4)  # This is the offset of member a.
    archive[second + 46 : second + 47] = b"a"
    whole = zipfile.ZipFile(io.BytesIO(bytes(archive)))
    assert [member.header_offset for member in whole.infolist()] == [0, 0]
    with contextlib.suppress(zipfile.BadZipFile):  # Newer versions of Python refuse them.
        assert len(read_members(bytes(archive))) == 1
    shorter = archive[:1031] + archive[1031 + 1031 :]  # Member b's bytes are gone.
    end = shorter.index(b"PK\5\6")
    at = int.from_bytes(shorter[end + 16 : end + 20], "little") - 1031
    shorter[end + 16 : end + 20] = at.to_bytes(4, "little")
    with pytest.raises(ValueError, match=r"2,000 bytes in total, expected at most"):
        read_members(bytes(shorter))


def test_too_many_members_are_refused_before_the_directory_is_read(monkeypatch):
    monkeypatch.setattr("hofspiele.training.cli.archives._MOST_MEMBERS", 2)
    archive = archive_of((str(number), b"") for number in range(3))
    monkeypatch.setattr(zipfile, "ZipFile", None)
    with pytest.raises(ValueError, match="found 3 members, expected at most 2"):
        read_members(archive)


def test_changed_byte_is_noticed():
    archive = bytearray(archive_of([("a", b"text")]))
    archive[archive.index(b"text")] ^= 1
    with pytest.raises(zipfile.BadZipFile, match="CRC"):
        read_members(bytes(archive))
