"""The search space: values of a recipe by dotted names, each a list of choices or a range."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from optuna import Trial

from hofspiele.training.runs.build import build
from hofspiele.training.settings.parse import with_values
from hofspiele.training.settings.train import Train
from hofspiele.training.settings.tune import Tune

Space = dict[str, Any]
_RANGE = {"low", "high", "log"}
_MISSING = object()


def entries(space: Mapping[str, Any], prefix: str = "") -> Space:
    """Return the entries of the space by dotted names.

    Overrides on the command line (``space.algorithm.n_epochs=[1,2]``) are nested instead of
    dotted; they take precedence over the same names in a file.
    """
    found: Space = {}
    for key, entry in space.items():
        if isinstance(entry, dict) and entry and _RANGE.isdisjoint(entry):
            found |= entries(entry, f"{prefix}{key}.")
        else:
            found[prefix + key] = entry
    return found


def check_space(space: Space, recipe: Train) -> None:
    """Raise ValueError if an entry is malformed, or if a run would refuse a value of it."""
    for name, entry in space.items():
        own = _value_of(recipe, name)
        if own is _MISSING:
            raise ValueError(f"space: there is no value {name} in the configuration")
        if not (_is_list(entry) or _is_range(entry)):
            raise ValueError(
                f"space: {name!r} is {entry}, expected a list of choices, or numbers as low and "
                "high (with log: true for a logarithmic scale, which needs low > 0)"
            )
        if isinstance(own, int) and _is_range(entry):
            raise ValueError(
                f"space: {name} is a range, but takes whole numbers; give a list of choices"
            )
        # A run accepts all values of a range if it accepts both ends.
        for value in entry if _is_list(entry) else (float(entry["low"]), float(entry["high"])):
            try:
                build(with_values(recipe, {name: value}), "trial")
            except ValueError as error:
                raise ValueError(f"space: {name} may become {value}: {error}") from None


def suggest(trial: Trial, space: Space) -> None:
    """Let the sampler of the trial's study choose its values in the space, by dotted names."""
    for name, entry in space.items():
        if _is_list(entry):
            trial.suggest_categorical(name, entry)
        else:
            trial.suggest_float(name, entry["low"], entry["high"], log=entry.get("log", False))


def recipe_in(settings: Tune) -> dict[str, Any]:
    """Return the recipe's values that lie in the space, by dotted names."""
    values = {name: _value_of(settings.recipe, name) for name in entries(settings.space)}
    return {
        name: values[name]
        for name, entry in entries(settings.space).items()
        if _contains(entry, values[name])
    }


def _value_of(recipe: Train, name: str) -> Any:
    """Return the value with a dotted name, `_MISSING` if there is none."""
    value: Any = asdict(recipe)
    for key in name.split("."):
        value = value.get(key, _MISSING) if isinstance(value, dict) else _MISSING
    return value


def _contains(entry: Any, value: Any) -> bool:
    if _is_list(entry):
        return value in entry
    return isinstance(value, int | float) and entry["low"] <= value <= entry["high"]


def _is_list(entry: Any) -> bool:
    return isinstance(entry, list) and len(entry) > 0


def _is_range(entry: Any) -> bool:
    if not isinstance(entry, dict) or not entry.keys() <= _RANGE:
        return False
    low, high, log = entry.get("low"), entry.get("high"), entry.get("log", False)
    if not (isinstance(low, int | float) and isinstance(high, int | float)):
        return False
    return isinstance(log, bool) and low <= high and (low > 0 or not log)
