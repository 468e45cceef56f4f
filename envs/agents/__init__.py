"""Agents that play any game (random, greedy and search), and matches between agents."""

from hofspiele.envs.agents.agent import Agent as Agent
from hofspiele.envs.agents.agent import Views as Views
from hofspiele.envs.agents.agent import choose_actions as choose_actions
from hofspiele.envs.agents.agent import think_about as think_about
from hofspiele.envs.agents.inference import infer as infer
from hofspiele.envs.agents.match import MatchPart as MatchPart
from hofspiele.envs.agents.match import join_parts as join_parts
from hofspiele.envs.agents.match import match_parts as match_parts
from hofspiele.envs.agents.match import play_in_threads as play_in_threads
from hofspiele.envs.agents.match import play_match as play_match
from hofspiele.envs.agents.match import play_out as play_out
from hofspiele.envs.agents.match import play_part as play_part
from hofspiele.envs.agents.match_result import MatchResult as MatchResult
from hofspiele.envs.agents.named import AgentLike as AgentLike
from hofspiele.envs.agents.named import make_agent as make_agent
from hofspiele.envs.agents.scripted import GreedyAgent as GreedyAgent
from hofspiele.envs.agents.scripted import RandomAgent as RandomAgent
from hofspiele.envs.agents.scripted import SolverAssistedAgent as SolverAssistedAgent
from hofspiele.envs.agents.scripted import heuristic_action_values as heuristic_action_values
from hofspiele.envs.agents.scripted import pick_actions as pick_actions
from hofspiele.envs.agents.scripted import pick_probabilities as pick_probabilities
from hofspiele.envs.agents.search import SearchAgent as SearchAgent
from hofspiele.envs.agents.thoughts import Thoughts as Thoughts
from hofspiele.envs.core.threads import limit_cores as limit_cores
from hofspiele.envs.core.threads import usable_cores as usable_cores
