"""A reader of zip archives that takes no more memory than the archive."""

import io
import zipfile

# Every member has an entry in the directory, which begins with these bytes.
_ENTRY = b"PK\1\2"
_MOST_MEMBERS = 2**16


def read_members(archive: bytes) -> dict[str, bytes]:
    """Return the contents of a zip archive's members, by their names.

    Raises:
        ValueError: the members are compressed, too large or too many.
        zipfile.BadZipFile: the archive is damaged, or the file is no archive.
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
