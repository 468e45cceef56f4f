"""The arguments of a command, combined with its configuration files and checked."""

import argparse
import copy
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any, Generic, NoReturn

from hydra import compose, initialize_config_dir
from hydra.core.config_store import ConfigStore
from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.core.override_parser.types import Override
from hydra.errors import ConfigCompositionException, HydraException, MissingConfigException
from omegaconf import DictConfig, OmegaConf
from omegaconf.errors import OmegaConfBaseException
from yaml import YAMLError

from hofspiele.envs.command_line.arguments import as_values
from hofspiele.envs.core.registry import game_names, known_specs, spec_of
from hofspiele.envs.core.text.imported import is_import_name
from hofspiele.envs.core.text.suggest import nearest
from hofspiele.training.cli.quoting import list_override, quoted_argument
from hofspiele.training.settings.game import ChosenGame, games_with, options_in
from hofspiele.training.settings.parse import Settings, parse, unknown_name
from hofspiele.training.settings.recipes import CONFIGS, RECIPE
from hofspiele.training.settings.setting import command_of, explanations
from hofspiele.training.settings.train import Network

# The name of the config group of games, and the prefix of game options in dotted names.
_GAME, OPTIONS = "game", "game.options."
# The prefix of settings that are named after an agent, which may be MODULE:NAME.
_SHARES = "opponents.shares."


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
            order.
        folder: the folder in ``configs/`` with the file of the command.

    Raises:
        ValueError: a flag has no value or a wrong one, or a chosen game cannot be loaded.
    """

    def __init__(self, kind: type[Settings], typed: Sequence[str], folder: str = "."):
        self.kind = kind
        self.name = command_of(kind)
        self._configs = (CONFIGS / folder).resolve()
        self.flags, values = _FlagParser().parse_known_args(typed)
        self._typed = as_values(values)
        folders = [] if self.flags.config_dir is None else [Path(self.flags.config_dir).resolve()]
        if not all(folder.is_dir() for folder in folders):
            raise ValueError(
                f"--config-dir is {self.flags.config_dir}, expected an existing folder"
            )
        self._folders = [self._configs, *folders]
        chosen = (text.partition("=")[2] for text in self._typed if text.startswith("game="))
        self._store([name for names in chosen for name in names.split(",")])

    def _store(self, chosen: Sequence[str]) -> None:
        """Add the command's defaults and all games to Hydra's store."""
        store, defaults = ConfigStore.instance(), asdict(self.kind())  # type: ignore[call-overload]
        store.store(name=f"{self.name}_settings", node=defaults)
        specs = {spec.name: spec for spec in known_specs()}
        own = [name for name in chosen if is_import_name(name) or name in game_names()]
        for name, spec in (specs | {name: spec_of(name, from_user=True) for name in own}).items():
            options = {option.name: option.default for option in options_in(spec).values()}
            store.store(name=name, node=asdict(ChosenGame(name, options)), group=_GAME)

    @cached_property
    def groups(self) -> dict[str, list[str]]:
        """The choices in each config group of this command."""
        return {name: self._choices(name) for name in self._presets}

    @cached_property
    def _presets(self) -> dict[str, Any]:
        """The choice in each config group of this command without arguments."""
        defaults: Any = OmegaConf.load(self._configs / f"{self.name}.yaml").defaults
        return {
            str(name): choice
            for entry in defaults
            if not isinstance(entry, str)
            for name, choice in entry.items()
        }

    def _choices(self, group: str) -> list[str]:
        if group == _GAME:
            return sorted(name.removesuffix(".yaml") for name in ConfigStore.instance().list(group))
        files = (file for folder in self._folders for file in (folder / group).glob("*.yaml"))
        return sorted({file.stem for file in files})

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """The configuration with the chosen presets, but without other given values."""
        chosen = [text for text in self._typed if _name_in(text) in self.groups]
        values: Any = OmegaConf.to_container(self._composed(chosen))
        return values

    def configuration(self) -> str:
        """Return the configuration as YAML, without resolving interpolations."""
        return OmegaConf.to_yaml(self._reset_network(self._composed(self.overrides)))

    def _composed(self, overrides: Sequence[str]) -> DictConfig:
        for name, _, value in (text.lstrip("+").partition("=") for text in overrides):
            if name in self.groups and value in ("", "null"):
                expected = ", ".join(self.groups[name])
                raise ValueError(f"{name} is {value or 'empty'}, expected one of {expected}")
        more = list_override("hydra.searchpath", [f"file://{path}" for path in self._folders[1:]])
        with initialize_config_dir(str(self._configs), version_base="1.3"):
            try:
                return compose(self.name, [more, *self._recipe(overrides), *overrides])
            except MissingConfigException as error:
                group, _, choice = str(error.missing_cfg_file).rpartition("/")
                choices = self.groups.get(group, [])
                raise ValueError(
                    f"{group} is {choice}, expected one of {', '.join(choices)}"
                    + nearest(choice, choices)
                ) from None
            except YAMLError as error:
                raise ValueError(f"a preset is not valid YAML: {error}") from error
            except ConfigCompositionException as error:
                where = re.match(r"Error merging override \+*(.*)|In '(.*?)'", str(error))
                if where is None or "Cannot merge" not in f"{error} {error.__cause__}":
                    raise
                raise ValueError(
                    f"{where[1] or where[2]} has a list where the presets have a mapping, or a "
                    "mapping where they have a list"
                ) from None

    def _recipe(self, overrides: Sequence[str]) -> list[str]:
        """Return the override that chooses the recipe of the game, if no recipe is given."""
        given = {_name_in(text): text.partition("=")[2] for text in overrides}
        follows = getattr(self.kind, "follows_recipes", False)
        if not follows or RECIPE in given or "resume" in given:
            return []
        game = given.get(_GAME, self._presets[_GAME])
        return [f"{RECIPE}={game}"] if game in self.groups[RECIPE] else []

    def explanations(self) -> dict[str, str]:
        """Return the explanations of all settings and of the game's options, by dotted name."""
        game = self._chosen_game
        options = {} if game is None else options_in(spec_of(game))
        return explanations(self.kind) | {
            f"{OPTIONS}{name}": option.meaning.replace("``", "") for name, option in options.items()
        }

    @property
    def _chosen_game(self) -> str | None:
        return self.defaults.get(_GAME, {}).get("name")

    @cached_property
    def overrides(self) -> list[str]:
        """The given values in Hydra's form, with the full names of the game's options."""
        return [self._override(text) for text in self._typed]

    def _override(self, text: str) -> str:
        """Return an argument in Hydra's form: ``vatikan=true`` as ``++game.options.vatikan=true``.

        Hydra accepts any name after ``++``; `_option` and `parse` refuse unknown names.
        """
        name, value = _name_in(text), text.partition("=")[2]
        if text.startswith("~") or name in self.groups:
            return text
        if name.partition(".")[0] not in {field.name for field in fields(self.kind)}:  # type: ignore[arg-type]
            name = OPTIONS + self._option(name)
        return f"++{name}={value}"

    def _option(self, name: str) -> str:
        """Return `name` if it is an option of the chosen game; raise ValueError otherwise."""
        game = self._chosen_game
        options = [] if game is None else [*options_in(spec_of(game))]
        if name in options:
            return name
        if _GAME in self.groups and (having := games_with(name)):
            games = "|".join(having)
            chosen = f", not of game={game}" if game else ""
            raise ValueError(f"{name!r} is an option of game={games}{chosen}")
        raise unknown_name(self.kind, name, more=options)

    def runs(self) -> list[tuple[list[str], Settings]]:
        """Return the given values and the settings of each run; several runs need ``--multirun``.

        Raises:
            ValueError: a value is unknown, missing or not allowed, or several runs would write to
                the same file or folder.
            HydraException: Hydra can't compose the values, for example ``++game=kardinal``.
        """
        if not self.flags.multirun:
            for text in self._typed:
                _check_no_sweep(text)
        choices = product(*(_alternatives(_parsed(text)) for text in self._typed))
        runs = [self._run(typed) for typed in choices]
        if not runs:
            raise ValueError("a sweep has no values, so there is nothing to run")
        _check_separate_outputs([settings for _, settings in runs])
        return runs

    def _run(self, typed: Sequence[str]) -> tuple[list[str], Settings]:
        """Return the given values and the settings of one run; runs may be of different games."""
        one = copy.copy(self)
        one._typed = [*typed]
        for cached in ("defaults", "overrides"):
            vars(one).pop(cached, None)
        config = one._reset_network(one._composed(one.overrides))
        if RECIPE in config:
            chosen = next(text for text in typed if _name_in(text) == RECIPE)
            raise ValueError(
                f"{chosen}: the first line of this preset must be '# @package _global_'"
            )
        settings = settings_of(config, self.kind)
        one._check_options(settings)
        return one.overrides, settings

    def _reset_network(self, config: DictConfig) -> DictConfig:
        """Set values of the network to their defaults if a typed architecture replaces a preset's.

        The other values of a preset rarely suit another architecture. Typed values are kept.
        """
        before = self.defaults.get("network", {}).get("architecture")
        given = given_in("network", self.overrides)
        if "architecture" in given and config.network.architecture != before:
            for name, default in asdict(Network()).items():
                if name not in given:
                    config.network[name] = default
        return config

    def _check_options(self, settings: Any) -> None:
        """Raise ValueError if a recipe sets an option that the chosen game does not have."""
        recipe = next((text for text in self._typed if _name_in(text) == RECIPE), None)
        if recipe is None or settings.game.name is None:
            return
        known = options_in(settings.game.spec)
        if unknown := next((name for name in settings.game.options if name not in known), None):
            game = f"game={settings.game.name}"
            advice = f"; leave out {game}, or choose a recipe for it" if game in self._typed else ""
            raise ValueError(f"{recipe} sets {unknown}, which is not an option of {game}{advice}")

    def settings(self) -> Settings:
        """Return the settings of the only run; raise ValueError if a value is wrong."""
        ((_, settings),) = self.runs()
        return settings


def settings_of(config: DictConfig, kind: type[Settings]) -> Settings:
    """Return the typed settings of a composed configuration; resolve interpolations once.

    Raises:
        ValueError: a required value is missing, an interpolation cannot be resolved, or `parse`
            refuses a value.
    """
    config = config.copy()
    for name in [str(name) for name in config if OmegaConf.is_missing(config, name)]:
        # A resumed run has stored its required values, so the value set here is not used.
        if config.get("resume") is None:
            raise ValueError(f"{name} is missing; set {name}=… ({explanations(kind)[name]})")
        OmegaConf.update(config, name, config.resume)
    try:
        values: Any = OmegaConf.to_container(config, resolve=True)
    except OmegaConfBaseException as error:
        raise ValueError(
            f"{error.full_key} can't be resolved: {str(error).splitlines()[0]}"
        ) from None
    return parse(values, kind)


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


def given_in(section: str, overrides: Sequence[str]) -> set[str]:
    """Return the names of the settings in a section that `overrides` set."""
    found: set[str] = set()
    for override in map(_parsed, overrides):
        above, _, name = override.key_or_group.partition(".")
        value = override.value()
        if above == section:
            names = [name.partition(".")[0]] if name or not isinstance(value, dict) else value
            found |= {str(each) for each in names}
    return found


def _name_in(text: str) -> str:
    """Return the name in ``name=value``, ``+name=value`` or ``~name``."""
    return text.lstrip("+~").partition("=")[0]


def _parsed(text: str) -> Override:
    """Parse an argument; raise ValueError unless Hydra reads it as ``NAME=VALUE`` or ``~NAME``."""
    if "=" not in text and not text.startswith("~"):
        advice = f"game={text}" if text in game_names() else ""
        raise ValueError(f"{text!r} has no value, expected {advice or f'{text}=VALUE'}")
    try:
        return OverridesParser.create().parse_override(text)
    except HydraException:
        raise ValueError(f"can't parse {text!r}{_advice(text)}") from None


def _advice(text: str) -> str:
    """Return the reason why Hydra cannot parse an argument, and a correct form, if known."""
    name, _, value = text.partition("=")
    if name.startswith(_SHARES) and ":" in name:
        agent = name.removeprefix(_SHARES).replace(":", "\\:")
        suggested = shlex.quote(f"{_SHARES[:-1]}={{{agent}:{value}}}")
        reason = ": a name may not contain ':'"
    else:
        suggested, reason = quoted_argument(text), ""
    try:
        OverridesParser.create().parse_override(shlex.split(suggested)[0])
    except HydraException:
        return reason
    return f"{reason}; write {suggested}"


def _alternatives(override: Override) -> Iterator[str]:
    """Yield the text of an override, or of each alternative of a sweep such as ``seed=1,2``."""
    if override.is_discrete_sweep():
        for value in override.sweep_string_iterator():
            yield f"{override.get_key_element()}={value}"
    else:
        yield str(override.input_line)


def _check_no_sweep(text: str) -> None:
    """Raise ValueError if Hydra would read an argument as a sweep over several runs."""
    if _parsed(text).is_sweep_override():
        name, _, values = text.partition("=")
        raise ValueError(
            f"{name} has several values, expected one; for a list write "
            f"{shlex.quote(f'{name}=[{values}]')}, and to run the command once per value add "
            "--multirun"
        )
