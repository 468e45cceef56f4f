"""The text of ``--help``: every value of a command with its explanation."""

import textwrap
from collections.abc import Iterator
from typing import Any

from hofspiele.training.cli.command_line import CommandLine, all_values
from hofspiele.training.cli.games import OPTIONS
from hofspiele.training.cli.value_types import text_of

_WIDTH = 80
_INDENT = 28
_FLAGS = (
    "--version prints the version, --cfg job the whole configuration; --hydra-help "
    "explains everything else, such as sweeps by --multirun."
)


def help_text(name: str, about: str, line: CommandLine) -> str:
    """Return the help of the command `name`, with the values that follow from `line`'s choices."""
    parts = [f"usage: hofspiele {name} [NAME=VALUE …]"]
    parts += map(_filled, about.replace("``", "").split("\n\n"))
    if line.groups:
        choices = (_entry(f"{group}=", ", ".join(names)) for group, names in line.groups.items())
        parts.append("\n".join(["whole sets of values:", *choices]))
    parts.append("\n".join(["values:", *(_entry(*entry) for entry in _explained(line))]))
    parts.append(_filled(_FLAGS))
    return "\n\n".join(parts)


def _explained(line: CommandLine) -> Iterator[tuple[str, str]]:
    """Yield values with their defaults, and mappings with an explanation."""
    # The command's own values come first, then those of the groups.
    own_first = sorted(line.defaults.items(), key=lambda item: item[0] in line.groups)
    for name, value in all_values(dict(own_first)):
        comment = line.comments.get(name, "")
        if name.rpartition(".")[2].startswith("_"):
            continue  # it names a class, which is not the user's choice
        if not isinstance(value, dict):
            yield f"{name.removeprefix(OPTIONS)}={_shown(value)}", comment
        elif comment:
            yield f"{name}:", comment


def _shown(value: Any) -> str:
    if value == "???":
        return "…"
    if isinstance(value, list) and any(isinstance(entry, dict) for entry in value):
        return "[…]"
    return text_of(value)


def _entry(name: str, text: str) -> str:
    first = f"  {name}"
    if len(first) > _WIDTH:
        first = first.replace("=", f"=\n{' ' * _INDENT}", 1)
    lines = textwrap.wrap(text, _WIDTH - _INDENT, break_on_hyphens=False, break_long_words=False)
    if lines and len(first) < _INDENT:
        first = first.ljust(_INDENT) + lines.pop(0)
    return "\n".join([first, *(" " * _INDENT + text for text in lines)])


def _filled(paragraph: str) -> str:
    return textwrap.fill(paragraph.strip(), _WIDTH, break_on_hyphens=False, break_long_words=False)
