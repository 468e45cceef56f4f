"""The search space: a list of choices or a range for each dotted name of a setting."""

import math
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from optuna import Trial

from hofspiele.envs.command_line.parse import with_values
from hofspiele.envs.core.checks import is_number
from hofspiele.training.runs.learner import Learner
from hofspiele.training.settings.train import Train

Space = dict[str, Any]
_ENDS = {"low", "high"}
_MISSING = object()


def entries(space: Mapping[str, Any], prefix: str = "") -> Space:
    """Return the entries of the space by dotted names.

    Values of the command line (``space.algorithm.n_epochs=[1,2]``) are nested mappings. They take
    precedence over dotted names in a file.
    """
    found: Space = {}
    for key, entry in space.items():
        if isinstance(entry, dict) and entry and not entry.keys() & {*_ENDS, "log"}:
            found |= entries(entry, f"{prefix}{key}.")
        else:
            found[prefix + key] = entry
    return found


def check_space(space: Space, recipe: Train) -> None:
    """Raise ValueError if an entry is malformed, or if a run would refuse one of its values."""
    typed = {declared.name for declared in fields(recipe) if declared.metadata["typed"]}
    for name, entry in space.items():
        if _value_of(recipe, name) is _MISSING:
            raise ValueError(f"space: unknown setting {name!r}")
        if name.partition(".")[0] in typed:
            raise ValueError(f"space: {name!r} can't vary, because only the user may set it")
        if isinstance(entry, list) and entry:
            tried = [(value, f"value {value} of {name} is not allowed") for value in entry]
        elif _is_range(entry):
            low, high = float(entry["low"]), float(entry["high"])
            tried = [(value, f"value {value} of {name} is not allowed") for value in (low, high)]
            # If a setting takes only integers, it refuses this number between the two ends.
            inside = low + (high - low) / math.pi
            tried.append((inside, f"a range is not allowed for {name}; use a list of choices"))
        else:
            raise ValueError(
                f"space: {name!r} is {entry}, expected a list of choices, or a range "
                "{low: 0.1, high: 1.0} (add log: true for a logarithmic scale)"
            )
        for value, refusal in tried:
            try:
                Learner(with_values(recipe, {name: value}), "trial")
            except ValueError as error:
                raise ValueError(f"space: {refusal}: {error}") from None


def suggest(trial: Trial, space: Space) -> dict[str, Any]:
    """Return values for `trial` from the space, which the study's sampler chooses."""
    return {
        name: trial.suggest_categorical(name, entry)
        if isinstance(entry, list)
        else trial.suggest_float(name, **entry)
        for name, entry in space.items()
    }


def values_in(space: Space, recipe: Train) -> dict[str, Any]:
    """Return the recipe's own values that are in the space, by dotted names."""
    own = {name: _value_of(recipe, name) for name in space}
    return {name: value for name, value in own.items() if contains(space[name], value)}


def contains(entry: Any, value: Any) -> bool:
    """Return whether `value`, which may be of any type, is one of an entry of the space."""
    if isinstance(entry, list):
        # Python considers True and 1 to be equal.
        return (value, type(value) is bool) in [(one, type(one) is bool) for one in entry]
    return is_number(value) and entry["low"] <= value <= entry["high"]


def _value_of(recipe: Train, name: str) -> Any:
    """Return the value of a dotted name, or `_MISSING` if the recipe lacks it."""
    value: Any = asdict(recipe)
    for key in name.split("."):
        value = value.get(key, _MISSING) if isinstance(value, dict) else _MISSING
    return value


def _is_range(entry: Any) -> bool:
    if not isinstance(entry, dict) or not _ENDS <= entry.keys() <= {*_ENDS, "log"}:
        return False
    low, high, log = entry["low"], entry["high"], entry.get("log", False)
    is_ordered = is_number(low) and is_number(high) and low <= high
    return is_ordered and isinstance(log, bool) and (low > 0 or not log)
