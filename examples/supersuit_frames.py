"""SuperSuit: stacked frames and a vector of all seats from a PettingZoo environment.

SuperSuit rejects dict observations, so ``mask_in="info"`` returns observations as plain arrays.

Usage: python examples/supersuit_frames.py [STEPS]
"""

import sys

import numpy as np
import supersuit

from hofspiele.envs import kou_ka_roi_v0


def main(steps: int = 100) -> None:
    """Play at random in eight environments; print the total reward of seat 0 in the first one."""
    env = kou_ka_roi_v0.parallel_env(num_players=3, mask_in="info")
    env = supersuit.frame_stack_v1(env, 2)
    env = supersuit.pettingzoo_env_to_vec_env_v1(env)
    env = supersuit.concat_vec_envs_v1(env, 8, base_class="gymnasium")
    rng = np.random.default_rng(1)
    observations, infos = env.reset(seed=1)
    total = 0.0
    for _ in range(steps):
        actions = np.zeros(len(infos), np.int64)
        for seat, info in enumerate(infos):
            if info["action_mask"].any():
                actions[seat] = rng.choice(np.flatnonzero(info["action_mask"]))
        observations, rewards, *_, infos = env.step(actions)
        total += rewards[0]
    print(f"observations {observations.shape}, rewards of the first seat: {total:+.2f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
