"""The command ``hofspiele example``."""

import textwrap
from dataclasses import dataclass
from pathlib import Path

from hofspiele.envs.command_line.command import command
from hofspiele.envs.command_line.setting import setting
from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.text.files import write_new
from hofspiele.envs.core.text.suggest import nearest

# The folder is next to that of this module, in a checkout as in a wheel.
FOLDER = Path(__file__).resolve().parents[1] / "examples"


@dataclass(frozen=True)
class Example:
    """Settings for writing an example program."""

    name: str | None = setting(None, "name of a program; null: all are listed", word=True)
    to: str | None = setting(
        None, "new file to write; null: NAME.py in the current folder", names_output=True
    )


@command(Example)
def main(settings: Example) -> None:
    """Write an example program to a file, or list all of them.

    hofspiele example
    hofspiele example table_ppo
    """
    programs = {file.stem: file for file in sorted(FOLDER.glob("*.py"))}
    if settings.name is None:
        for name, file in programs.items():
            about = (
                file.read_text(encoding="utf-8")
                .partition('"""')[2]
                .partition("\n")[0]
                .replace("`", "")
            )
            print(f"{name:<20}{textwrap.shorten(about, 60, placeholder=' …')}")
    elif settings.name not in programs:
        advice = nearest(settings.name, programs) or "; hofspiele example lists all"
        raise ValueError(f"there is no example {shown(settings.name)}{advice}")
    else:
        file = Path(settings.to or f"{settings.name}.py")
        write_new(file, programs[settings.name].read_bytes())
        print(f"wrote {file}; its first lines say what it does and how to run it")
