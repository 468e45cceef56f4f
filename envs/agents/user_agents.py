"""Agents that users write themselves: objects, functions, and names ``module:name``.

Importing runs code, so only names that the user has written are imported, and never names that were
read from files of others; see `make_agent`.
"""

import contextlib
import inspect
import os
import site
import sys
import sysconfig
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from hofspiele.envs.agents.agent import Agent, Views
from hofspiele.envs.agents.thoughts import Thoughts
from hofspiele.envs.core.checks import int64_array, shown
from hofspiele.envs.core.game import Game
from hofspiele.envs.core.imported import import_named

# A policy maps observation, float32 (D,), and mask, int8 (A,), 1 = legal, to an action.
Policy = Callable[[np.ndarray, np.ndarray], int]

# Code in these folders is not the user's.
_PACKAGE = f"{Path(__file__).parents[2]}{os.sep}"
_INSTALLED = tuple({*site.getsitepackages(), sysconfig.get_path("stdlib")})

_EXPECTED = (
    "an Agent, a class or function that makes one without arguments, or a function of observation "
    "and mask that gives an action"
)


class PolicyAgent(Agent):
    """An agent that calls a function for every decision.

    Args:
        name: the name in results and records.
        policy: the function; it gets the observation of the deciding seat, float32 (D,), and its
            mask, int8 (A,), and returns a legal action. It has its own random numbers.
    """

    def __init__(self, name: str, policy: Policy):
        self.name = name
        self._policy = policy

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        masks = views.action_masks.astype(np.int8)
        chosen = [self._policy(*seen) for seen in zip(views.observations, masks, strict=True)]
        return int64_array(f"actions of agent {self.name!r}", chosen)


class AgentError(ValueError):
    """An error in the code of an agent ``module:name``, with the agent, the error and the line."""


class ImportedAgent(Agent):
    """An agent ``module:name`` that raises `AgentError` for errors in its code.

    Args:
        agent: the agent that plays.
        imported: the name ``module:name``.
    """

    def __init__(self, agent: Agent, imported: str):
        self._agent = agent
        self._imported = imported
        self._copy_attributes()

    def _copy_attributes(self) -> None:
        agent = self._agent
        self.name = agent.name
        self.reads_states = agent.reads_states
        self.games_at_once = agent.games_at_once

    def check(self, game: Game) -> None:
        with _reported(self._imported):
            self._agent.check(game)
        self._copy_attributes()  # Some agents set their attributes in `check`.

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        with _reported(self._imported):
            return self._agent.act(views, rng)

    def think(self, views: Views, rng: np.random.Generator) -> Thoughts:
        with _reported(self._imported):
            return self._agent.think(views, rng)

    def act_at_tables(
        self, views: Sequence[Views], rngs: Sequence[np.random.Generator]
    ) -> list[np.ndarray]:
        with _reported(self._imported):
            return self._agent.act_at_tables(views, rngs)


def import_agent(name: str) -> Agent:
    """Return the agent ``module:name``; the module may lie in the working directory.

    Raises:
        ValueError: there is no such module or name, importing it fails, or it is no agent.
    """
    return ImportedAgent(as_agent(import_named("agent", name), name), name)


def as_agent(thing: Any, name: str) -> Agent:
    """Return `thing` as an `Agent`.

    Args:
        thing: an `Agent`, a class or function that makes one without arguments, or a `Policy`.
        name: the name of the agent if it has none.

    Raises:
        ValueError: `thing` is something else, or making the agent fails.
    """
    if callable(thing) and not isinstance(thing, Agent):
        if _takes(thing, 0):
            thing = _call(thing, name)
        elif _takes(thing, 2) and not isinstance(thing, type):
            return PolicyAgent(name, thing)
        else:
            raise ValueError(f"agent {name} takes {_parameters(thing)}, expected {_EXPECTED}")
    if not isinstance(thing, Agent):
        raise ValueError(f"agent {name} is {shown(thing)}, expected {_EXPECTED}")
    if not _takes(thing.act, 2):
        raise ValueError(
            f"agent {name}: its method act takes {_parameters(thing.act)}, expected (views, rng)"
        )
    if not isinstance(getattr(thing, "name", None), str):
        thing.name = name
    return thing


def source_of(name: str) -> Path | None:
    """Return the file of the imported module of ``module:name``, None if it has none."""
    file = getattr(sys.modules[name.partition(":")[0]], "__file__", None)
    return None if file is None else Path(file)


def _takes(function: Callable[..., Any], number: int) -> bool:
    """Return whether `function` can be called with `number` arguments."""
    try:
        inspect.signature(function).bind(*[None] * number)
    except (
        TypeError,
        ValueError,
    ):  # It can't be called, or it is written in C without a signature.
        return False
    return True


def _call(make: Callable[..., Any], name: str) -> Any:
    try:
        return make()
    except Exception as error:  # The user's code may raise anything.
        raise _agent_error(f"agent {name}: making it", error) from error


def _parameters(function: Callable[..., Any]) -> str:
    """Return the parameters of a function, or "unknown arguments" if Python does not know them."""
    try:
        return str(inspect.signature(function))
    except (TypeError, ValueError):  # It is written in C without a signature.
        return "unknown arguments"


@contextlib.contextmanager
def _reported(name: str) -> Iterator[None]:
    """Raise errors of the user's code as `AgentError`; errors of this package pass unchanged."""
    try:
        yield
    except Exception as error:
        if not _lines_outside(error, _PACKAGE):
            raise
        raise _agent_error(f"agent {name}", error) from error


def _agent_error(agent: str, error: Exception) -> AgentError:
    lines = _lines_outside(error, _PACKAGE, *_INSTALLED)
    place = f" ({lines[-1].filename}, line {lines[-1].lineno})" if lines else ""
    return AgentError(
        f"{agent} raised {shown(error)}{place}; HOFSPIELE_TRACEBACK=1 in the environment shows the "
        "traceback"
    )


def _lines_outside(error: Exception, *folders: str) -> list[traceback.FrameSummary]:
    """Return the lines of a traceback whose files lie outside of `folders`."""
    return [
        line
        for line in traceback.extract_tb(error.__traceback__)
        if not line.filename.startswith((*folders, "<frozen"))
    ]
