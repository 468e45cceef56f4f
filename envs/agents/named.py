"""Agents by name, for configurations, commands and environments."""

import copy
import itertools
import os
import re
from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from pathlib import Path

from hofspiele.envs.agents.agent import Agent
from hofspiele.envs.agents.scripted import GreedyAgent, RandomAgent
from hofspiele.envs.agents.search import SearchAgent
from hofspiele.envs.agents.user_agents import ImportedAgent, Policy, as_agent
from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.text.imported import is_import_name
from hofspiele.envs.core.text.suggest import nearest

# A name or path, an agent, a class or function that makes an agent, or a policy.
AgentLike = str | os.PathLike[str] | Agent | Callable[[], Agent] | Policy

_AGENTS = {"random": RandomAgent, "greedy": GreedyAgent, "search": SearchAgent}
# Agents whose names may have a number of simulations, as in "search-800".
SEARCHES = ("guided", "search")
# Entry point group for agents of other packages. Each entry has the name of an agent and names a
# function or class that makes the agent. It is called without arguments, or with the number in the
# agent's name: with 100 for "guided-100".
_ENTRY_POINTS = "hofspiele.agents"
# Entry point group for functions that read an `Agent` from a file or folder, their first argument;
# their arguments `trust` and `networks` are those of `make_agent`.
_FILES = "hofspiele.agent_files"
# What the user has registered and the agent made of it, by the name that settings use.
_registered: dict[str, tuple[AgentLike, Agent]] = {}


def agent_names() -> list[str]:
    """Return the names of all agents; those in `SEARCHES` may have a budget, as in "search-800"."""
    return sorted({*_AGENTS, *_installed().names})


def agent_forms() -> str:
    """Return a description of all ways to name an agent, for messages and help."""
    return (
        f"{', '.join(agent_names())}, search-N or guided-N (N simulations per decision), the path "
        "of a trained agent (a run folder, .safetensors, .onnx, or .zip of stable-baselines3), or "
        "MODULE:NAME (your own Agent, or function of observation and mask)"
    )


def split_budget(name: str) -> tuple[str, int] | None:
    """Return ("search", N) for "search-N", likewise for "guided-N", or None for other names."""
    # At most 18 digits, because `int` raises ValueError for strings of thousands of digits.
    found = re.fullmatch(rf"({'|'.join(SEARCHES)})-(\d{{1,18}})", name, re.ASCII)
    return (found[1], int(found[2])) if found else None


def names_file(name: str) -> bool:
    """Return whether `make_agent` takes `name` as the path of a file or folder that exists."""
    if name == "" or _is_taken(name):
        return False
    try:
        return Path(name).exists()
    except OSError:  # The name is too long for a path.
        return False


def _is_taken(name: str) -> bool:
    return name in _registered or name in agent_names() or split_budget(name) is not None


def register_agent(agent: AgentLike, name: str | None = None) -> str:
    """Give an agent a name that settings and `make_agent` accept in this process; return it.

    Settings in Python take agents themselves and register them. An agent that is registered under
    another name than its own is copied (not deeply), so that results show this name. The default is
    the agent's own name, followed by a number if another agent is called the same. Paths and
    ``module:name`` are names already.

    Raise ValueError if `name` is that of another agent, or `agent` is not an agent.
    """
    if isinstance(agent, str | os.PathLike):
        return os.fspath(agent)
    known = next((key for key, (given, _) in _registered.items() if given is agent), None)
    if known is not None and name in (None, known):
        return known
    made = make_agent(agent)
    if name is None:
        numbered = (f"{made.name} ({number})" for number in itertools.count(2))
        name = next(itertools.filterfalse(_is_taken, itertools.chain([made.name], numbered)))
    elif _is_taken(name):
        raise ValueError(f"another agent is called {name!r}; choose another name")
    if made.name != name:
        made = copy.copy(made)
        made.name = name
    _registered[name] = agent, made
    return name


def make_agent(
    agent: AgentLike,
    *,
    from_user: bool = False,
    trust: bool = False,
    networks: Sequence[str] = (),
) -> Agent:
    """Return the `Agent` that a name, path, class, function or object specifies.

    Args:
        agent: a name from `agent_names` or `register_agent`, or "search-N" or "guided-N" for N
            simulations per decision; an `Agent`; a class or function that returns one when called
            without arguments; or a function that takes an observation, float32 (D,), and a mask,
            int8 (A,), and returns an action.
        from_user: whether the user has typed the name. Only then may `agent` also be the path of a
            trained agent, or ``module:name``, which is imported; names from files are not trusted.
        trust: whether code in an agent's file, or that it names, may run.
        networks: the user's own networks, as ``module:name``, that an agent's file may name.

    Raises:
        ValueError: there is no such agent, or a package that it needs is not installed.
    """
    if isinstance(agent, Agent) or callable(agent):
        return as_agent(agent, getattr(agent, "__name__", type(agent).__name__))
    if isinstance(agent, os.PathLike):
        agent = os.fspath(agent)
    if isinstance(agent, str):
        if agent in _registered:
            return _registered[agent][1]
        name, *budget = split_budget(agent) or (agent,)
        if name in _AGENTS:
            return _AGENTS[name](*budget)
        if name in _installed().names:
            return _load(_installed()[name], agent)(*budget)
        if from_user and names_file(agent):
            return _read(agent, trust=trust, networks=networks)
        if is_import_name(agent):
            if from_user:
                return ImportedAgent(agent)
            raise ValueError(
                f"agent {agent!r} is not imported, because the name may come from a file; pass "
                "from_user=True if you trust the name, or pass the agent itself"
            )
    missing = ", and there is no file or folder of that name" if from_user else ""
    trusted = "" if from_user else "; paths and MODULE:NAME need from_user=True"
    raise ValueError(
        f"unknown agent {shown(agent)}{nearest(agent, agent_names())}{missing}; expected "
        f"{agent_forms()}{trusted}"
    )


def _installed() -> EntryPoints:
    return entry_points(group=_ENTRY_POINTS)


def _read(path: str, *, trust: bool, networks: Sequence[str]) -> Agent:
    """Return the agent that an installed package reads from a file or folder."""
    for entry in entry_points(group=_FILES):
        return _load(entry, path)(path, trust=trust, networks=networks)
    raise ValueError(
        f"agent {path!r}: no installed package can read agent files; install hofspiele with "
        "pip, so that its entry points are found"
    )


def _load(entry: EntryPoint, name: str) -> Callable[..., Agent]:
    """Return the function that `entry` names; raise ValueError if it needs a missing package."""
    try:
        return entry.load()
    except ModuleNotFoundError as error:
        raise ValueError(
            f"agent {name!r} needs {error.name}, which is not installed; install it with: "
            f"pip install {error.name}"
        ) from error
