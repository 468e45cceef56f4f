"""Quoting values so that Hydra and a shell read them literally."""

import re
import shlex
from collections.abc import Iterable
from pathlib import Path

from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.errors import HydraException

from hofspiele.envs.core.registry import spec_argument


def shell_command(command: str, *arguments: str) -> str:
    """Return ``hofspiele COMMAND`` with Hydra's `arguments`, ready to paste into a shell."""
    return " ".join(["hofspiele", command, *map(_for_shell, arguments)])


def replay_command(records: Path, number: int, game: str) -> str:
    """Return the command that writes game `number` of the file `records` as an HTML replay."""
    arguments = [str(records), f"game={number}", "to=html", *spec_argument(game)]
    return shlex.join(["hofspiele", "replay", *arguments])


def argument(name: str, value: object) -> str:
    """Return ``NAME=VALUE`` for a string or path, ready to paste into a shell."""
    return _for_shell(override(name, str(value)))


def override(name: str, value: str) -> str:
    """Return ``NAME=VALUE``, quoted if Hydra would not read `value` literally."""
    return f"{name}={_for_hydra(value)}"


def list_override(name: str, values: Iterable[str]) -> str:
    """Return ``NAME=[VALUE,…]``, with quotes around values that Hydra would not read literally."""
    return f"{name}=[{','.join(map(_for_hydra, values))}]"


def quoted_argument(text: str) -> str:
    """Return a quoted form of an argument that Hydra cannot parse, ready to paste into a shell."""
    name, _, value = text.partition("=")
    if value.startswith("[") and value.endswith("]"):
        return _for_shell(list_override(name, map(str.strip, value[1:-1].split(","))))
    return argument(name, value)


def _for_hydra(value: str) -> str:
    try:
        read = OverridesParser.create().parse_override(f"name={value}").value()
    except HydraException:
        read = None
    # Values that Hydra would not read as strings, such as the number 3, need quotes.
    is_text = isinstance(read, str) and read == value != ""
    if is_text and "${" not in value and not value.startswith("'"):
        return value
    # Hydra reads backslashes before a quote as escapes, and OmegaConf reads those before an
    # interpolation as escapes, so both are doubled.
    value = re.sub(r"(\\*)\$\{", r"\1\1\\${", value)
    return "'" + re.sub(r"(\\*)('|\Z)", _before_quote, value) + "'"


def _before_quote(found: re.Match[str]) -> str:
    return 2 * found[1] + found[2].replace("'", r"\'")


def _for_shell(word: str) -> str:
    if "'" in word and not set('"$`\\!\n') & set(word):
        return f'"{word}"'
    return shlex.quote(word)
