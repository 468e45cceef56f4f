"""Text drawn as outlines, so that it looks the same on machines without fonts.

``glyphs.json`` holds, for two weights, each character's advance and outline (relative SVG
commands, y downwards, 500 units per em). They were taken with fontTools from Source Sans Pro 2.020,
regular and semibold, © Adobe, under the SIL Open Font License 1.1 (``glyphs-LICENSE.txt``).
"""

import functools
import json
from importlib import resources

UNITS = 500
# Height of capitals and digits, and depth of letters below the baseline, in em.
CAPITALS, DEPTH = 0.66, 0.21
_UNKNOWN = ""
# Minimum factor by which text is shrunk before it is truncated.
_SMALLEST = 0.7


@functools.cache
def _glyphs() -> dict[str, dict[str, tuple[int, str]]]:
    file = resources.files(__package__).joinpath("glyphs.json")
    weights: dict[str, dict[str, tuple[int, str]]] = json.loads(file.read_text(encoding="utf-8"))
    return weights


@functools.lru_cache(maxsize=4096)
def outline(text: str, *, bold: bool) -> tuple[int, str]:
    """Return the advance and path of a line in 1/500 em; unknown characters become boxes."""
    glyphs = _glyphs()["bold" if bold else "regular"]
    x, commands = 0, []
    for character in text:
        advance, path = glyphs.get(character, glyphs[_UNKNOWN])
        if path:
            commands.append(f"M{x} 0{path}")
        x += advance
    return x, "".join(commands)


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a line of text of this size."""
    return outline(text, bold=bold)[0] * size / UNITS


def fit_text(text: str, size: float, room: float, *, bold: bool = False) -> tuple[str, float]:
    """Return the text and the size at which it fits into `room`, first shrunk, then truncated."""
    wide = width(text, size, bold=bold)
    if wide <= room:
        return text, size
    if room / wide >= _SMALLEST:
        return text, size * room / wide
    size *= _SMALLEST
    short = text
    while len(short) > 1 and width(short, size, bold=bold) > room:
        short = short.rstrip("…")[:-1].rstrip() + "…"
    return short, size
