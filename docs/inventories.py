"""Inventories of other projects, which Sphinx reads to link to their documentation.

Sphinx would download complete inventories, but the site is built without a network. The ones that
this module writes contain only the objects that `other_projects.toml` lists.
"""

import tomllib
import zlib
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "build" / "inventories"
LIST = Path(__file__).with_name("other_projects.toml")


def write_inventories() -> dict[str, tuple[str, str]]:
    """Write an inventory for each project; return their addresses and files by project."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    written = {}
    for name, project in tomllib.loads(LIST.read_text(encoding="utf-8")).items():
        file = FOLDER / f"{name}.inv"
        file.write_bytes(_inventory(name, project["objects"]))
        written[name] = (project["address"], str(file))
    return written


def _inventory(project: str, objects: dict[str, list[str]]) -> bytes:
    """Return an inventory in the second version of Sphinx's format."""
    head = (
        "# Sphinx inventory version 2\n"
        f"# Project: {project}\n"
        "# Version: \n"
        "# The remainder of this file is compressed using zlib.\n"
    )
    # "$" stands for the name of the object, and "1" is the usual priority in a search.
    lines = [
        f"{name} py:{kind} 1 {place + '$' if place.endswith('#') else place} -\n"
        for name, (kind, place) in objects.items()
    ]
    return head.encode() + zlib.compress("".join(lines).encode())
