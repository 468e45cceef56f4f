"""The arguments of a command, read as the settings that the command declares."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, Generic, Self, get_origin

from hofspiele.envs.command_line.game import ChosenGame, games_with
from hofspiele.envs.command_line.parse import Settings, nested, parse, unknown_name
from hofspiele.envs.command_line.setting import REQUIRED, command_of, explanations, settings_in
from hofspiele.envs.command_line.values import read_value
from hofspiele.envs.core.registry import game_names, spec_of
from hofspiele.envs.core.spec import Option

# The prefix of game options in dotted names.
OPTIONS = "game.options."


class Arguments(Generic[Settings]):
    """The arguments of a command, combined with the defaults of its settings.

    `kind` is the class of the settings, which determines the command; `read_arguments` explains
    `typed`. Raise ValueError if an argument is malformed, or names no setting, game or option.
    """

    # The names of the presets that a setting can choose, by setting.
    groups: Mapping[str, Sequence[str]] = {}
    # The lines of ``--help`` about flags.
    flags = ""

    def __init__(self, kind: type[Settings], typed: Sequence[str]):
        self.kind = kind
        self.name = command_of(kind)
        self.typed = read_arguments(kind, typed)
        # The values that are not given; sections are mappings.
        self.defaults: dict[str, Any] = self._find_defaults()
        # The name of the chosen game, and those of its options that are not settings of their own.
        self.game: str | None = None
        self.options: list[Option] = []
        if ("game", ChosenGame) in [(entry.name, own) for entry, own in settings_in(kind)]:
            self._find_options()
        # The given values, by complete names such as ``game.options.vatikan``.
        self.given = {self._complete(name): value for name, value in self.typed.items()}

    @classmethod
    def runs(cls, kind: type[Settings], typed: Sequence[str]) -> list[Self]:
        """Return the arguments of each run that the arguments ask for."""
        return [cls(kind, typed)]

    def values(self) -> dict[str, Any]:
        """Return all values; sections are mappings."""
        found = self.defaults
        for name, value in self.given.items():
            if name == "game" and isinstance(found["game"], dict) and not isinstance(value, dict):
                found = merged(found, {"game": {"name": value}})
            elif name not in self.groups or isinstance(value, dict):
                found = merged(found, nested(self.kind, name, value))
        return found

    def settings(self) -> Settings:
        """Return the settings; raise ValueError if a value is missing or wrong."""
        values = self.values()
        for name, value in values.items():
            if value == REQUIRED:
                explanation = explanations(self.kind)[name]
                raise ValueError(f"{name} is missing; set {name}=… ({explanation})")
        return parse(values, self.kind)

    def _find_defaults(self) -> dict[str, Any]:
        return asdict(self.kind())  # type: ignore[call-overload]

    def _find_options(self) -> None:
        """Find the chosen game and its options, and add their defaults."""
        typed, preset = self.typed.get("game"), self.defaults["game"]
        self.game = typed if isinstance(typed, str) else preset["name"]
        if self.game is None:
            return
        from_user = self.game == typed or self.typed.get("trust") is True
        declared = {entry.name for entry, _ in settings_in(self.kind)}
        options = spec_of(self.game, from_user=from_user).options
        self.options = [option for option in options if option.name not in declared]
        own = {option.name: option.default for option in self.options}
        if unknown := next((name for name in preset["options"] if name not in own), None):
            raise ValueError(
                f"the preset sets {unknown}, which is not an option of game={self.game}; leave out "
                f"game={self.game}, or choose a recipe for it"
            )
        self.defaults["game"]["options"] = own | preset["options"]

    def _complete(self, name: str) -> str:
        """Return the complete name of a setting, or of an option such as ``vatikan``."""
        declared = {entry.name for entry in fields(self.kind)}  # type: ignore[arg-type]
        if name.partition(".")[0] in declared | self.groups.keys():
            return name
        options = [option.name for option in self.options]
        if name in options:
            return OPTIONS + name
        if isinstance(self.defaults.get("game"), dict) and (having := games_with(name)):
            chosen = f", not of game={self.game}" if self.game else ""
            raise ValueError(f"{name!r} is an option of game={'|'.join(having)}{chosen}")
        raise unknown_name(self.kind, name, more=options)


def read_arguments(kind: type, typed: Sequence[str]) -> dict[str, Any]:
    """Return the values in arguments, by the names as they are typed.

    Arguments are ``name=value``, ``--name=value`` or ``--name value`` in any order, and values
    without names for settings that allow it, such as a path, even if it contains ``=``. A list
    takes all further values without names. The last of several values with the same name counts.
    Raise ValueError if one has no value or a malformed one, or there are too many words.
    """
    declared = {entry.name: expected for entry, expected in settings_in(kind)}
    words = [entry.name for entry, _ in settings_in(kind) if entry.metadata["word"]]
    several: list[str] = []
    found: dict[str, Any] = {}
    for text in _named(typed):
        name, equals, value = text.partition("=")
        if words and not _has_name(text):
            if get_origin(declared[words[0]]) is list:
                several.append(text)
                found[words[0]] = several
            else:
                found[words.pop(0)] = text
        elif equals:
            try:
                found[name] = read_value(value)
            except ValueError as error:
                raise ValueError(f"{name} is {value!r}, expected a value: {error}") from None
        else:
            is_game = "game" in declared and text in game_names()
            expected = f"game={text}" if is_game else "NAME=VALUE"
            raise ValueError(f"unexpected argument {text!r}, expected {expected}; see --help")
    return found


def _named(typed: Sequence[str]) -> Iterator[str]:
    """Yield the arguments with ``--name=value`` and ``--name value`` written as ``name=value``."""
    rest = iter(typed)
    for text in rest:
        if not text.startswith("-") or text == "-":
            yield text
            continue
        name, equals, value = text.lstrip("-").partition("=")
        if "." not in name:  # A dotted name may contain an agent's name, such as search-50.
            name = name.replace("-", "_")
        if not equals:
            value = next(rest, "")
            if not value or value.startswith("--") or _has_name(value):
                raise ValueError(f"{text} has no value, expected {name}=VALUE; see --help")
        yield f"{name}={value}"


def _has_name(text: str) -> bool:
    name, equals, _ = text.partition("=")
    return bool(equals) and name == Path(name).name


def merged(values: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return `values` with `changes`; mappings in both are merged."""
    found = dict(values)
    for name, change in changes.items():
        both = isinstance(change, Mapping) and isinstance(found.get(name), Mapping)
        found[name] = merged(found[name], change) if both else change
    return found
