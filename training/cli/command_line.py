"""The arguments of a command, combined with its presets and checked."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any, Generic, NoReturn

from hofspiele.envs.command_line.arguments import as_values, read_argument
from hofspiele.envs.command_line.values import Several, written
from hofspiele.envs.core.registry import game_names, spec_of
from hofspiele.envs.core.spec import GameSpec
from hofspiele.training.cli.files import naming
from hofspiele.training.cli.yaml_file import read_yaml
from hofspiele.training.settings.game import games_with, options_in
from hofspiele.training.settings.parse import Settings, nested, parse, unknown_name
from hofspiele.training.settings.recipes import (
    PLAIN,
    RECIPE,
    merged,
    preset_values,
    presets_of,
    resolved,
)
from hofspiele.training.settings.setting import REQUIRED, command_of, explanations
from hofspiele.training.settings.train import Network
from hofspiele.training.settings.untyped import check_resolvers, check_untyped

# The prefix of game options in dotted names.
OPTIONS = "game.options."


class _FlagParser(argparse.ArgumentParser):
    """A parser of flags that ignores all other arguments."""

    def __init__(self) -> None:
        super().__init__(allow_abbrev=False, add_help=False)
        self.add_argument("-h", "--help", action="store_true")
        self.add_argument("--version", action="store_true")
        self.add_argument("-c", "--cfg", choices=["job"])
        self.add_argument("-cd", "--config-dir")
        self.add_argument("-m", "--multirun", action="store_true")

    def error(self, message: str) -> NoReturn:
        raise ValueError(f"{message}; see --help")


class CommandLine(Generic[Settings]):
    """The arguments of a command.

    Args:
        kind: the class of the settings, which determines the command.
        typed: the arguments: flags and ``name=value``, ``--name=value`` or ``--name value``, in any
            order. The last of several values with the same name counts.

    Raises:
        ValueError: a flag or name has no value or a malformed one.
    """

    def __init__(self, kind: type[Settings], typed: Sequence[str]):
        self.kind = kind
        self.name = command_of(kind)
        self.flags, texts = _FlagParser().parse_known_args(typed)
        folder = self.flags.config_dir
        self.folders = [] if folder is None else [Path(folder).resolve()]
        if not all(folder.is_dir() for folder in self.folders):
            raise ValueError(f"--config-dir is {folder}, expected an existing folder")
        for file in (file for folder in self.folders for file in folder.rglob("*.yaml")):
            values = read_yaml(file)  # Hydra would open pipes and call resolvers.
            with naming(file):
                check_resolvers(values)
        self._typed: dict[str, Any] = {}
        for text in as_values(texts):
            name, equals, value = text.partition("=")
            if not equals:
                expected = f"game={text}" if text in game_names() else f"{text}=VALUE"
                raise ValueError(f"{text!r} has no value, expected {expected}")
            self._typed[name] = read_argument(name, value)

    @cached_property
    def groups(self) -> dict[str, list[str]]:
        """The names of the presets that this command can choose, by setting."""
        return presets_of(self.name, self.folders)

    def compositions(self) -> "list[Composition[Settings]]":
        """Return the values of each run; raise ValueError for several without ``--multirun``."""
        several = {name: value for name, value in self._typed.items() if isinstance(value, Several)}
        if several and not self.flags.multirun:
            name, values = next(iter(several.items()))
            raise ValueError(
                f"{name} has several values, expected one; for a list write "
                f"'{name}={written([*values])}', and to run the command once per value add "
                "--multirun"
            )
        return [
            Composition(self, self._typed | dict(zip(several, chosen, strict=True)))
            for chosen in product(*several.values())
        ]

    def runs(self) -> list[tuple[dict[str, Any], Settings]]:
        """Return the given values and the settings of each run.

        Raises:
            ValueError: a value is unknown, missing or not allowed, or several runs would write to
                the same file or folder.
        """
        runs = [(one.given, one.settings()) for one in self.compositions()]
        _check_separate_outputs([settings for _, settings in runs])
        return runs

    def settings(self) -> Settings:
        """Return the settings of the only run; raise ValueError if a value is wrong."""
        ((_, settings),) = self.runs()
        return settings


class Composition(Generic[Settings]):
    """The values of one run: those of the class, changed by presets, changed by given values.

    Attributes:
        defaults: the values that are not given; sections are mappings.
        given: the given values, by complete names such as ``game.options.vatikan``.

    Raises:
        ValueError: a preset, a game or an option does not exist, or a preset contains something
            that only the user may set; see `check_untyped`.
    """

    def __init__(self, line: CommandLine[Settings], typed: Mapping[str, Any]):
        self._kind, self._groups = line.kind, line.groups
        presets = {
            name: value
            for name, value in typed.items()
            if name in line.groups and not isinstance(value, dict)
        }
        self.defaults: dict[str, Any] = asdict(line.kind())  # type: ignore[call-overload]
        if getattr(line.kind, "follows_recipes", False) and isinstance(typed.get("game"), str):
            recipe = typed["game"] if typed["game"] in line.groups[RECIPE] else PLAIN
            presets = {RECIPE: recipe} | presets
        self.defaults = merged(self.defaults, preset_values(line.name, presets, line.folders))
        trust = typed.get("trust") is True
        with naming("a preset"):
            check_untyped(self.defaults, line.kind, trust=trust)
        self._options: dict[str, Any] = {}
        self.game = None
        if "game" in self.defaults:
            is_typed = isinstance(typed.get("game", {}), str)
            self.game = typed["game"] if is_typed else self.defaults["game"]["name"]
            if self.game is not None:
                spec = spec_of(self.game, from_user=is_typed or trust)
                self._read_options(spec, presets.get(RECIPE))
        self.given = {self._complete(name): value for name, value in typed.items()}

    def _read_options(self, spec: GameSpec, recipe: str | None) -> None:
        """Add the defaults of the game's options; raise ValueError for those of another game."""
        self._options = options_in(spec)
        preset = self.defaults["game"]["options"]
        if unknown := next((name for name in preset if name not in self._options), None):
            raise ValueError(
                f"{RECIPE}={recipe} sets {unknown}, which is not an option of game={self.game}; "
                f"leave out game={self.game}, or choose a recipe for it"
            )
        own = {name: option.default for name, option in self._options.items()}
        self.defaults["game"]["options"] = own | preset

    def _complete(self, name: str) -> str:
        """Return the complete name of a setting, or of an option such as ``vatikan``."""
        declared = {entry.name for entry in fields(self._kind)}  # type: ignore[arg-type]
        if name.partition(".")[0] in declared | self._groups.keys():
            return name
        if name in self._options:
            return OPTIONS + name
        if "game" in self.defaults and (having := games_with(name)):
            chosen = f", not of game={self.game}" if self.game else ""
            raise ValueError(f"{name!r} is an option of game={'|'.join(having)}{chosen}")
        raise unknown_name(self._kind, name, more=self._options)

    def explanations(self) -> dict[str, str]:
        """Return the explanations of all settings and of the game's options, by dotted name."""
        return explanations(self._kind) | {
            f"{OPTIONS}{name}": option.meaning.replace("``", "")
            for name, option in self._options.items()
        }

    def values(self) -> dict[str, Any]:
        """Return all values, without resolving references such as ``${seed}``.

        If another architecture of the network is given than a preset has, the other values of the
        network are defaults or given, because those of a preset rarely suit another architecture.
        """
        given: dict[str, Any] = {}
        for name, value in self.given.items():
            if name == "game" and not isinstance(value, dict):
                given = merged(given, {"game": {"name": value}})
            elif name not in self._groups or isinstance(value, dict):
                given = merged(given, nested(self._kind, name, value))
        values, network = self.defaults, given.get("network")
        architecture = network.get("architecture") if isinstance(network, dict) else None
        if architecture not in (None, values.get("network", {}).get("architecture")):
            values = values | {"network": asdict(Network())}
        return merged(values, given)

    def settings(self) -> Settings:
        """Return the settings; raise ValueError if a value is missing or wrong."""
        values = self.values()
        for name in [name for name, value in values.items() if value == REQUIRED]:
            # A resumed run has stored its required values, so the value set here is not used.
            if values.get("resume") is None:
                raise ValueError(
                    f"{name} is missing; set {name}=… ({explanations(self._kind)[name]})"
                )
            values[name] = values["resume"]
        return parse(resolved(values), self._kind)


def _check_separate_outputs(runs: Sequence[Any]) -> None:
    """Raise ValueError if settings of two runs name the same file or folder to write."""
    seen: dict[Path, int] = {}
    for number, run in enumerate(runs):
        for declared in fields(run):
            value = getattr(run, declared.name)
            if value is None or not declared.metadata["names_output"]:
                continue
            # The names of training runs are relative to the folder `results`.
            folder = getattr(run, "results", None) if declared.name == "name" else None
            if seen.setdefault(Path(folder or "", value).absolute(), number) != number:
                raise ValueError(
                    f"{declared.name} is {value} in several runs, expected a different value for "
                    "each; it may contain the value of another setting, such as ${seed}"
                )
