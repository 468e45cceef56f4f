"""Presets: values in YAML files that change the defaults of a command. Hydra composes them.

The files in a folder of ``configs/``, and in the folder of this name in ``--config-dir``, are the
choices for the setting that is named after the folder. The presets in ``experiment`` are recipes.
"""

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.text.suggest import nearest

CONFIGS = (Path(__file__).parents[2] / "configs").resolve()
# The folder of the recipes, and the name of the setting that chooses one.
RECIPE = "experiment"
# The recipe without values.
PLAIN = "plain"
_REFERENCE = re.compile(r"\$\{([\w.]+)\}")


def presets_of(command: str, folders: Sequence[Path] = ()) -> dict[str, list[str]]:
    """Return the names of the presets that a command can choose, by setting."""
    found = {
        group: {
            file.stem for folder in (CONFIGS, *folders) for file in folder.glob(f"{group}/*.yaml")
        }
        for group in _default_presets(command)
    }
    return {group: sorted(names) for group, names in found.items()}


def recipe_of(command: str, game: Any, folders: Sequence[Path] = ()) -> dict[str, str]:
    """Return the choice of a command's recipe for the game of this name, or {} without one."""
    if not isinstance(game, str) or _default_presets(command).get(RECIPE) is None:
        return {}
    return {RECIPE: game if game in presets_of(command, folders)[RECIPE] else PLAIN}


def _default_presets(command: str) -> dict[str, str | None]:
    """Return the presets of a command if none are chosen, by setting."""
    import yaml  # Agents without the extra `train` import this module.

    file = CONFIGS / f"{command}.yaml"
    listed = yaml.safe_load(file.read_text(encoding="utf-8"))["defaults"] if file.is_file() else []
    return {name: own for entry in listed if isinstance(entry, dict) for name, own in entry.items()}


def preset_values(
    command: str, chosen: Mapping[str, Any], folders: Sequence[Path] = ()
) -> dict[str, Any]:
    """Return the values of a command's file and of the `chosen` presets; sections are mappings.

    References such as ``${seed}`` are not resolved. Files in `folders` must have been checked.
    Raises ValueError if there is no such preset, or a file is not a preset.
    """
    known = presets_of(command, folders)
    for group, choice in chosen.items():
        if choice not in known[group]:
            expected = ", ".join(known[group])
            raise ValueError(
                f"{group} is {shown(choice)}, expected one of {expected}"
                + nearest(choice, known[group])
            )
    if not known:
        return {}
    from hydra.errors import HydraException
    from omegaconf import OmegaConf
    from omegaconf.errors import OmegaConfBaseException
    from yaml import YAMLError

    choices = [f"{group}={choice}" for group, choice in chosen.items()]
    searched = ",".join(f'"file://{folder}"' for folder in folders)
    # The presets of the library do not change, but those in a folder may.
    composed = _composed.__wrapped__ if folders else _composed
    try:
        config = composed(command, f"hydra.searchpath=[{searched}]", *choices)
        values: Any = OmegaConf.to_container(config)
    except (HydraException, OmegaConfBaseException, YAMLError, ValueError, RecursionError) as error:
        reason = " ".join(str(error.__cause__ or error).split())
        raise ValueError(f"{' '.join(choices)} can't be composed: {reason}") from error
    if RECIPE in values:
        raise ValueError(
            f"{RECIPE}={chosen[RECIPE]}: the first line of this preset must be "
            "'# @package _global_'"
        )
    return values


@functools.cache
def _composed(command: str, *overrides: str) -> Any:
    from hydra import compose, initialize_config_dir

    with initialize_config_dir(str(CONFIGS), version_base="1.3"):
        return compose(command, [*overrides])


def resolved(values: dict[str, Any]) -> dict[str, Any]:
    """Return nested `values` in which each ``${name}`` is the value of that setting.

    Raise ValueError if there is none, or if ``${`` is not followed by a name.
    """
    check_resolvers(values)
    if not any("${" in text for _, text in texts_in(values)):
        return values
    from omegaconf import OmegaConf
    from omegaconf.errors import OmegaConfBaseException

    try:
        found: Any = OmegaConf.to_container(OmegaConf.create(values), resolve=True)
    except OmegaConfBaseException as error:
        reason = str(error).partition("\n")[0]
        raise ValueError(
            f"{error.full_key} refers to something that is not another setting: {reason}"
        ) from error
    return found


def check_resolvers(values: Mapping[str, Any]) -> None:
    """Raise ValueError if nested values contain ``${`` without the name of a setting."""
    for path, text in texts_in(values):
        if "${" in _REFERENCE.sub("", text):
            raise ValueError(
                f"{path} is {shown(text)}, expected a string in which ${{…}} names a setting, as "
                "in ${seed}"
            )


def texts_in(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield each string in nested values, including names, after the dotted name of its place."""
    if isinstance(value, Mapping):
        for name, entry in value.items():
            yield path or name, name
            yield from texts_in(entry, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for entry in value:
            yield from texts_in(entry, path)
    elif isinstance(value, str):
        yield path, value
