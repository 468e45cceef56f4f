"""Gymnasium: vector wrappers around 1024 compiled games.

Usage: python examples/gymnasium_wrappers.py [STEPS]
"""

import sys

import gymnasium
import numpy as np
from gymnasium.wrappers.vector import NormalizeReward, RecordEpisodeStatistics

import hofspiele.envs  # noqa: F401  # This registers the environments.


def main(steps: int = 200) -> None:
    """Play at random and print the mean length and outcome of games."""
    env = gymnasium.make_vec("hofspiele/KouKaRoi-v0", num_envs=1024, num_players=3, seat="random")
    env = NormalizeReward(RecordEpisodeStatistics(env))
    rng = np.random.default_rng(1)
    _, infos = env.reset(seed=1)
    lengths, returns = [], []
    for _ in range(steps):
        legal = infos["action_mask"].astype(bool)
        actions = np.where(legal, rng.random(legal.shape), -1).argmax(1)
        *_, infos = env.step(actions)
        if "episode" in infos:
            ended, episodes = infos["_episode"], infos["episode"]
            lengths.extend(episodes["l"][ended])
            returns.extend(episodes["r"][ended])
    if lengths:
        decisions, outcome = np.mean(lengths), np.mean(returns)
        print(f"{len(lengths)} games, on average {decisions:.1f} decisions, outcome {outcome:+.2f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
