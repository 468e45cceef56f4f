"""Checks of a configuration's values, made before any work begins."""

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from omegaconf import DictConfig, ListConfig, OmegaConf

from hofspiele.envs.core.checks import is_integer
from hofspiele.training.cli.value_types import text_of

# Sums and squares of smaller numbers are still finite.
_LARGEST = 1e100


class Expected(NamedTuple):
    """A requirement on a value.

    Attributes:
        words: the phrase after "expected" in messages.
        accepts: returns whether a value meets the requirement.
    """

    words: str
    accepts: Callable[[Any], bool]


def integer(least: int, most: int | None = None) -> Expected:
    """Require an integer of at least `least` and at most `most`, None for no limit."""
    words = f"an integer from {least}" + ("" if most is None else f" to {most}")
    return Expected(words, lambda value: is_integer(value) and least <= value <= (most or value))


def number(least: float | None = None, most: float = math.inf) -> Expected:
    """Require a finite number from `least` to `most`, of any size without both."""
    if least is None:
        return Expected("a number", is_number)
    words = f"a number >= {least:g}" if most == math.inf else f"a number from {least:g} to {most:g}"
    return Expected(words, lambda value: is_number(value) and least <= value <= most)


def optional(expected: Expected) -> Expected:
    """Also allow null."""
    return Expected(
        f"{expected.words}, or null", lambda value: value is None or expected.accepts(value)
    )


def is_number(value: Any) -> bool:
    """Return whether `value` is a finite number that can be squared and summed."""
    return (is_integer(value) or isinstance(value, float)) and -_LARGEST < value < _LARGEST


def _is_name(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool) and value != ""


def _are_names(value: Any) -> bool:
    return _is_name(value) or (
        isinstance(value, ListConfig) and len(value) > 0 and all(map(_is_name, value))
    )


ABOVE_ZERO = Expected("a number > 0", lambda value: is_number(value) and value > 0)
ZERO_OR_MORE = number(0)
BOOLEAN = Expected("true or false", lambda value: isinstance(value, bool))
THREADS = integer(1, 1024)
MAPPING = Expected("a mapping as {name:value}", lambda value: isinstance(value, DictConfig))
NAME = Expected("a name", _is_name)
NAMES = Expected("a name, or a list of at least one", _are_names)


def check_values(config: DictConfig, expected: Mapping[str, Expected], above: str = "") -> None:
    """Raise ValueError if a value does not meet its requirement.

    Args:
        config: the values.
        expected: requirements by dotted names below `config`; a missing value counts as null.
        above: prefix of these names in the whole configuration.
    """
    for name, kind in expected.items():
        value = OmegaConf.select(config, name)
        if not kind.accepts(value):
            plain = OmegaConf.to_container(value) if OmegaConf.is_config(value) else value
            raise ValueError(f"{above}{name} is {text_of(plain)}, expected {kind.words}")
