"""The command ``hofspiele components``."""

import shlex
import sys
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from hofspiele.envs.command_line.command import command
from hofspiele.envs.command_line.setting import REQUIRED, setting
from hofspiele.envs.core.registry import loadable_name, spec_of
from hofspiele.envs.core.spec import COMPONENTS, GameSpec
from hofspiele.envs.core.text.data_file import FILE_NAME
from hofspiele.envs.core.text.files import write_new


@dataclass(frozen=True)
class Components:
    """Settings for writing the components of a game."""

    game: str = setting(
        REQUIRED, "a game that `hofspiele games` lists, or your own as MODULE:SPEC", word=True
    )
    to: str | None = setting(None, "new TOML file to write; null: the components are printed")


@command(Components)
def main(settings: Components) -> None:
    """Write the components of a game to a file, to make your own board or cards.

    The file is checked when a game is played with it.

      hofspiele components kardinal to=board.toml
      hofspiele play kardinal components=board.toml
    """
    spec = spec_of(settings.game, from_user=True)
    content = _components_of(spec)
    if settings.to is None:
        sys.stdout.buffer.write(content)  # TOML is UTF-8, but the terminal's encoding may differ.
        return
    file = Path(settings.to)
    write_new(file, content)
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
