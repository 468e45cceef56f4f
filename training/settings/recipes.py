"""Recipes: the values with which a game is trained, in ``configs/experiment``."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

CONFIGS = (Path(__file__).parents[2] / "configs").resolve()
# The folder of the recipes, and the name of the setting that chooses one.
RECIPE = "experiment"
_OVERRIDE = "override /"


def recipe_of(game: str) -> dict[str, Any]:
    """Return the values of the recipe for a game, or {} if it has none; sections are mappings."""
    file = CONFIGS / RECIPE / f"{game}.yaml"
    return merged(*_preset(file)) if file.is_file() else {}


def with_presets(
    defaults: Mapping[str, Any],
    command: str,
    recipe: Mapping[str, Any],
    changed: Mapping[str, Any],
    replaced: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the values of a command: its defaults, changed by its presets and by given values.

    As in Hydra's composition, the command's own values replace those of the recipe, and a value
    ``${name}`` stands for another one. Sections in `changed` may contain only some values.
    """
    groups, own = _preset(CONFIGS / f"{command}.yaml")
    values = dict(defaults)
    for changes in (groups, recipe, own, changed):
        values = merged(values, changes)
    values |= replaced
    return _resolved(values, values)


def _preset(file: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the values of the presets that a file chooses, and its own values."""
    own = _read(file)
    groups: dict[str, Any] = {}
    for entry in own.pop("defaults", []):
        for name, choice in entry.items() if isinstance(entry, dict) else ():
            group = name.removeprefix(_OVERRIDE)
            if group not in ("game", RECIPE):
                groups = merged(groups, {group: _read(CONFIGS / group / f"{choice}.yaml")})
    return groups, own


def _resolved(value: Any, values: Mapping[str, Any]) -> Any:
    if isinstance(value, Mapping):
        return {name: _resolved(entry, values) for name, entry in value.items()}
    is_reference = isinstance(value, str) and value.startswith("${") and value[2:-1] in values
    return values[value[2:-1]] if is_reference else value


def merged(values: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return `values` with `changes`; mappings in both are merged."""
    found = dict(values)
    for name, change in changes.items():
        both = isinstance(change, Mapping) and isinstance(found.get(name), Mapping)
        found[name] = merged(found[name], change) if both else change
    return found


def _read(file: Path) -> dict[str, Any]:
    import yaml  # Agents without the extra `train` import this module.

    return yaml.safe_load(file.read_text(encoding="utf-8")) or {}
