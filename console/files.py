"""The commands ``hofspiele components`` and ``hofspiele example``, which write new files."""

import shlex
import sys
import textwrap
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from hofspiele.envs.command_line.command import command
from hofspiele.envs.command_line.setting import REQUIRED, setting
from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.registry import loadable_name, spec_of
from hofspiele.envs.core.spec import COMPONENTS, GameSpec
from hofspiele.envs.core.text.data_file import FILE_NAME
from hofspiele.envs.core.text.suggest import nearest

# The folder is next to that of this module, in a checkout as in a wheel.
_EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


@dataclass(frozen=True)
class Components:
    """Settings for writing the components of a game."""

    game: str = setting(
        REQUIRED, "a game that `hofspiele games` lists, or your own as MODULE:SPEC", word=True
    )
    to: str | None = setting(None, "new TOML file to write; null: the components are printed")


@command(Components)
def components(settings: Components) -> None:
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
    _write_new(file, content)
    command = shlex.join(["hofspiele", "play", loadable_name(spec.name), f"components={file}"])
    print(f"wrote {file}; play with it: {command}")


def _components_of(spec: GameSpec) -> bytes:
    package = spec.class_path.partition(":")[0].rpartition(".")[0]
    if COMPONENTS in spec.option_names and package:
        file = resources.files(package).joinpath(FILE_NAME)
        if file.is_file():
            return file.read_bytes()
    raise ValueError(f"{spec.name} has no component file")


@dataclass(frozen=True)
class Example:
    """Settings for writing an example program."""

    name: str | None = setting(None, "name of a program; null: all are listed", word=True)
    to: str | None = setting(
        None, "new file to write; null: NAME.py in the current folder", names_output=True
    )


@command(Example)
def example(settings: Example) -> None:
    """Write an example program to a file, or list all of them.

    hofspiele example
    hofspiele example table_ppo
    """
    programs = {file.stem: file for file in sorted(_EXAMPLES.glob("*.py"))}
    if settings.name is None:
        for name, file in programs.items():
            about = file.read_text(encoding="utf-8").splitlines()[0].strip('"').replace("`", "")
            print(f"{name:<20}{textwrap.shorten(about, 60, placeholder=' …')}")
    elif settings.name not in programs:
        advice = nearest(settings.name, programs) or "; hofspiele example lists all"
        raise ValueError(f"there is no example {shown(settings.name)}{advice}")
    else:
        file = Path(settings.to or f"{settings.name}.py")
        _write_new(file, programs[settings.name].read_bytes())
        print(f"wrote {file}; its first lines say what it does and how to run it")


def _write_new(file: Path, content: bytes) -> None:
    try:
        with file.open("xb") as new:
            new.write(content)
    except FileExistsError:
        raise ValueError(f"{file} already exists; choose a different to=FILE") from None
