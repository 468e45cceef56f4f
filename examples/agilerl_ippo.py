"""AgileRL: independent PPO for all seats of a game at once, with masks from the infos.

Usage: python examples/agilerl_ippo.py [UPDATES]
"""

import sys

import numpy as np
import torch
from agilerl.algorithms import IPPO
from agilerl.training.train_multi_agent_on_policy import train_multi_agent_on_policy
from agilerl.vector.pz_async_vec_env import AsyncPettingZooVecEnv

from hofspiele.envs import kou_ka_roi_v0

NUM_ENVS, NUM_STEPS = 2, 64


class MaskedIPPO(IPPO):
    """IPPO that takes masks which are arrays: 2.58.0 asks ``None in masks``, which raises then."""

    def extract_action_masks(self, infos):
        """The masks of all agents of a group in all games, one after the other."""
        told = [infos[agent]["action_mask"] for agent in self.agent_ids]
        masks = np.concatenate([np.atleast_2d(mask) for mask in told])
        # none are legal once a game is over, when nothing counts that is chosen
        masks[~masks.any(1)] = 1
        return {group: torch.Tensor(masks) for group in self.observation_space}


def main(updates: int = 10) -> None:
    """Let all seats learn, and tell what the population's one agent has come to."""
    env = AsyncPettingZooVecEnv([make_env for _ in range(NUM_ENVS)])
    one = make_env()
    agent = MaskedIPPO(
        [one.observation_space(agent) for agent in one.possible_agents],
        [one.action_space(agent) for agent in one.possible_agents],
        agent_ids=one.possible_agents,
        learn_step=NUM_STEPS,
        batch_size=32,
    )
    _, fitnesses = train_multi_agent_on_policy(
        env,
        "Kou-Ka-Roi",
        "IPPO",
        [agent],
        sum_scores=False,
        max_steps=updates * NUM_STEPS * NUM_ENVS,
        evo_steps=NUM_STEPS * NUM_ENVS,
        eval_steps=20,
        verbose=False,
    )
    env.close()
    print(f"fitness: {fitnesses}")


def make_env():
    """Three seats; observations are plain arrays, as AgileRL wants them beside masks."""
    return kou_ka_roi_v0.parallel_env(num_players=3, mask_in="info")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
