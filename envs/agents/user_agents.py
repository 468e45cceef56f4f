"""Agents that users write themselves: objects, functions, and names ``module:name``."""

import contextlib
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from hofspiele.envs.agents.agent import Agent, AgentError, Views, checked_integers
from hofspiele.envs.agents.thoughts import Thoughts
from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.game import Game
from hofspiele.envs.core.text.imported import comes_from_user, import_named, place_of

# A policy maps observation, float32 (D,), and mask, int8 (A,), 1 = legal, to an action.
Policy = Callable[[np.ndarray, np.ndarray], int]

_EXPECTED = (
    "an Agent, a class or function that returns one when called without arguments, or a function "
    "of observation and mask that returns an action"
)


class PolicyAgent(Agent):
    """An agent that calls a `Policy` for every decision. It does not use `rng`."""

    def __init__(self, name: str, policy: Policy):
        self.name = name
        self._policy = policy

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        masks = views.action_masks.astype(np.int8)
        chosen = [self._policy(*seen) for seen in zip(views.observations, masks, strict=True)]
        return checked_integers(self.name, chosen)


class ImportedAgent(Agent):
    """An agent ``module:name`` that raises `AgentError` for errors in its code.

    The message names the agent, the error and the line. The module may be in the working directory.
    Raise ValueError if importing it fails, or if there is no such agent in it.
    """

    def __init__(self, imported: str):
        self._agent = as_agent(import_named("agent", imported), imported)
        self._place = f"agent {imported}"
        self._copy_attributes()

    def _copy_attributes(self) -> None:
        agent = self._agent
        self.name = agent.name
        self.reads_states = agent.reads_states
        self.thread_safe = agent.thread_safe
        self.games_at_once = agent.games_at_once

    def check(self, game: Game) -> None:
        with _reported(self._place):
            self._agent.check(game)
        self._copy_attributes()  # Some agents set their attributes in `check`.

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        with _reported(self._place):
            return self._agent.act(views, rng)

    def think(self, views: Views, rng: np.random.Generator) -> Thoughts:
        with _reported(self._place):
            return self._agent.think(views, rng)

    def act_at_tables(
        self, views: Sequence[Views], rngs: Sequence[np.random.Generator]
    ) -> list[np.ndarray]:
        with _reported(self._place):
            return self._agent.act_at_tables(views, rngs)


def as_agent(thing: Any, name: str) -> Agent:
    """Return `thing` as an `Agent`; if the agent has no name, it is named `name`.

    Raise ValueError if `thing` is neither an `Agent`, nor a class or function that returns one when
    called without arguments, nor a `Policy`; or creating the agent fails.
    """
    if callable(thing) and not isinstance(thing, Agent):
        if _takes(thing, 0):
            with _reported(f"agent {name}: creating it"):
                thing = thing()
        elif _takes(thing, 2) and not isinstance(thing, type):
            return PolicyAgent(name, thing)
        else:
            raise ValueError(
                f"agent {name} takes the arguments {_parameters(thing)}, expected {_EXPECTED}"
            )
    if not isinstance(thing, Agent):
        raise ValueError(f"agent {name} is {shown(thing)}, expected {_EXPECTED}")
    if not _takes(thing.act, 2):
        raise ValueError(
            f"agent {name}: its method act takes the arguments {_parameters(thing.act)}, expected "
            "(views, rng)"
        )
    if not isinstance(getattr(thing, "name", None), str):
        thing.name = name
    return thing


def source_of(name: str) -> Path | None:
    """Return the file of the imported module in ``module:name``, or None if it has no file."""
    file = getattr(sys.modules[name.partition(":")[0]], "__file__", None)
    return None if file is None else Path(file)


def _takes(function: Callable[..., Any], number: int) -> bool:
    try:
        inspect.signature(function).bind(*[None] * number)
    except (TypeError, ValueError):  # The number is wrong, or there is no signature.
        return False
    return True


def _parameters(function: Callable[..., Any]) -> str:
    """Return the parameters of a function, or "(unknown)" if it has no signature."""
    try:
        return str(inspect.signature(function))
    except (TypeError, ValueError):  # Some functions in C have no signature.
        return "(unknown)"


@contextlib.contextmanager
def _reported(what: str) -> Iterator[None]:
    """Raise errors in the user's code as `AgentError`; errors in this package pass unchanged."""
    try:
        yield
    except (Exception, SystemExit) as error:
        if not comes_from_user(error):
            raise
        raise AgentError(
            f"{what} raised {shown(error)}{place_of(error)}; set HOFSPIELE_TRACEBACK=1 to see the "
            "traceback"
        ) from error
