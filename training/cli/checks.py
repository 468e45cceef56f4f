"""Whether values of a configuration are such as a command can use, told before any work begins."""

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from omegaconf import DictConfig, ListConfig, OmegaConf

from hofspiele.envs.core.checks import is_integer
from hofspiele.training.cli.kinds import text_of

# sums and squares of smaller ones are still finite
_LARGEST = 1e100


class Expected(NamedTuple):
    """What a value has to be.

    Attributes:
        words: for people, after "expected".
        accepts: whether a value is so.
    """

    words: str
    accepts: Callable[[Any], bool]


def integer(least: int, most: int | None = None) -> Expected:
    """An integer from `least` to `most`, or without an end."""
    words = f"an integer from {least}" + ("" if most is None else f" to {most}")
    return Expected(words, lambda value: is_integer(value) and least <= value <= (most or value))


def number(least: float | None = None, most: float = math.inf) -> Expected:
    """A finite number from `least` to `most`, of any size without both."""
    if least is None:
        return Expected("a number", is_number)
    words = f"a number >= {least:g}" if most == math.inf else f"a number from {least:g} to {most:g}"
    return Expected(words, lambda value: is_number(value) and least <= value <= most)


def optional(expected: Expected) -> Expected:
    """The same, or null."""
    return Expected(
        f"{expected.words}, or null", lambda value: value is None or expected.accepts(value)
    )


def is_number(value: Any) -> bool:
    """Whether `value` is a finite number that can be reckoned with."""
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
NAME = Expected("a name", _is_name)
NAMES = Expected("a name, or a list of at least one", _are_names)


def check_values(config: DictConfig, expected: Mapping[str, Expected], above: str = "") -> None:
    """Raise ValueError if a value, by its dotted name, is none of what it is expected to be.

    Args:
        config: the values.
        expected: by names below `config`; what is missing counts as null.
        above: what stands before these names in the whole configuration.
    """
    for name, kind in expected.items():
        value = OmegaConf.select(config, name)
        if not kind.accepts(value):
            plain = OmegaConf.to_container(value) if OmegaConf.is_config(value) else value
            raise ValueError(f"{above}{name} is {text_of(plain)}, expected {kind.words}")
