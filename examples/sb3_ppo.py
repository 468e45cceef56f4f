"""stable-baselines3: PPO, which has to learn what is legal, and MaskablePPO with action masks.

Commands such as ``hofspiele evaluate`` can use the saved models: agent=maskable_ppo.zip.

Usage: python examples/sb3_ppo.py [STEPS]
"""

import sys

from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from stable_baselines3.common.env_util import make_vec_env

from hofspiele import envs
from hofspiele.envs.agents import GreedyAgent, play_match
from hofspiele.training.players.loading import load_agent


def main(steps: int = 50_000) -> None:
    """Train both algorithms against random, save the models and evaluate them against greedy."""
    env = make_vec_env("hofspiele/KouKaRoi-v0", 8, env_kwargs={"opponents": "random"})
    game = envs.make("kou_ka_roi")
    for name, algorithm in (("ppo", PPO), ("maskable_ppo", MaskablePPO)):
        model = algorithm("MlpPolicy", env, n_steps=min(steps, 256), gamma=1.0, seed=1)
        model.learn(steps)
        model.save(name)
        agent = load_agent(f"{name}.zip", game, deterministic=True)
        match = play_match(game, [agent, GreedyAgent(), GreedyAgent()], num_deals=20)
        wins = match.win_shares.mean((0, 1))[0]
        print(f"{name}: share of wins against two greedy agents: {wins:.1%}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
