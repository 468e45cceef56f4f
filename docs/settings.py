"""Tables of the settings of all commands, which are made from the declarations of the settings."""

import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_type_hints

from hofspiele.console.__main__ import COMMANDS
from hofspiele.envs.command_line.arguments import Arguments
from hofspiele.envs.command_line.game import ChosenGame
from hofspiele.envs.command_line.parse import allowed_values
from hofspiele.envs.command_line.setting import REQUIRED, sections_in, settings_in
from hofspiele.envs.command_line.values import written
from hofspiele.envs.reports.result_table import markdown_table
from hofspiele.training.cli.command_line import CommandLine
from hofspiele.training.settings.recipes import PLAIN, RECIPE, presets_of, recipe_of
from hofspiele.training.settings.train import Train

_REQUIRED = "*required*"


class _Row(NamedTuple):
    name: str
    value: str
    allowed: str
    meaning: str


def tables() -> str:
    """Return Markdown with the settings of each command and the values of the recipes."""
    train = [*_rows(Train, _defaults(Train))]
    presets = [
        f"- `{group}`: {', '.join(f'`{one}`' for one in choices)}\n"
        for group, choices in presets_of("train").items()
    ]
    parts = [_section("train", train, f"Presets:\n\n{''.join(presets)}\n"), _recipes(train)]
    # Commands of training come first.
    for name in sorted(COMMANDS, key=lambda name: "training" not in COMMANDS[name].function):
        kind = _kind(name)
        rows = [*_rows(kind, _defaults(kind))]
        if name == "train" or not rows:
            continue
        about = ""
        if issubclass(kind, Train):
            names = {row.name for row in rows}
            sections = [row.name for row in train if "." not in row.name]
            refused = " and ".join(name for name in sections if name not in names)
            about = "All settings and presets of [`train`](#train)"
            about += f" except {refused}" if refused else ""
            about += ", and the following ones, some with other defaults:\n\n"
            rows = [row for row in rows if row not in train]
        parts.append(_section(name, rows, about))
    return "\n".join(parts)


def _section(name: str, rows: list[_Row], about: str) -> str:
    command = COMMANDS[name]
    extras = " and ".join(f"`{extra}`" for extra in command.extras)
    purpose = f"`hofspiele {name}`: {command.purpose}" + (f" (needs {extras})" if extras else "")
    rows = sorted(rows, key=lambda row: row.value != _REQUIRED)
    table = _table(("setting", "default", "values", "meaning"), rows)
    return f"## {name}\n\n{purpose}.\n\n{about}{table}\n"


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return f":::{{container}} settings\n{markdown_table(columns, rows)}\n:::"


def _recipes(plain: list[_Row]) -> str:
    recipes = [name for name in presets_of("train")[RECIPE] if name != PLAIN]
    found = {row.name: [row.value] for row in plain}
    for recipe in recipes:
        for row in _rows(Train, _defaults(Train, f"{RECIPE}={recipe}")):
            found[row.name].append(row.value)
    changed = [
        (name, plain, *("" if value == plain else value for value in values))
        for name, (plain, *values) in found.items()
        if {*values} != {plain}
    ]
    table = _table(("setting", "default", *recipes), changed)
    return f"### Values of the recipes\n\nEmpty cells stand for the default.\n\n{table}\n"


def _kind(command: str) -> type:
    module, _, function = COMMANDS[command].function.partition(":")
    main = getattr(importlib.import_module(f"hofspiele.{module}"), function)
    return get_type_hints(main.__wrapped__)["settings"]


def _defaults(kind: type, *arguments: str) -> dict[str, Any]:
    """Return the defaults of a command, without a recipe unless `arguments` name one."""
    name = kind.__name__.lower()
    plain = [f"{group}={choice}" for group, choice in recipe_of(name, "").items()]
    return (CommandLine if presets_of(name) else Arguments)(kind, arguments or plain).defaults


def _rows(kind: type, values: Mapping[str, Any], above: str = "") -> Iterator[_Row]:
    """Yield a row for each setting that ``--help`` shows, and for sections with a meaning."""
    for declared, expected in settings_in(kind):
        meaning, name = declared.metadata["explanation"], f"{above}{declared.name}"
        if meaning is None:
            continue
        value = values[declared.name]
        if expected is ChosenGame:
            chosen = {"game": value["name"], **value["options"]}
            words = [f"{one}={written(each)}" for one, each in chosen.items() if each is not None]
            yield _Row(f"`{name}`", f"`{' '.join(words) or 'null'}`", "a name", meaning)
        elif isinstance(value, Mapping) and (sections := sections_in(expected)):
            if meaning:
                yield _Row(f"`{name}`", "", "", meaning)
            yield from _rows(sections[0], values[declared.name], f"{name}.")
        else:
            shown = _REQUIRED if value == REQUIRED else f"`{written(value)}`"
            yield _Row(
                f"`{name}`", shown, allowed_values(expected, declared.metadata["limits"]), meaning
            )
