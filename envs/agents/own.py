"""Agents of one's own: whatever plays, made an `Agent` of; and by name, ``module:name``, imported.

Importing runs code, so only names that the user has written are imported, never those that files
of others hold: see `make_agent`.
"""

import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from hofspiele.envs.agents.agent import Agent, Views
from hofspiele.envs.core.checks import int64_array, shown
from hofspiele.envs.core.imported import import_named

# observation, float32 (D,), and mask, int8 (A,), 1 = legal, to the number of an action
Policy = Callable[[np.ndarray, np.ndarray], int]

_EXPECTED = (
    "an Agent, a class or function that makes one without arguments, or a function of observation "
    "and mask that gives an action"
)


class PolicyAgent(Agent):
    """Asks a function for one decision after the other.

    Args:
        name: for tables and records.
        policy: from what the deciding seat may know, float32 (D,), and the mask of its legal
            actions, int8 (A,), to the number of one of them. It keeps its own randomness.
    """

    def __init__(self, name: str, policy: Policy):
        self.name = name
        self._policy = policy

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        masks = views.action_masks.astype(np.int8)
        chosen = [self._policy(*seen) for seen in zip(views.observations, masks, strict=True)]
        return int64_array(f"actions of agent {self.name!r}", chosen)


def import_agent(name: str) -> Agent:
    """The agent ``module:name``; the module may lie in the working directory.

    Raises:
        ValueError: there is no such module or name, importing it fails, or it is no agent.
    """
    return as_agent(import_named("agent", name), name)


def as_agent(thing: Any, name: str) -> Agent:
    """An Agent of what plays.

    Args:
        thing: an `Agent`, a class or function that makes one without arguments, or a `Policy`.
        name: that it goes by if it has none of its own.

    Raises:
        ValueError: it is none of these, or making the agent fails.
    """
    if callable(thing) and not isinstance(thing, Agent):
        if _takes(thing, 0):
            thing = _called(thing, name)
        elif _takes(thing, 2) and not isinstance(thing, type):
            return PolicyAgent(name, thing)
    if not isinstance(thing, Agent):
        raise ValueError(f"agent {name} is {shown(thing)}, expected {_EXPECTED}")
    if not isinstance(getattr(thing, "name", None), str):
        thing.name = name
    return thing


def source_of(name: str) -> Path | None:
    """The file of the module of ``module:name``, once that was imported; None if it has none."""
    file = getattr(sys.modules[name.partition(":")[0]], "__file__", None)
    return None if file is None else Path(file)


def _takes(function: Callable[..., Any], number: int) -> bool:
    """Whether it can be called with so many arguments."""
    try:
        inspect.signature(function).bind(*[None] * number)
    except (TypeError, ValueError):  # it can't, or it is of C and does not tell
        return False
    return True


def _called(make: Callable[..., Any], name: str) -> Any:
    try:
        return make()
    except Exception as error:  # the user's own code may raise anything
        raise ValueError(f"agent {name}: making it raised {error!r}") from error
