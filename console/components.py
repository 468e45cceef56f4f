"""Write the components of a game to a file, to make your own board or cards.

usage: hofspiele components GAME [to=FILE]

  GAME  a game that `hofspiele games` lists, or your own as MODULE:SPEC
  to    the new TOML file to write; without it, the components are printed

The file is checked when a game is played with it.

  hofspiele components kardinal to=board.toml
  hofspiele play kardinal components=board.toml
"""

import shlex
import sys
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from hofspiele.console.game_arguments import read_spec
from hofspiele.envs.command_line.arguments import Arguments
from hofspiele.envs.core.registry import loadable_name
from hofspiele.envs.core.spec import COMPONENTS, GameSpec
from hofspiele.envs.core.text.data_file import FILE_NAME


def show(typed: Sequence[str]) -> None:
    """Write the component file of a game to a new file, or print it."""
    given = Arguments(typed)
    given.check_names(["game", "to"])
    spec = read_spec(given)
    content = _components_of(spec)
    if "to" not in given.values:
        sys.stdout.buffer.write(content)  # TOML is UTF-8, but the terminal's encoding may differ.
        return
    file = Path(given.values["to"])
    try:
        with file.open("xb") as new:
            new.write(content)
    except FileExistsError:
        raise ValueError(f"{file} already exists; choose a different to=FILE") from None
    command = shlex.join(["hofspiele", "play", loadable_name(spec.name), f"components={file}"])
    print(f"wrote {file}; play with it: {command}")


def _components_of(spec: GameSpec) -> bytes:
    """Return the content of the game's component file; raise ValueError if it has none."""
    package = spec.class_path.partition(":")[0].rpartition(".")[0]
    if COMPONENTS in spec.option_names and package:
        file = resources.files(package).joinpath(FILE_NAME)
        if file.is_file():
            return file.read_bytes()
    raise ValueError(f"{spec.name} has no component file")
