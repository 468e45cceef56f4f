"""Modules and kernels that are loaded once, before `tools.hostile.forks` forks processes."""

from hofspiele import envs
from hofspiele.envs.agents import GreedyAgent, RandomAgent, play_match
from hofspiele.training import dataset, exploit, tournament, train, tune

__all__ = ["dataset", "exploit", "tournament", "train", "tune"]

play_match(envs.make("kou_ka_roi", num_players=2), [GreedyAgent(), RandomAgent()], 2, 1)
