"""Agents by name, as configs and options write them."""

import re
from importlib.metadata import EntryPoints, entry_points

from hofspiele.envs.agents.agent import Agent
from hofspiele.envs.agents.greedy import GreedyAgent
from hofspiele.envs.agents.random_agent import RandomAgent
from hofspiele.envs.agents.search import SearchAgent
from hofspiele.envs.core.checks import shown

_AGENTS = {"random": RandomAgent, "greedy": GreedyAgent, "search": SearchAgent}
# there packages enter agents of their own: a name, and what makes the `Agent` without arguments
_ENTRY_POINTS = "hofspiele.agents"


def agent_names() -> list[str]:
    """The names that `make_agent` knows; "search" may carry a budget, as in "search-800"."""
    return sorted({*_AGENTS, *_entered().names})


def make_agent(agent: str | Agent) -> Agent:
    """The agent of that name; an `Agent` is given back as it is.

    Raises:
        ValueError: there is none, or what it needs is not installed.
    """
    if isinstance(agent, Agent):
        return agent
    if isinstance(agent, str):
        if agent in _AGENTS:
            return _AGENTS[agent]()
        # no budget has more digits: Python reads no number of thousands of them
        budget = re.fullmatch(r"search-(\d{1,18})", agent)
        if budget:
            return SearchAgent(int(budget[1]))
        if agent in _entered().names:
            return _make_entered(agent)
    raise ValueError(
        f"no agent is called {shown(agent)}; agents: {', '.join(agent_names())}, and search-N "
        "for N simulations a decision"
    )


def _entered() -> EntryPoints:
    return entry_points(group=_ENTRY_POINTS)


def _make_entered(name: str) -> Agent:
    entry = _entered()[name]
    try:
        make = entry.load()
    except ModuleNotFoundError as error:
        raise ValueError(f"agent {name!r} needs {error.name}, which is not installed") from error
    return make()
