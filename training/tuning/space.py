"""What is sought: a configuration's values by dotted names, each a list of choices or a range."""

from typing import Any

from omegaconf import DictConfig, ListConfig, OmegaConf
from optuna.distributions import (
    BaseDistribution,
    CategoricalDistribution,
    FloatDistribution,
)

from hofspiele.training.runs.build import build
from hofspiele.training.runs.checks import check_run

_RANGE = {"low", "high", "log"}
_MISSING = object()


def entries(space: DictConfig, above: str = "") -> dict[str, Any]:
    """What is sought, by dotted names.

    Names are nested where the command line adds them (``+space.algorithm.n_epochs=[1,2]``); they
    count instead of the same names in a file.
    """
    found: dict[str, Any] = {}
    for key, entry in space.items():
        name = above + str(key)
        if isinstance(entry, DictConfig) and entry and _RANGE.isdisjoint(entry):
            found |= entries(entry, f"{name}.")
        else:
            found[name] = entry
    return found


def check_space(config: DictConfig) -> None:
    """Raise ValueError if an entry of the search space is of no use for the configuration."""
    for name, entry in entries(config.space).items():
        if OmegaConf.select(config, name, default=_MISSING) is _MISSING:
            raise ValueError(f"space: there is no value {name} in the configuration")
        if not (_is_list(entry) or _is_range(entry)):
            raise ValueError(
                f"space: {name!r} is {entry}, expected a list of choices, or numbers as low and "
                "high (log: true, to seek among orders of magnitude above 0)"
            )


def check_ends(config: DictConfig) -> None:
    """Raise ValueError if a run would refuse a value of a space that `check_space` accepts."""
    for name, entry in entries(config.space).items():
        # what holds at both ends of a range holds in between
        for value in entry if _is_list(entry) else (float(entry.low), float(entry.high)):
            own = config.copy()
            OmegaConf.update(own, name, value)
            try:
                check_run(own)
                build(own, "trial")
            except ValueError as error:
                raise ValueError(f"space: {name} may become {value}: {error}") from None


def distributions(space: DictConfig) -> dict[str, BaseDistribution]:
    """The space as optuna takes it."""
    return {
        name: CategoricalDistribution([*entry])
        if _is_list(entry)
        else FloatDistribution(entry.low, entry.high, log=entry.get("log", False))
        for name, entry in entries(space).items()
    }


def recipe_in(config: DictConfig) -> dict[str, Any]:
    """The recipe's own values by their dotted names, as far as they are in the space."""
    sought = entries(config.space)
    own = {name: OmegaConf.select(config, name) for name in sought}
    return {name: value for name, value in own.items() if _has(sought[name], value)}


def _has(entry: Any, value: Any) -> bool:
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
