"""Reading zip archives whose contents are not larger than the archive itself."""

import io
import zipfile

# The first bytes of each member's entry in the directory of an archive.
_ENTRY = b"PK\1\2"
# Maximum number of members of an archive.
_MOST_MEMBERS = 2**16


def read_members(archive: bytes) -> dict[str, bytes]:
    """Return the contents of a zip archive's members by name.

    Raises:
        ValueError: the members are compressed, too many, or together larger than the archive.
        zipfile.BadZipFile: the archive is corrupt, or is not a zip archive.
    """
    if (found := archive.count(_ENTRY)) > _MOST_MEMBERS:
        raise ValueError(f"found {found:,} members, expected at most {_MOST_MEMBERS:,}")
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        members = opened.infolist()
        if any(member.compress_type != zipfile.ZIP_STORED for member in members):
            raise ValueError("found compressed members, expected uncompressed members")
        if (size := sum(member.file_size for member in members)) > len(archive):
            raise ValueError(
                f"found members with {size:,} bytes in total, expected at most {len(archive):,}"
            )
        return {member.filename: opened.read(member) for member in members}
