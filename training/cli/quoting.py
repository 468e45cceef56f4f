"""Values in the quotes that Hydra and a shell need to read them as they are."""

import re
import shlex
from collections.abc import Iterable
from pathlib import Path

from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.errors import HydraException

from hofspiele.envs.core.registry import spec_argument


def shell_command(command: str, *arguments: str) -> str:
    """Return ``hofspiele COMMAND`` with Hydra's `arguments`, to be pasted into a shell."""
    return " ".join(["hofspiele", command, *map(_for_shell, arguments)])


def replay_command(records: Path, number: int, game: str) -> str:
    """Return the command that makes a page of a game, to watch it.

    Args:
        records: file of the game.
        number: of the game in the file.
        game: name of what is played.
    """
    arguments = [str(records), f"game={number}", "to=html", *spec_argument(game)]
    return shlex.join(["hofspiele", "replay", *arguments])


def argument(name: str, value: object) -> str:
    """``NAME=VALUE`` of a text or path, to be pasted into a shell."""
    return _for_shell(override(name, str(value)))


def override(name: str, value: str) -> str:
    """``NAME=VALUE`` as Hydra takes it, which reads `value` as this text."""
    return f"{name}={_for_hydra(value)}"


def list_override(name: str, values: Iterable[str]) -> str:
    """Return ``NAME=[VALUE,…]`` as Hydra takes it, which reads each of `values` as this text."""
    return f"{name}=[{','.join(map(_for_hydra, values))}]"


def quoted_argument(text: str) -> str:
    """How ``NAME=VALUE`` that Hydra can't read was presumably meant, to be pasted into a shell."""
    name, _, value = text.partition("=")
    if value.startswith("[") and value.endswith("]"):
        return _for_shell(list_override(name, map(str.strip, value[1:-1].split(","))))
    return argument(name, value)


def _for_hydra(value: str) -> str:
    try:
        read = OverridesParser.create().parse_override(f"name={value}").value()
    except HydraException:
        read = None
    # compared with its type: the text 3 would be read as a number
    is_text = isinstance(read, str) and read == value != ""
    if is_text and "${" not in value and not value.startswith("'"):
        return value
    # a backslash stands for itself but before a quote; ${ would name another value
    escaped = re.sub(
        r"(\\*)('|$)", lambda found: 2 * found[1] + found[2].replace("'", r"\'"), value
    )
    return "'" + escaped.replace("${", r"\${") + "'"


def _for_shell(word: str) -> str:
    if "'" in word and not set('"$`\\!\n') & set(word):
        return f'"{word}"'
    return shlex.quote(word)
