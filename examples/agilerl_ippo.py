"""AgileRL: independent PPO in which all seats share one network, with action masks in infos.

Usage: python examples/agilerl_ippo.py [UPDATES]
"""

import sys

import numpy as np
import torch
from agilerl.algorithms import IPPO
from agilerl.training.train_multi_agent_on_policy import train_multi_agent_on_policy
from agilerl.vector.pz_async_vec_env import AsyncPettingZooVecEnv

from hofspiele import envs
from hofspiele.envs import kou_ka_roi_v0
from hofspiele.envs.agents import RandomAgent, make_agent, play_match

NUM_ENVS, NUM_STEPS = 4, 128


class MaskedIPPO(IPPO):
    """IPPO that omits AgileRL 2.58.0's test ``None in masks``, which fails for arrays."""

    def extract_action_masks(self, infos):
        """Return the stacked masks of each group of agents for all games."""
        return {
            group: torch.Tensor(np.stack([infos[agent]["action_mask"] for agent in agents]))
            for group, agents in self.grouped_agents.items()
        }


def make_env():
    """Return an environment with three seats whose observations are arrays, as AgileRL requires."""
    return kou_ka_roi_v0.parallel_env(num_players=3, mask_in="info")


def main(updates: int = 100) -> None:
    """Train all seats against each other, then evaluate the network against random."""
    games, one = AsyncPettingZooVecEnv([make_env] * NUM_ENVS), make_env()
    ippo = MaskedIPPO(
        [one.observation_space(agent) for agent in one.possible_agents],
        [one.action_space(agent) for agent in one.possible_agents],
        agent_ids=one.possible_agents,
        learn_step=NUM_STEPS,
        batch_size=256,
        lr=1e-3,
        gamma=1.0,
    )
    steps = updates * NUM_STEPS * NUM_ENVS
    train_multi_agent_on_policy(
        games,
        "Kou-Ka-Roi",
        "IPPO",
        [ippo],
        sum_scores=False,
        max_steps=steps,
        evo_steps=steps,
        eval_loop=1,
        verbose=False,
    )
    games.close()
    (actor,) = ippo.actors.values()

    def choose_action(observation, mask):
        with torch.no_grad():
            action, *_ = actor(torch.from_numpy(observation)[None], mask[None])
        return int(action)

    line_up = [make_agent(choose_action), RandomAgent(), RandomAgent()]
    match = play_match(envs.make("kou_ka_roi", num_players=3), line_up, num_deals=100)
    print(f"share of wins against two random agents: {match.win_shares.mean((0, 1))[0]:.1%}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
