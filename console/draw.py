"""Draw a position stored as JSON.

usage: hofspiele draw POSITION [NAME=VALUE …]

  POSITION  a JSON file with a position, written by hand or returned by
            `Game.to_dict`; - reads standard input
  to        text, svg or png; by default the suffix of out, or text if it has
            none
  out       the file to write; without it, text and svg are printed
  seat      the seat whose view is drawn; by default the view of a spectator,
            who sees all hands
  dark      true: a picture with a dark background
  width     the width of the png, in pixels (default 800, at most 4096)
  spec      MODULE:SPEC of your own game, if it is not installed

Options that the position does not contain, such as components=, are set by
name.

  hofspiele draw position.json out=position.png seat=1
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hofspiele.console.game_arguments import read_game
from hofspiele.envs.command_line.arguments import Arguments
from hofspiele.envs.core.checks import escaped, shown
from hofspiele.envs.core.registry import spec_of
from hofspiele.envs.core.text.files import write_whole
from hofspiele.envs.pictures.pixels import LARGEST_WIDTH, png
from hofspiele.envs.pictures.presentation import presentation_of
from hofspiele.envs.replay.write import WIDTH

_NAMES = ("to", "out", "seat", "dark", "width", "spec")
_KINDS = ("text", "svg", "png")


def show(typed: Sequence[str]) -> None:
    """Print a position as text or SVG, or write it to a file as text, SVG or PNG."""
    given = Arguments(typed)
    position = _read(given.one_word("POSITION"))
    for name in given.names("spec"):
        spec_of(name, from_user=True)
    spec = spec_of(position["game"])
    written = {name: position[name] for name in spec.option_names if name in position}
    game = read_game(spec, given, _NAMES, written)
    seat = given.integer("seat", 0, 0, game.num_players - 1) if "seat" in given.values else None
    kind = given.output_kind(_KINDS, ("svg", "png"))
    width = given.integer("width", WIDTH, 16, LARGEST_WIDTH)
    dark = given.flag("dark")
    state = game.from_dict(position)
    if kind == "text":
        content = f"{game.draw(state, seat)}\n".encode()
    else:
        document = presentation_of(game).picture(state, seat, dark=dark).svg()
        content = document.encode() if kind == "svg" else png(document, width)
    if "out" in given.values:
        write_whole(given.values["out"], content)
        print(escaped(given.values["out"]))
    elif kind == "png":
        raise ValueError("to=png needs out=FILE")
    elif kind == "svg":
        sys.stdout.buffer.write(content)  # SVG is UTF-8, but the terminal's encoding may differ.
    else:
        print(escaped(content.decode()), end="")


def _read(name: str) -> dict[str, Any]:
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        position = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{_title(name)} is not JSON ({error})") from error
    if not isinstance(position, dict) or "game" not in position:
        raise ValueError(
            f'{_title(name)} is {shown(position)}, expected a JSON object with the field "game"'
        )
    return position


def _title(name: str) -> str:
    return "standard input" if name == "-" else name
