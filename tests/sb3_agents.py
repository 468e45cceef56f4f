"""Files of stable-baselines3, some with code."""

from pathlib import Path

import gymnasium
from stable_baselines3 import PPO
from stable_baselines3.common.torch_layers import FlattenExtractor
from stable_baselines3.dqn.policies import DQNPolicy


class Doubling(FlattenExtractor):
    """A features extractor that doubles its input, although its weights do not show this."""

    def forward(self, observations):
        return 2 * super().forward(observations)


class OwnDQNPolicy(DQNPolicy):
    """A policy with action values, in a module of the user."""


def save_data(file: Path) -> None:
    """Write an untrained stable-baselines3 agent for two players, defined by its data alone."""
    _save(file, {})


def save_code(file: Path) -> None:
    """Write an untrained stable-baselines3 agent whose policy needs the code of `Doubling`."""
    _save(file, {"features_extractor_class": Doubling})


def _save(file: Path, policy: dict[str, type]) -> None:
    env = gymnasium.make("hofspiele/KouKaRoi-v0", num_players=2)
    PPO("MlpPolicy", env, policy_kwargs=policy, n_steps=2, batch_size=2).save(file)
