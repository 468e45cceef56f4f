"""The search space: configuration values by dotted names, each a list of choices or a range."""

from typing import Any

from omegaconf import DictConfig, ListConfig, OmegaConf
from optuna import Trial

from hofspiele.training.runs.build import build
from hofspiele.training.runs.checks import check_run

_RANGE = {"low", "high", "log"}
_MISSING = object()


def entries(space: DictConfig, prefix: str = "") -> dict[str, Any]:
    """Return the entries of the space by dotted names.

    Overrides on the command line (``+space.algorithm.n_epochs=[1,2]``) are nested instead of
    dotted; they take precedence over the same names in a file.
    """
    found: dict[str, Any] = {}
    for key, entry in space.items():
        name = prefix + str(key)
        if isinstance(entry, DictConfig) and entry and _RANGE.isdisjoint(entry):
            found |= entries(entry, f"{name}.")
        else:
            found[name] = entry
    return found


def check_space(config: DictConfig) -> None:
    """Raise ValueError if an entry of the search space is malformed or names no value."""
    for name, entry in entries(config.space).items():
        if OmegaConf.select(config, name, default=_MISSING) is _MISSING:
            raise ValueError(f"space: there is no value {name} in the configuration")
        if not (_is_list(entry) or _is_range(entry)):
            raise ValueError(
                f"space: {name!r} is {entry}, expected a list of choices, or numbers as low and "
                "high (with log: true for a logarithmic scale, which needs low > 0)"
            )


def check_space_values(config: DictConfig) -> None:
    """Raise ValueError if a run would refuse a value of the space; run `check_space` first."""
    for name, entry in entries(config.space).items():
        # A run accepts all values of a range if it accepts both ends.
        for value in entry if _is_list(entry) else (float(entry.low), float(entry.high)):
            trial_config = config.copy()
            OmegaConf.update(trial_config, name, value)
            try:
                check_run(trial_config)
                build(trial_config, "trial")
            except ValueError as error:
                raise ValueError(f"space: {name} may become {value}: {error}") from None


def suggest(trial: Trial, space: DictConfig) -> None:
    """Let the sampler of the trial's study choose its values in the space, by dotted names."""
    for name, entry in entries(space).items():
        if _is_list(entry):
            trial.suggest_categorical(name, [*entry])
        else:
            trial.suggest_float(name, entry.low, entry.high, log=entry.get("log", False))


def recipe_in(config: DictConfig) -> dict[str, Any]:
    """Return the recipe's values that lie in the space, by dotted names."""
    space = entries(config.space)
    recipe = {name: OmegaConf.select(config, name) for name in space}
    return {name: value for name, value in recipe.items() if _contains(space[name], value)}


def _contains(entry: Any, value: Any) -> bool:
    if _is_list(entry):
        return value in entry
    return value is not None and entry.low <= value <= entry.high


def _is_list(entry: Any) -> bool:
    return isinstance(entry, ListConfig) and len(entry) > 0


def _is_range(entry: Any) -> bool:
    if not isinstance(entry, DictConfig) or not entry.keys() <= _RANGE:
        return False
    low, high, log = entry.get("low"), entry.get("high"), entry.get("log", False)
    numbers = all(isinstance(end, int | float) for end in (low, high))
    return numbers and isinstance(log, bool) and low <= high and (low > 0 or not log)
