"""The text of ``--help``: all settings of a command with their explanations."""

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from hofspiele.envs.command_line.arguments import OPTIONS, Arguments
from hofspiele.envs.command_line.setting import REQUIRED, explanations, settings_in
from hofspiele.envs.command_line.values import written
from hofspiele.envs.core.spec import Option

WIDTH = 80
_INDENT = 28


def help_text(program: str, about: str, arguments: Arguments[Any]) -> str:
    """Return the help of `program` for `arguments`; indented paragraphs stay as they are."""
    declared = [entry for entry, _ in settings_in(arguments.kind)]
    words = [entry.name.upper() for entry in declared if entry.metadata["word"]]
    named = ["[NAME=VALUE …]"] if declared else []
    parts = [" ".join(["usage:", program, *words, *named])]
    parts += map(_filled, about.strip().replace("``", "").split("\n\n"))
    hidden = [entry.name for entry in declared if entry.metadata["explanation"] is None]
    groups = arguments.groups.items()
    presets = [_entry(f"{name}=", ", ".join(own)) for name, own in groups if name not in hidden]
    settings = [_entry(*explained) for explained in _explained(arguments)]
    chosen = dict(flat(arguments.values()))
    options = [option_lines(own, chosen.get(f"{OPTIONS}{own.name}")) for own in arguments.options]
    lists = {"presets": presets, "settings": settings, f"options of {arguments.game}": options}
    parts += ["\n".join([f"{title}:", *lines]) for title, lines in lists.items() if lines]
    return "\n\n".join([*parts, *([arguments.flags] if arguments.flags else [])])


def option_lines(option: Option, value: Any) -> str:
    """Return the lines about an option of a game, with a value."""
    return _entry(f"{option.name}={_shown(value)}", option.meaning.replace("``", ""))


def _explained(arguments: Arguments[Any]) -> Iterator[tuple[str, str]]:
    """Yield ``NAME=VALUE`` for each setting, and the name of each section, with explanations."""
    explained, values = explanations(arguments.kind), dict(flat(arguments.values()))
    words = [entry.name for entry, _ in settings_in(arguments.kind) if entry.metadata["word"]]
    sections = {name.rpartition(".")[0] for name in explained}

    def place(name: str) -> tuple[bool, bool, bool]:
        """Return a sort key: words, required settings, others outside sections, sections."""
        is_required = values.get(name) == REQUIRED
        return name.partition(".")[0] in sections, name not in words, not is_required

    for name in sorted(explained, key=place):
        if name not in values:  # A schedule given as a number has no settings.
            continue
        if name in words:
            yield name.upper(), explained[name]
        elif name not in sections:
            yield f"{name}={_shown(values.get(f'{name}.name', values[name]))}", explained[name]
        elif explained[name]:
            yield f"{name}:", explained[name]


def flat(values: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the dotted name and value of each entry, including nested ones."""
    for key, value in values.items():
        yield f"{above}{key}", value
        if isinstance(value, dict):
            yield from flat(value, f"{above}{key}.")


def _shown(value: Any) -> str:
    text = written(value)
    return text if len(text) < WIDTH else f"{text[0]}…{text[-1]}"


def _entry(name: str, text: str) -> str:
    first = f"  {name}"
    if len(first) > WIDTH:
        first = first.replace("=", f"=\n{' ' * _INDENT}", 1)
    lines = textwrap.wrap(text, WIDTH - _INDENT, break_on_hyphens=False, break_long_words=False)
    if lines and len(first) < _INDENT:
        first = first.ljust(_INDENT) + lines.pop(0)
    return "\n".join([first, *(" " * _INDENT + text for text in lines)])


def _filled(paragraph: str) -> str:
    if paragraph.startswith(" "):
        return paragraph
    return textwrap.fill(paragraph, WIDTH, break_on_hyphens=False, break_long_words=False)
