"""Whether the values of a configuration are such as a run can use, told before any work begins."""

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from omegaconf import DictConfig, ListConfig, OmegaConf

from hofspiele.envs.core.checks import is_integer
from hofspiele.training.cli.kinds import text_of
from hofspiele.training.runs.device import DEVICES


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
        return Expected("a number", _is_number)
    words = f"a number >= {least:g}" if most == math.inf else f"a number from {least:g} to {most:g}"
    return Expected(words, lambda value: _is_number(value) and least <= value <= most)


def optional(expected: Expected) -> Expected:
    """The same, or null."""
    return Expected(
        f"{expected.words}, or null", lambda value: value is None or expected.accepts(value)
    )


def _is_number(value: Any) -> bool:
    return is_integer(value) or (isinstance(value, float) and math.isfinite(value))


def _is_name(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool) and value != ""


def _are_names(value: Any) -> bool:
    return _is_name(value) or (
        isinstance(value, ListConfig) and len(value) > 0 and all(map(_is_name, value))
    )


ABOVE_ZERO = Expected("a number > 0", lambda value: _is_number(value) and value > 0)
BOOLEAN = Expected("true or false", lambda value: isinstance(value, bool))
DEVICE = Expected(f"one of {', '.join(DEVICES)}", lambda value: value in DEVICES)
NAME = Expected("a name", _is_name)
NAMES = Expected("a name, or a list of at least one", _are_names)
SHARES = Expected(
    "agents, each with a number as its share",
    lambda value: isinstance(value, DictConfig) and all(map(_is_number, value.values())),
)

# by the dotted names of configs/train.yaml; game and network check their own
_RUN = {
    "seed": integer(0, 2**31 - 1),  # numpy takes twice as many; a resumed run adds its steps
    "steps": integer(1),
    "num_envs": integer(1),
    "device": DEVICE,
    "torch_threads": integer(1),
    "table_threads": integer(1),
    "checkpoint_every": integer(1),
    "snapshot_every": integer(1),
    "use_solver": BOOLEAN,
    "margin_reward": number(),
    "results": NAME,
    "name": optional(NAME),
    "imitation.agent": optional(NAME),
    "imitation.decisions": integer(0),
    "imitation.learning_rate": ABOVE_ZERO,
    "evaluation.opponents": NAMES,
    "evaluation.deals": integer(2),
    "evaluation.deterministic": BOOLEAN,
    "opponents.shares": SHARES,
    "opponents.pool_size": integer(1),
    "opponents.priority_exponent": number(0),
    "algorithm.n_steps": integer(1),
    "algorithm.batch_size": integer(2),
    "algorithm.n_epochs": integer(1),
    "algorithm.gamma": number(0, 1),
    "algorithm.gae_lambda": number(0, 1),
    "algorithm.clip_range": ABOVE_ZERO,
    "algorithm.vf_coef": number(0),
    "algorithm.max_grad_norm": ABOVE_ZERO,
}


def check_run(config: DictConfig) -> None:
    """Check the values of a run, as in ``configs/train.yaml``; ValueError names a wrong one."""
    check_values(config, _RUN)


def check_values(config: DictConfig, expected: Mapping[str, Expected]) -> None:
    """Raise ValueError if a value, by its dotted name, is none of what it is expected to be."""
    for name, kind in expected.items():
        value = OmegaConf.select(config, name)
        if not kind.accepts(value):
            plain = OmegaConf.to_container(value) if OmegaConf.is_config(value) else value
            raise ValueError(f"{name} is {text_of(plain)}, expected {kind.words}")
