"""Drawings in SVG files, which other programs can show and change."""

from importlib import resources
from typing import NamedTuple
from xml.etree import ElementTree


class Drawing(NamedTuple):
    """A drawing: its only colour, and its path data within 24 by 24 units around (0, 0)."""

    colour: str
    path: str


def read_drawings(package: str) -> dict[str, dict[str, Drawing]]:
    """Return the drawings in ``drawings.svg`` of a package, by the ids of groups and drawings.

    Underscores in the ids of drawings stand for spaces.
    """
    file = resources.files(package).joinpath("drawings.svg")
    return {
        group.attrib["id"]: {
            path.attrib["id"].replace("_", " "): Drawing(path.get("fill", ""), path.attrib["d"])
            for path in group
        }
        for group in ElementTree.fromstring(file.read_text(encoding="utf-8"))
    }
