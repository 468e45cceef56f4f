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
    if not file.is_file():
        return {}
    content = _read(file)
    values: dict[str, Any] = {}
    for entry in content.pop("defaults", []):
        for name, choice in entry.items() if isinstance(entry, dict) else ():
            group = name.removeprefix(_OVERRIDE)
            if group != "game":
                values = merged(values, {group: _read(CONFIGS / group / f"{choice}.yaml")})
    return merged(values, content)


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
