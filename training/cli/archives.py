"""A reader of zip archives that takes no more memory than its caller allows."""

import io
import zipfile

# Every member has an entry in the directory, which begins with these bytes.
_ENTRY = b"PK\1\2"
_MOST_MEMBERS = 2**16


def read_members(archive: bytes, most: int | None = None) -> dict[str, bytes]:
    """Return the contents of a zip archive's members, by their names.

    Args:
        archive: the content of the file.
        most: the most bytes that all members may take together. By default members must not be
            compressed, and take no more than the archive.

    Raises:
        ValueError: the members are compressed, too large or too many.
        zipfile.BadZipFile: the archive is damaged, or the file is no archive.
    """
    if (found := archive.count(_ENTRY)) > _MOST_MEMBERS:
        raise ValueError(f"found {found:,} members, expected at most {_MOST_MEMBERS:,}")
    kinds = {zipfile.ZIP_STORED} if most is None else {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
    limit = len(archive) if most is None else most
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        members = opened.infolist()
        if any(member.compress_type not in kinds for member in members):
            raise ValueError("found compressed members, expected members that are only stored")
        if (size := sum(member.file_size for member in members)) > limit:
            raise ValueError(f"found members of {size:,} bytes, expected at most {limit:,}")
        return {member.filename: opened.read(member) for member in members}
