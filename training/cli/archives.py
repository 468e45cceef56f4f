"""Zip archives, read whole: their members take no more memory than the archive."""

import io
import zipfile

# Every member has an entry in the directory, which begins with these bytes.
_ENTRY = b"PK\1\2"
_MOST_MEMBERS = 2**16


def read_members(archive: bytes) -> dict[str, bytes]:
    """Return what the members of a zip archive hold, by their names.

    Args:
        archive: the content of the file.

    Raises:
        ValueError: the members are compressed, too large or too many.
        zipfile.BadZipFile: it is damaged, or not an archive.
    """
    if (found := archive.count(_ENTRY)) > _MOST_MEMBERS:
        raise ValueError(f"found {found:,} members, expected at most {_MOST_MEMBERS:,}")
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        members = opened.infolist()
        if any(member.compress_type != zipfile.ZIP_STORED for member in members):
            raise ValueError("found compressed members, expected members that are only stored")
        if (size := sum(member.file_size for member in members)) > len(archive):
            raise ValueError(f"found members of {size:,} bytes, expected at most {len(archive):,}")
        return {member.filename: opened.read(member) for member in members}
