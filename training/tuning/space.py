"""The search space: a list of choices or a range for each dotted name of a setting."""

import math
import sys
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from optuna import Trial

from hofspiele.envs.core.checks import shown
from hofspiele.training.runs.build import build
from hofspiele.training.settings.parse import with_values
from hofspiele.training.settings.train import Train
from hofspiele.training.settings.tune import Tune

Space = dict[str, Any]
_RANGE = {"low", "high", "log"}
_MISSING = object()
_LARGEST = sys.float_info.max


def entries(space: Mapping[str, Any], prefix: str = "") -> Space:
    """Return the entries of the space by dotted names.

    Values of the command line (``space.algorithm.n_epochs=[1,2]``) are nested mappings. They take
    precedence over dotted names in a file.
    """
    found: Space = {}
    for key, entry in space.items():
        if isinstance(entry, dict) and entry and _RANGE.isdisjoint(entry):
            found |= entries(entry, f"{prefix}{key}.")
        else:
            found[prefix + key] = entry
    return found


def check_space(space: Space, recipe: Train) -> None:
    """Raise ValueError if an entry is malformed, or if a run would refuse one of its values."""
    for name, entry in space.items():
        own = _value_of(recipe, name)
        if own is _MISSING:
            raise ValueError(f"space: unknown setting {name!r}")
        if not (_is_list(entry) or _is_range(entry)):
            raise ValueError(
                f"space: {name!r} is {entry}, expected a list of choices, or a range "
                "{low: 0.1, high: 1.0} (add log: true for a logarithmic scale)"
            )
        ends = [] if _is_list(entry) else [float(entry["low"]), float(entry["high"])]
        for value in ends or entry:
            refusal = f"value {value} of {name} is not allowed"
            _check_value(recipe, name, value, refusal)
        if ends:
            # If a setting takes only integers, it refuses this number between the two ends.
            inside = ends[0] + (ends[1] - ends[0]) / math.pi
            refusal = f"a range is not allowed for {name}; use a list of choices"
            _check_value(recipe, name, inside, refusal)


def _check_value(recipe: Train, name: str, value: Any, refusal: str) -> None:
    """Raise ValueError with `refusal` and the reason if a run would refuse a value."""
    try:
        build(with_values(recipe, {name: value}), "trial")
    except ValueError as error:
        raise ValueError(f"space: {refusal}: {error}") from None


def suggest(trial: Trial, space: Space) -> None:
    """Choose the values of `trial` from the space with the study's sampler."""
    for name, entry in space.items():
        if _is_list(entry):
            trial.suggest_categorical(name, entry)
        else:
            trial.suggest_float(name, entry["low"], entry["high"], log=entry.get("log", False))


def recipe_in(settings: Tune) -> dict[str, Any]:
    """Return the recipe's values that are in the space, by dotted names."""
    return {
        name: value
        for name, entry in entries(settings.space).items()
        if _contains(entry, value := _value_of(settings.recipe, name))
    }


def fault_in(values: Any, space: Space) -> str | None:
    """Return why a stored trial's `values`, which may be hostile, are not of the space, or None."""
    if not isinstance(values, dict):
        return f"its values are {shown(values)}, expected a mapping"
    for name, value in values.items():
        if name not in space:
            return f"{shown(name)} is not in the space"
        if not _contains(space[name], value):
            return f"{name} is {shown(value)}, expected a value of the space"
    return None


def _value_of(recipe: Train, name: str) -> Any:
    """Return the value of a dotted name, or `_MISSING` if the recipe lacks it."""
    value: Any = asdict(recipe)
    for key in name.split("."):
        value = value.get(key, _MISSING) if isinstance(value, dict) else _MISSING
    return value


def _contains(entry: Any, value: Any) -> bool:
    if _is_list(entry):
        # Python considers True and 1 to be equal.
        return any(
            value == one and isinstance(value, bool) == isinstance(one, bool) for one in entry
        )
    is_real = isinstance(value, int | float) and not isinstance(value, bool)
    return is_real and entry["low"] <= value <= entry["high"]


def _is_list(entry: Any) -> bool:
    return isinstance(entry, list) and len(entry) > 0


def _is_range(entry: Any) -> bool:
    if not isinstance(entry, dict) or not entry.keys() <= _RANGE:
        return False
    low, high, log = entry.get("low"), entry.get("high"), entry.get("log", False)
    if not (isinstance(low, int | float) and isinstance(high, int | float)):
        return False
    return isinstance(log, bool) and -_LARGEST <= low <= high <= _LARGEST and (low > 0 or not log)
