"""The command ``hofspiele draw``."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from hofspiele.envs.command_line.agents import OWN_GAME
from hofspiele.envs.command_line.command import command
from hofspiele.envs.command_line.game import ChosenGame, make_game
from hofspiele.envs.command_line.setting import REQUIRED, setting
from hofspiele.envs.core.checks import escaped, shown, whole_number
from hofspiele.envs.core.registry import spec_of
from hofspiele.envs.core.text.files import write_whole
from hofspiele.envs.pictures.pixels import png
from hofspiele.envs.pictures.presentation import presentation_of
from hofspiele.envs.replay.output import TO, Output


@dataclass(frozen=True)
class Draw(Output):
    """Settings of a drawing: the position and its appearance."""

    SUFFIXES: ClassVar[tuple[str, ...]] = ("svg", "png")

    position: str = setting(
        REQUIRED,
        "a JSON file with a position, written by hand or returned by `Game.to_dict`; - reads "
        "standard input",
        word=True,
    )
    to: str | None = setting(None, f"text, svg or png; {TO}", choices=("text", "svg", "png"))
    out: str | None = setting(None, "file to write; null: text and svg are printed")
    game: ChosenGame = setting(
        ChosenGame(),
        "the game of the position; needed only to set options that the position does not contain, "
        "such as components",
    )
    spec: str | None = OWN_GAME


@command(Draw)
def main(settings: Draw) -> None:
    """Draw a position stored as JSON: ``hofspiele draw position.json out=position.png seat=1``."""
    position = _read(settings.position)
    if settings.spec is not None:
        spec_of(settings.spec, from_user=True)
    spec = spec_of(position["game"])
    written = {name: position[name] for name in spec.option_names if name in position}
    game = make_game(spec.name, settings.game.options | written)
    seat, kind = settings.seat, settings.kind
    if seat is not None:
        whole_number("seat", seat, 0, game.num_players - 1)
    state = game.from_dict(position)
    if kind == "text":
        content = f"{game.draw(state, seat)}\n".encode()
    else:
        document = presentation_of(game).picture(state, seat, dark=settings.dark).svg()
        content = document.encode() if kind == "svg" else png(document, settings.width)
    if settings.out is not None:
        write_whole(settings.out, content)
        print(escaped(settings.out))
    elif kind == "png":
        raise ValueError("to=png needs out=FILE")
    elif kind == "svg":
        sys.stdout.buffer.write(content)  # SVG is UTF-8, but the terminal's encoding may differ.
    else:
        print(escaped(content.decode()), end="")


def _read(name: str) -> dict[str, Any]:
    title = "standard input" if name == "-" else name
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        position = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{title} is not JSON ({error})") from error
    if not isinstance(position, dict) or "game" not in position:
        raise ValueError(
            f'{title} is {shown(position)}, expected a JSON object with the field "game"'
        )
    return position
