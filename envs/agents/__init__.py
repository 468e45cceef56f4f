"""Players for any game, written against the contract only: random, greedy and search."""

from envs.agents.agent import Agent, Views, choose_actions
from envs.agents.assisted import AssistedAgent
from envs.agents.greedy import GreedyAgent, heuristic_worths, pick_actions
from envs.agents.match import MatchResult, play_match
from envs.agents.named import agent_names, make_agent
from envs.agents.random_agent import RandomAgent
from envs.agents.search import SearchAgent

__all__ = [
    "Agent",
    "AssistedAgent",
    "GreedyAgent",
    "MatchResult",
    "RandomAgent",
    "SearchAgent",
    "Views",
    "agent_names",
    "choose_actions",
    "heuristic_worths",
    "make_agent",
    "pick_actions",
    "play_match",
]
