"""Agents by name, as configs and options write them."""

import re
from collections.abc import Callable
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from pathlib import Path

from hofspiele.envs.agents.agent import Agent
from hofspiele.envs.agents.greedy import GreedyAgent
from hofspiele.envs.agents.own import Policy, as_agent, import_agent
from hofspiele.envs.agents.random_agent import RandomAgent
from hofspiele.envs.agents.search import SearchAgent
from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.imported import is_own_name

# a name or a path, an agent, what makes one, or a function that plays
AgentLike = str | Agent | Callable[[], Agent] | Policy

_AGENTS = {"random": RandomAgent, "greedy": GreedyAgent, "search": SearchAgent}
# there packages enter agents of their own: a name, and what makes the `Agent` without arguments
_ENTRY_POINTS = "hofspiele.agents"
# there is what makes an `Agent` of a path, and of whether code in the file may run
_FILES = "hofspiele.agent_files"


def agent_names() -> list[str]:
    """The names that `make_agent` knows; "search" may carry a budget, as in "search-800"."""
    return sorted({*_AGENTS, *_entered().names})


def make_agent(agent: AgentLike, own: bool = False, trust: bool = False) -> Agent:
    """The agent of that name; an `Agent` is given back as it is.

    Args:
        agent: a name of `agent_names`; or an `Agent`, a class or function that makes one without
            arguments, or a function of observation, float32 (D,), and mask, int8 (A,), that gives
            an action.
        own: whether the user has written the name, and not a file or a stranger: then it may also
            be ``module:name``, which is imported, or the path of a trained agent.
        trust: whether code may run that the file of an agent brings.

    Raises:
        ValueError: there is none, or what it needs is not installed.
    """
    if isinstance(agent, Agent):
        return as_agent(agent, type(agent).__name__)
    if callable(agent):
        return as_agent(agent, getattr(agent, "__name__", type(agent).__name__))
    if isinstance(agent, str):
        if agent in _AGENTS:
            return _AGENTS[agent]()
        # no budget has more digits: Python reads no number of thousands of them
        budget = re.fullmatch(r"search-(\d{1,18})", agent)
        if budget:
            return SearchAgent(int(budget[1]))
        if agent in _entered().names:
            return _loaded(_entered()[agent], agent)()
        if own and _is_path(agent):
            return _read(agent, trust)
        if is_own_name(agent):
            if own:
                return import_agent(agent)
            raise ValueError(
                f"agent {agent!r} would be imported, which is done for no name but those that the "
                "user writes: give own=True, or the agent itself"
            )
    raise ValueError(
        f"no agent is called {shown(agent)}; agents: {', '.join(agent_names())}, search-N for N "
        "simulations a decision, the path of a trained one (a results folder, .pt, .onnx, or .zip "
        "of stable-baselines3), and MODULE:NAME for one of your own, an Agent or a function of "
        "observation and mask"
    )


def _entered() -> EntryPoints:
    return entry_points(group=_ENTRY_POINTS)


def _is_path(name: str) -> bool:
    """Whether a file or folder is there."""
    try:
        return name != "" and Path(name).exists()
    except OSError:  # too long for a path
        return False


def _read(path: str, trust: bool) -> Agent:
    """The agent in a file or folder."""
    for entry in entry_points(group=_FILES):
        return _loaded(entry, path)(path, trust)
    raise ValueError(f"agent {path!r}: nothing that is installed reads files of agents")


def _loaded(entry: EntryPoint, name: str) -> Callable[..., Agent]:
    """What makes the agent of that name."""
    try:
        return entry.load()
    except ModuleNotFoundError as error:
        raise ValueError(f"agent {name!r} needs {error.name}, which is not installed") from error
