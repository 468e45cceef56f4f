"""Text as a picture, for games without a picture of their own."""

import textwrap

from hofspiele.envs.pictures.canvas import Canvas

# All pictures have room for 40 lines of 90 characters.
_WIDTH, _HEIGHT, _MARGIN = 900, 640, 20
_SIZE, _LINE, _CHARACTERS = 14, 15, 90


def written_picture(text: str, title: str, *, dark: bool) -> Canvas:
    """Return a picture of a text; long lines are wrapped, lines below the picture are cut off."""
    canvas = Canvas(_WIDTH, _HEIGHT, title, dark=dark)
    lines = [part for line in text.splitlines() for part in _broken(line)]
    for number, line in enumerate(lines[: (_HEIGHT - _MARGIN) // _LINE]):
        canvas.text(_MARGIN, _MARGIN + number * _LINE, line, _SIZE, room=_WIDTH - 2 * _MARGIN)
    return canvas


def _broken(line: str) -> list[str]:
    return textwrap.wrap(line, _CHARACTERS, subsequent_indent="    ") or [""]
