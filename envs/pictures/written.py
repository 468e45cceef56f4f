"""A picture of a position for games that have none of their own: its text."""

import textwrap

from hofspiele.envs.pictures.canvas import Canvas

# a picture of 40 lines of 90 characters, whatever there is to say
_WIDTH, _HEIGHT, _MARGIN = 900, 640, 20
_SIZE, _LINE, _CHARACTERS = 14, 15, 90


def written_picture(text: str, title: str, dark: bool) -> Canvas:
    """Return a picture of the lines of a text; lines are broken, and what is below is left out."""
    canvas = Canvas(_WIDTH, _HEIGHT, title, dark)
    lines = [part for line in text.splitlines() for part in _broken(line)]
    for number, line in enumerate(lines[: (_HEIGHT - _MARGIN) // _LINE]):
        canvas.text(_MARGIN, _MARGIN + number * _LINE, line, _SIZE, room=_WIDTH - 2 * _MARGIN)
    return canvas


def _broken(line: str) -> list[str]:
    return textwrap.wrap(line, _CHARACTERS, subsequent_indent="    ") or [""]
