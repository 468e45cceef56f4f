"""The values of a command line, checked against the configuration before anything is made."""

import difflib
import shlex
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from hydra import compose, initialize_config_dir
from hydra.core.global_hydra import GlobalHydra
from hydra.core.object_type import ObjectType
from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.core.override_parser.types import Override
from hydra.errors import HydraException
from omegaconf import OmegaConf

from hofspiele.envs.core.arguments import as_values, whole
from hofspiele.envs.core.registry import game_names
from hofspiele.training.cli import games
from hofspiele.training.cli.comments import comments_of
from hofspiele.training.cli.quoting import list_override, quoted_argument
from hofspiele.training.cli.value_types import check_type, text_of

# Mappings that take further names, as +opponents.shares.search-50=0.1.
_OPEN = ("algorithm", "opponents.shares", "space")
# The readers of these mappings check their contents.
_OF_ANY_KIND = ("game.options", "space")
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
# With other flags Hydra does something else or reads other files, so it checks the values.
_CHECKED_FLAGS = {"-m", "--multirun", "-h", "--help", *_CONFIG_DIR}


class CommandLine:
    """The arguments of ``hofspiele NAME``.

    Args:
        configs: absolute path of the folder with the configuration.
        name: name of the command and its configuration.
        arguments: the arguments as typed: ``name=value``, also written ``--name=value`` or ``--name
            value``, and Hydra's flags, in any order.

    Raises:
        ValueError: an argument is no Hydra override, as ``name=value``, or a flag lacks its value.
    """

    def __init__(self, configs: Path, name: str, arguments: Sequence[str]):
        self._configs = configs
        self._name = name
        self._flags, self._typed = _split(arguments)
        self._is_hydras = not {flag for flag, _ in self._flags} <= _CHECKED_FLAGS
        self._given = [] if self._is_hydras else list(_parse(self._typed))

    @property
    def named_games(self) -> list[str]:
        """The values of ``game``."""
        chosen = (text.partition("=")[2] for text in self._typed if text.startswith("game="))
        return [name for names in chosen for name in names.split(",")]

    @property
    def arguments(self) -> list[str]:
        """Return all arguments in Hydra's form: flags first, and options of the game by long names.

        Call `check` first, which refuses arguments that cannot be parsed.
        """
        flags = [text for flag in self._flags for text in flag if text]
        return [*flags, *(self._typed if self._is_hydras else self._values)]

    @cached_property
    def _values(self) -> list[str]:
        return [self._written_out(text) for text in self._typed]

    def _written_out(self, text: str) -> str:
        """Return ``vatikan=true`` as ``game.options.vatikan=true``, ``steps=1e6`` as 1000000."""
        name, equals, value = text.partition("=")
        if name not in self.defaults and name in self._options:
            name = f"{games.OPTIONS}{name}"
        if type(_find(self.defaults, name)) is int:
            value = ",".join(str(whole(part)) for part in value.split(","))
        return f"{name}{equals}{value}"

    def check(self) -> None:
        """Raise ValueError at the first value that is unknown, of a wrong type, or missing."""
        if self._is_hydras:
            return
        if not {flag for flag, _ in self._flags} & _MULTIRUN:
            for text in self._typed:
                _check_no_sweep(text)
        self.check_choices()
        for override in _parse(self._values):
            if override.key_or_group not in self.groups:
                self._check_override(override)
        given = {override.key_or_group for override in self._given}
        for name, default in self.defaults.items():
            # A resumed run has its own values.
            if default == "???" and not given & {name, "resume"}:
                raise ValueError(f"{name} is missing; give {name}=…: {self.comments[name]}")

    def check_choices(self) -> None:
        """Raise ValueError at the first choice of a group that does not exist."""
        for override in self._given:
            if override.key_or_group in self.groups:
                self._check_choice(override)

    @cached_property
    def groups(self) -> dict[str, list[str]]:
        """Return the choices in every configuration group that this command uses."""
        with initialize_config_dir(str(self._configs), version_base="1.3"):
            composed = compose(self._name, self._own_configs, return_hydra_config=True)
            read = composed.hydra.runtime.choices
            loader = GlobalHydra.instance().config_loader()
            return {
                group: loader.get_group_options(
                    group, ObjectType.CONFIG, overrides=self._own_configs
                )
                for group in read
                if "/" not in group
            }

    @property
    def _own_configs(self) -> list[str]:
        """Return the folder of ``--config-dir`` as an override, which `compose` accepts."""
        folders = [Path(folder).resolve() for flag, folder in self._flags if flag in _CONFIG_DIR]
        return [list_override("hydra.searchpath", [f"file://{path}" for path in folders])]

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """Return the configuration with the chosen groups, but without single values."""
        chosen = {
            override.key_or_group: str(override.input_line)
            for override in self._given
            if override.key_or_group in self.groups
        }
        with initialize_config_dir(str(self._configs), version_base="1.3"):
            return _plain(compose(self._name, [*self._own_configs, *chosen.values()]))

    @property
    def _options(self) -> dict[str, Any]:
        """Return the options of the chosen game, which also have short names."""
        return (self.defaults.get(games.GROUP) or {}).get("options", {})

    @cached_property
    def comments(self) -> dict[str, str]:
        """Explanations of values in the configuration files, by the values' dotted names."""
        chosen = (self.defaults.get(games.GROUP) or {}).get("name")
        return comments_of(self._configs, self._name, self.groups) | games.comments(chosen)

    def _check_choice(self, override: Override) -> None:
        group, chosen = override.key_or_group, override.value()
        choices = self.groups[group]
        if not override.is_delete() and chosen is not None and chosen not in choices:
            near = difflib.get_close_matches(str(chosen), choices, 1)
            raise ValueError(
                f"{group} is {text_of(chosen)}, expected one of {', '.join(choices)}"
                + _did_you_mean(near)
            )

    def _check_override(self, override: Override) -> None:
        name = override.key_or_group
        default = _find(self.defaults, name)
        if default is _NOTHING:
            adds = override.is_add() or override.is_force_add()
            if not (adds and _is_in(name, _OPEN)):
                raise ValueError(self._unknown(name))
        elif override.is_delete():
            if name in _OPEN or not _is_in(name, _OPEN):
                raise ValueError(f"{name} can't be left out; give another value")
        else:
            self._check_value(name, override.value(), default, override.is_force_add())

    def _check_value(self, name: str, value: Any, default: Any, adds: bool) -> None:
        if _is_in(name, _OF_ANY_KIND):
            return
        check_type(name, value, default)
        if isinstance(value, dict):
            for key, entry in value.items():
                inner = f"{name}.{key}"
                if key in default:
                    self._check_value(inner, entry, default[key], adds)
                elif not (adds and _is_in(inner, _OPEN)):
                    raise ValueError(self._unknown(inner))

    def _unknown(self, name: str) -> str:
        near = _nearest(name, self._options | self.defaults)
        advice = _did_you_mean(near)
        if _is_in(name, _OPEN):
            advice += f"; to add it: +{name}=…"
        having = games.having_option(name.removeprefix(games.OPTIONS))
        if having and games.GROUP in self.groups:
            advice = f"; it is an option of {games.GROUP}={'|'.join(having)}"
        return f"there is no value {name!r}" + (advice or "; --help lists all that there are")


_NOTHING = object()


def _parse(arguments: Iterable[str]) -> Iterator[Override]:
    """Parse each single value, and those of a sweep (``seed=1,2``) one by one; omit Hydra's own."""
    parser = OverridesParser.create()
    for text in arguments:
        if "=" not in text and not text.startswith("~"):
            advice = f"; did you mean game={text}?" if text in game_names() else ""
            raise ValueError(f"found {text!r}, expected NAME=VALUE{advice}")
        try:
            override = parser.parse_override(text)
        except HydraException:
            raise ValueError(
                f"{text!r} can't be read; in quotes it can: {quoted_argument(text)}"
            ) from None
        if override.is_discrete_sweep():
            values = override.sweep_string_iterator()
            yield from (parser.parse_override(f"{override.get_key_element()}={v}") for v in values)
        elif not (override.is_hydra_override() or override.is_sweep_override()):
            yield override


def _check_no_sweep(text: str) -> None:
    """Raise ValueError if Hydra would read an argument as values of several runs."""
    override = OverridesParser.create().parse_override(text)
    if override.is_sweep_override():
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


def _plain(config: Any) -> dict[str, Any]:
    found = OmegaConf.to_container(config)
    assert isinstance(found, dict)
    return {str(name): value for name, value in found.items()}


def _find(values: Any, name: str) -> Any:
    """Return the value with a dotted name, `_NOTHING` if there is none."""
    for key in name.split("."):
        if not isinstance(values, dict) or key not in values:
            return _NOTHING
        values = values[key]
    return values


def _is_in(name: str, mappings: Sequence[str]) -> bool:
    return any(f"{name}.".startswith(f"{mapping}.") for mapping in mappings)


def _nearest(name: str, values: dict[str, Any]) -> list[str]:
    """Return names that resemble `name`: its neighbours, or else any with the same end."""
    parent, _, last = name.rpartition(".")
    neighbours = _find(values, parent) if parent else values
    if isinstance(neighbours, dict):
        near = difflib.get_close_matches(last, neighbours, 1)
        if near or parent:
            return [f"{parent}.{key}" if parent else key for key in near]
    everywhere = dict(all_values(values))
    same_end = [full for full in everywhere if full.endswith(f".{name}")]
    return same_end or difflib.get_close_matches(name, everywhere, 1)


def all_values(values: dict[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Yield all mappings and values with dotted names, mappings before their contents.

    The search space of `tune` counts as one value.
    """
    for key, value in values.items():
        name = f"{above}{key}"
        yield name, value
        if isinstance(value, dict) and name != "space":
            yield from all_values(value, f"{name}.")


def _did_you_mean(names: Sequence[str]) -> str:
    return f"; did you mean {' or '.join(map(repr, names))}?" if names else ""
