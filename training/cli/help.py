"""The text of ``--help``: all settings of a command with their explanations."""

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from hofspiele.envs.command_line.values import written
from hofspiele.training.cli.command_line import OPTIONS, CommandLine, Composition
from hofspiele.training.settings.setting import REQUIRED

_WIDTH = 80
_INDENT = 28
_FLAGS = """\
--version            print the version
--cfg job            print the complete configuration
--config-dir FOLDER  also use the presets in this folder
--multirun           run the command once for each value, as in seed=1,2"""


def help_text(about: str, line: CommandLine[Any]) -> str:
    """Return the help of a command, with the defaults of the presets chosen in `line`."""
    parts = [f"usage: hofspiele {line.name} [NAME=VALUE …]"]
    parts += map(_filled, about.replace("``", "").split("\n\n"))
    composed = line.compositions()[0]
    hidden = {declared.name for declared in fields(line.kind)} - composed.explanations().keys()
    if groups := {group: names for group, names in line.groups.items() if group not in hidden}:
        choices = (_entry(f"{group}=", ", ".join(names)) for group, names in groups.items())
        parts.append("\n".join(["presets:", *choices]))
    parts.append("\n".join(["settings:", *(_entry(*entry) for entry in _explained(composed))]))
    parts.append(_FLAGS)
    return "\n\n".join(parts)


def _explained(composed: Composition[Any]) -> Iterator[tuple[str, str]]:
    """Yield ``NAME=DEFAULT`` for each setting, and the name of each section, with explanations."""
    explanations, defaults = composed.explanations(), dict(_flat(composed.defaults))
    sections = {name.rpartition(".")[0] for name in explanations}

    def place(name: str) -> tuple[bool, bool]:
        """Return a sort key: required settings, then others outside sections, then sections."""
        return name.partition(".")[0] in sections, defaults.get(name) != REQUIRED

    options = False
    for name in sorted(explanations, key=place):
        if name.startswith(OPTIONS) and not options:
            options = True
            yield f"options of {composed.game}:", ""
        if name not in defaults:  # A schedule given as a number has no settings.
            continue
        if name not in sections:
            yield f"{name.removeprefix(OPTIONS)}={_shown(defaults[name])}", explanations[name]
        elif explanations[name]:
            yield f"{name}:", explanations[name]


def _flat(values: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the dotted name and value of each entry, including nested ones."""
    for key, value in values.items():
        yield f"{above}{key}", value
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{key}.")


def _shown(value: Any) -> str:
    if value == REQUIRED:
        return "…"
    text = written(value)
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
