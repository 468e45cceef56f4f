"""Tianshou: DQN that considers only legal actions, on a Gymnasium environment.

Usage: python examples/tianshou_dqn.py [EPOCHS]
"""

import sys

import gymnasium
import numpy as np
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import hofspiele.envs  # noqa: F401  # This registers the environments.

NUM_ENVS = 8


class MaskInObservation(gymnasium.Wrapper):
    """A wrapper that returns observations as dicts of ``obs`` and ``mask``, as Tianshou expects."""

    def __init__(self, env: gymnasium.Env):
        super().__init__(env)
        mask = gymnasium.spaces.MultiBinary(int(env.action_space.n))
        self.observation_space = gymnasium.spaces.Dict(obs=env.observation_space, mask=mask)

    def reset(self, **kwargs):
        """Reset the environment and return the observation with its mask, and the info."""
        observation, info = self.env.reset(**kwargs)
        return self._with_mask(observation), info

    def step(self, action):
        """Step the environment; return its results with the mask in the observation and no info."""
        observation, reward, terminated, truncated, _ = self.env.step(action)
        return self._with_mask(observation), reward, terminated, truncated, {}

    def _with_mask(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        return {"obs": observation, "mask": self.unwrapped.action_masks()}


def make_env() -> gymnasium.Env:
    """Return an environment with one learner and two random opponents."""
    env = gymnasium.make("hofspiele/KouKaRoi-v0", num_players=3, opponents="random")
    return MaskInObservation(env)


def main(epochs: int = 5) -> None:
    """Train against random; print the best epoch's mean outcome (0 is a fair share of wins)."""
    games, tests = (DummyVectorEnv([make_env] * NUM_ENVS) for _ in range(2))
    one = make_env()
    network = Net(
        state_shape=one.observation_space["obs"].shape,
        action_shape=one.action_space.n,
        hidden_sizes=[128],
    )
    policy = DiscreteQLearningPolicy(
        model=network, action_space=one.action_space, eps_training=0.1, eps_inference=0.0
    )
    algorithm = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=1.0)
    buffer = VectorReplayBuffer(20_000, NUM_ENVS)
    result = algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=Collector(policy, games, buffer, exploration_noise=True),
            test_collector=Collector(policy, tests),
            max_epochs=epochs,
            epoch_num_steps=2000,
            collection_step_num_env_steps=80,
            update_step_num_gradient_steps_per_sample=0.2,
            test_step_num_episodes=100,
            batch_size=128,
            show_progress=False,
        )
    )
    print(f"best epoch: mean outcome {result.best_reward:+.2f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
