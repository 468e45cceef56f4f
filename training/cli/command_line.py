"""The arguments of a command, composed with its files and checked before anything is made."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any, Generic

from hydra import compose, initialize_config_dir
from hydra.core.config_store import ConfigStore
from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.core.override_parser.types import Override
from hydra.errors import HydraException
from omegaconf import DictConfig, OmegaConf

from hofspiele.envs.core.arguments import as_values
from hofspiele.envs.core.imported import is_import_name
from hofspiele.envs.core.registry import game_names, known_specs, spec_of
from hofspiele.envs.core.suggest import nearest
from hofspiele.training.cli.quoting import list_override, quoted_argument
from hofspiele.training.settings.game import ChosenGame, games_with, options_in
from hofspiele.training.settings.parse import Settings, parse, unknown_name
from hofspiele.training.settings.plain import text_of
from hofspiele.training.settings.setting import explanations

CONFIGS = (Path(__file__).parents[2] / "configs").resolve()
# The group of the games, and the prefix of their options.
_GAME, OPTIONS = "game", "game.options."
# Hydra's flags with and without a value; all other arguments are values of the configuration.
_FLAGS_WITH_VALUES = {
    "--cfg", "-c", "--package", "-p", "--config-path", "-cp", "--config-name", "-cn",
    "--config-dir", "-cd", "--experimental-rerun",
}  # fmt: skip
_FLAGS = {
    "--help", "-h", "--hydra-help", "--version", "--resolve", "--run", "-r", "--multirun", "-m",
    "--shell-completion", "-sc", "--info", "-i",
}  # fmt: skip
_CONFIG_DIR = {"--config-dir", "-cd"}
_MULTIRUN = {"--multirun", "-m"}
# With other flags Hydra does something else or reads other files.
_CHECKED_FLAGS = {"-h", "--help", *_MULTIRUN, *_CONFIG_DIR}


class CommandLine(Generic[Settings]):
    """The arguments of a command.

    Args:
        kind: the settings of the command, which is called like them.
        typed: the arguments: ``name=value``, also written ``--name=value`` or ``--name value``, and
            Hydra's flags, in any order.
        folder: the folder in ``configs/`` with the file of the command.

    Raises:
        ValueError: an argument is no Hydra override, as ``name=value``, a flag lacks its value, or
            a chosen game cannot be loaded.
    """

    def __init__(self, kind: type[Settings], typed: Sequence[str], folder: str = "."):
        self.kind = kind
        self.name = kind.__name__.lower()
        self.configs = (CONFIGS / folder).resolve()
        self._flags, self._typed = _split(typed)
        self._is_hydras = not {flag for flag, _ in self._flags} <= _CHECKED_FLAGS
        chosen = (text.partition("=")[2] for text in self._typed if text.startswith("game="))
        self._store([name for names in chosen for name in names.split(",")])

    def _store(self, chosen: Sequence[str]) -> None:
        """Let files include the command's defaults, and ``game=NAME`` choose any game."""
        store, defaults = ConfigStore.instance(), asdict(self.kind())  # type: ignore[call-overload]
        store.store(name=f"{self.name}_settings", node=defaults)
        specs = {spec.name: spec for spec in known_specs()}
        own = [name for name in chosen if is_import_name(name) or name in game_names()]
        for name, spec in (specs | {name: spec_of(name, from_user=True) for name in own}).items():
            options = {option.name: option.default for option in options_in(spec).values()}
            store.store(name=name, node=asdict(ChosenGame(name, options)), group=_GAME)

    @property
    def arguments(self) -> list[str]:
        """All arguments in Hydra's form: flags first, and options of the game by long names."""
        flags = [text for flag in self._flags for text in flag if text]
        return [*flags, *(self._typed if self._is_hydras else self._overrides)]

    @cached_property
    def groups(self) -> dict[str, list[str]]:
        """The choices in every group of files that this command uses."""
        config = OmegaConf.load(self.configs / f"{self.name}.yaml")
        names = [
            str(name) for entry in config.defaults if not isinstance(entry, str) for name in entry
        ]
        return {name: self._choices(name) for name in names}

    def _choices(self, group: str) -> list[str]:
        if group == _GAME:
            return sorted(name.removesuffix(".yaml") for name in ConfigStore.instance().list(group))
        folders = [self.configs, *self._config_dirs]
        return sorted({file.stem for folder in folders for file in (folder / group).glob("*.yaml")})

    @property
    def _config_dirs(self) -> list[Path]:
        return [Path(folder).resolve() for flag, folder in self._flags if flag in _CONFIG_DIR]

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """The configuration with the chosen groups, but without single values."""
        chosen = [text for text in self._typed if _name_in(text) in self.groups]
        values: Any = OmegaConf.to_container(self._composed(chosen))
        return values

    def _composed(self, overrides: Sequence[str]) -> DictConfig:
        folders = list_override(
            "hydra.searchpath", [f"file://{path}" for path in self._config_dirs]
        )
        with initialize_config_dir(str(self.configs), version_base="1.3"):
            return compose(self.name, [folders, *overrides])

    def explanations(self) -> dict[str, str]:
        """Return the explanations of all values by dotted names, options of the game included."""
        game = self._chosen_game
        options = {} if game is None else options_in(spec_of(game))
        return explanations(self.kind) | {
            f"{OPTIONS}{name}": option.meaning.replace("``", "") for name, option in options.items()
        }

    @property
    def _chosen_game(self) -> str | None:
        return self.defaults.get(_GAME, {}).get("name")

    @cached_property
    def _overrides(self) -> list[str]:
        return [self._override(text) for text in self._typed]

    def _override(self, text: str) -> str:
        """Return ``steps=5`` as ``++steps=5``, ``vatikan=true`` as ``++game.options.vatikan=true``.

        Hydra adds values with ``++`` whether they exist or not, so that `parse` checks all names.
        """
        name, value = _name_in(text), text.partition("=")[2]
        if text.startswith("~") or name in self.groups or name.startswith("hydra"):
            return text
        if name.partition(".")[0] not in {field.name for field in fields(self.kind)}:  # type: ignore[arg-type]
            name = OPTIONS + self._option(name)
        return f"++{name}={value}"

    def _option(self, name: str) -> str:
        """Return the name of an option of the chosen game; raise ValueError if it is none."""
        game = self._chosen_game
        options = [] if game is None else [*options_in(spec_of(game))]
        if name in options:
            return name
        if _GAME in self.groups and (having := games_with(name)):
            games = "|".join(having)
            raise ValueError(f"there is no value {name!r}; it is an option of game={games}")
        raise unknown_name(self.kind, name, more=options)

    def check_choices(self) -> None:
        """Raise ValueError at the first choice of a group that does not exist."""
        for override in map(_parsed, self._typed):
            group = override.key_or_group
            for choice in _alternatives(override) if group in self.groups else ():
                chosen, choices = _parsed(choice).value(), self.groups[group]
                if not override.is_delete() and chosen is not None and chosen not in choices:
                    raise ValueError(
                        f"{group} is {text_of(chosen)}, expected one of {', '.join(choices)}"
                        + nearest(str(chosen), choices)
                    )

    def check(self) -> None:
        """Raise ValueError at the first value that is unknown, missing or not allowed."""
        if self._is_hydras:
            return
        if not {flag for flag, _ in self._flags} & _MULTIRUN:
            for text in self._typed:
                _check_no_sweep(text)
        self.check_choices()
        values = [text for text in self._overrides if not _name_in(text).startswith("hydra")]
        for run in product(*(_alternatives(_parsed(text)) for text in values)):
            settings_of(self._composed(run), self.kind)

    def settings(self) -> Settings:
        """Return the settings, which `check` has accepted."""
        return settings_of(self._composed(self._overrides), self.kind)


def settings_of(config: DictConfig, kind: type[Settings]) -> Settings:
    """Return the typed settings of a composed configuration, interpolations resolved once.

    Raises:
        ValueError: see `parse`; or a required value is missing.
        OmegaConfBaseException: an interpolation cannot be resolved.
    """
    config = config.copy()
    for name in [str(name) for name in config if OmegaConf.is_missing(config, name)]:
        # A resumed run already has the values that a new run needs.
        if config.get("resume") is None:
            raise ValueError(f"{name} is missing; give {name}=…: {explanations(kind)[name]}")
        OmegaConf.update(config, name, config.resume)
    values: Any = OmegaConf.to_container(config, resolve=True)
    return parse(values, kind)


def _name_in(text: str) -> str:
    """Return the name in ``name=value``, ``+name=value`` and ``~name``."""
    return text.lstrip("+~").partition("=")[0]


def _parsed(text: str) -> Override:
    """Parse an argument; raise ValueError if it is no ``NAME=VALUE``."""
    if "=" not in text and not text.startswith("~"):
        advice = f"; did you mean game={text}?" if text in game_names() else ""
        raise ValueError(f"found {text!r}, expected NAME=VALUE{advice}")
    try:
        return OverridesParser.create().parse_override(text)
    except HydraException:
        raise ValueError(
            f"{text!r} can't be read; in quotes it can: {quoted_argument(text)}"
        ) from None


def _alternatives(override: Override) -> Iterator[str]:
    """Yield an override, or those of a sweep (``seed=1,2``) one by one."""
    if override.is_discrete_sweep():
        for value in override.sweep_string_iterator():
            yield f"{override.get_key_element()}={value}"
    elif not override.is_sweep_override():
        yield str(override.input_line)


def _check_no_sweep(text: str) -> None:
    """Raise ValueError if Hydra would read an argument as values of several runs."""
    if _parsed(text).is_sweep_override():
        name, _, values = text.partition("=")
        raise ValueError(
            f"{text!r} gives {name} several values, expected one; a list is written in brackets, "
            f"as {shlex.quote(f'{name}=[{values}]')}, and --multirun calls the command for each"
        )


def _split(arguments: Sequence[str]) -> tuple[list[tuple[str, str]], list[str]]:
    """Return Hydra's flags, each with its value or an empty text, and all other arguments."""
    flags, others, rest = [], [], iter(arguments)
    for text in rest:
        name, equals, value = text.partition("=")
        if text in _FLAGS or (equals and name == "--info"):
            flags.append((text, ""))
        elif name in _FLAGS_WITH_VALUES:
            flags.append((name, value if equals else next(rest, "")))
        else:
            others.append(text)
    for flag, value in flags:
        if flag in _FLAGS_WITH_VALUES and not value:
            raise ValueError(f"{flag} has no value; --hydra-help explains it")
        if flag in _CONFIG_DIR and not Path(value).is_dir():
            raise ValueError(f"{flag} is {value}, expected a folder that is there")
    return flags, as_values(others)
