"""Modules and kernels that are loaded once, before `tools.hostile.forks` forks processes."""

from hofspiele import envs
from hofspiele.envs.agents import GreedyAgent, RandomAgent, play_match
from hofspiele.training import dataset, evaluate, exploit, tournament, train, tune
from tools.hostile import tables_in_threads

# Child processes call functions of these modules and commands.
__all__ = ["dataset", "evaluate", "exploit", "tables_in_threads", "tournament", "train", "tune"]

play_match(envs.make("kou_ka_roi", num_players=2), [GreedyAgent(), RandomAgent()], 2, 1)
