"""Agents that play any game (random, greedy and search), and matches between agents."""

from hofspiele.envs.agents.agent import Agent, Views, choose_actions, think_about
from hofspiele.envs.agents.greedy import (
    GreedyAgent,
    heuristic_action_values,
    pick_actions,
    pick_probabilities,
)
from hofspiele.envs.agents.inference import infer
from hofspiele.envs.agents.match import (
    MatchPart,
    MatchResult,
    join_parts,
    match_parts,
    play_match,
    play_out,
    play_part,
    play_parts,
)
from hofspiele.envs.agents.named import AgentLike, agent_names, make_agent
from hofspiele.envs.agents.random_agent import RandomAgent
from hofspiele.envs.agents.search import SearchAgent
from hofspiele.envs.agents.solver_assisted import SolverAssistedAgent
from hofspiele.envs.agents.thoughts import Thoughts
from hofspiele.envs.agents.threads import usable_cores

__all__ = [
    "Agent",
    "AgentLike",
    "GreedyAgent",
    "MatchPart",
    "MatchResult",
    "RandomAgent",
    "SearchAgent",
    "SolverAssistedAgent",
    "Thoughts",
    "Views",
    "agent_names",
    "choose_actions",
    "heuristic_action_values",
    "infer",
    "join_parts",
    "make_agent",
    "match_parts",
    "pick_actions",
    "pick_probabilities",
    "play_match",
    "play_out",
    "play_part",
    "play_parts",
    "think_about",
    "usable_cores",
]
