"""The text of ``--help``: every value of a command with its explanation."""

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from hofspiele.training.cli.command_line import OPTIONS, CommandLine
from hofspiele.training.settings.plain import text_of
from hofspiele.training.settings.setting import REQUIRED

_WIDTH = 80
_INDENT = 28
_FLAGS = (
    "--version prints the version, --cfg job the whole configuration; --config-dir FOLDER adds "
    "sets of values of your own, and --multirun calls the command for each combination of values "
    "such as seed=1,2."
)


def help_text(about: str, line: CommandLine[Any]) -> str:
    """Return the help of a command, with the values that follow from `line`'s choices."""
    parts = [f"usage: hofspiele {line.name} [NAME=VALUE …]"]
    parts += map(_filled, about.replace("``", "").split("\n\n"))
    if line.groups:
        choices = (_entry(f"{group}=", ", ".join(names)) for group, names in line.groups.items())
        parts.append("\n".join(["whole sets of values:", *choices]))
    parts.append("\n".join(["values:", *(_entry(*entry) for entry in _explained(line))]))
    parts.append(_filled(_FLAGS))
    return "\n\n".join(parts)


def _explained(line: CommandLine[Any]) -> Iterator[tuple[str, str]]:
    """Yield values with their defaults, and sections with an explanation."""
    explanations, defaults = line.explanations(), dict(_flat(line.defaults))
    sections = {name.rpartition(".")[0] for name in explanations}

    def place(name: str) -> tuple[bool, bool]:
        """Sort required values first, then other single ones."""
        return name.partition(".")[0] in sections, defaults.get(name) != REQUIRED

    for name in sorted(explanations, key=place):
        if name not in defaults:  # Parts of a schedule are missing where a number replaces it.
            continue
        if name not in sections:
            yield f"{name.removeprefix(OPTIONS)}={_shown(defaults[name])}", explanations[name]
        elif explanations[name]:
            yield f"{name}:", explanations[name]


def _flat(values: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Yield all mappings and values with dotted names."""
    for key, value in values.items():
        yield f"{above}{key}", value
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{key}.")


def _shown(value: Any) -> str:
    if value == REQUIRED:
        return "…"
    text = text_of(value)
    return text if len(text) < _WIDTH else f"{text[0]}…{text[-1]}"


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
