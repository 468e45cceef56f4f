"""Agents by name, as configs and options write them."""

import re

from envs.agents.agent import Agent
from envs.agents.greedy import GreedyAgent
from envs.agents.random_agent import RandomAgent
from envs.agents.search import SearchAgent

_AGENTS = {"random": RandomAgent, "greedy": GreedyAgent, "search": SearchAgent}


def agent_names() -> list[str]:
    """The names that `make_agent` knows; "search" may carry a budget, as in "search-800"."""
    return sorted(_AGENTS)


def make_agent(agent: str | Agent) -> Agent:
    """The agent of that name; an `Agent` is given back as it is. ValueError if there is none."""
    if isinstance(agent, Agent):
        return agent
    if agent in _AGENTS:
        return _AGENTS[agent]()
    budget = re.fullmatch(r"search-(\d+)", str(agent))
    if budget:
        return SearchAgent(int(budget[1]))
    raise ValueError(
        f"no agent is called {agent!r}; agents: {', '.join(agent_names())}, and search-N "
        "for N simulations a decision"
    )
