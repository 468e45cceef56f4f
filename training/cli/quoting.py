"""Values in the quotes that Hydra and a shell need to read them as they are."""

import re
import shlex
from pathlib import Path

from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.errors import HydraException


def shell_command(command: str, *arguments: str) -> str:
    """Return ``hofspiele COMMAND`` with Hydra's `arguments`, to be pasted into a shell."""
    return " ".join(["hofspiele", command, *map(_for_shell, arguments)])


def replay_command(records: Path, number: int) -> str:
    """Return the command that writes game `number` of a file of records as a page to watch."""
    return shlex.join(["hofspiele", "replay", str(records), f"game={number}", "to=html"])


def argument(name: str, value: object) -> str:
    """``NAME=VALUE`` of a text or path, to be pasted into a shell."""
    return _for_shell(override(name, str(value)))


def override(name: str, value: str) -> str:
    """``NAME=VALUE`` as Hydra takes it, which reads `value` as this text."""
    return f"{name}={_for_hydra(value)}"


def quoted_argument(text: str) -> str:
    """How ``NAME=VALUE`` that Hydra can't read was presumably meant, to be pasted into a shell."""
    name, _, value = text.partition("=")
    if value.startswith("[") and value.endswith("]"):
        entries = [_for_hydra(entry.strip()) for entry in value[1:-1].split(",")]
        return _for_shell(f"{name}=[{','.join(entries)}]")
    return argument(name, value)


def _for_hydra(value: str) -> str:
    try:
        read = OverridesParser.create().parse_override(f"name={value}").value()
    except HydraException:
        read = None
    # compared with its type: the text 3 would be read as a number
    if isinstance(read, str) and read == value and "${" not in value and not value.startswith("'"):
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
