"""Agents of the kinds that users write."""

from pathlib import Path

import gymnasium
import numpy as np
from stable_baselines3 import PPO
from stable_baselines3.common.torch_layers import FlattenExtractor

from hofspiele.envs.agents import Agent, Views


class Last(Agent):
    """An agent that takes the last legal action."""

    name = "last"

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        return views.action_masks.shape[1] - 1 - views.action_masks[:, ::-1].argmax(1)


def first(observation: np.ndarray, mask: np.ndarray) -> int:
    """Return the first legal action."""
    return int(mask.argmax())


class Failing(Last):
    """An agent that raises an error."""

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        raise RuntimeError("no idea")


class Doubling(FlattenExtractor):
    """A features extractor that doubles its input, although its weights do not show this."""

    def forward(self, observations):
        return 2 * super().forward(observations)


def save_data(file: Path) -> None:
    """Write an untrained stable-baselines3 agent for two players, defined by its data alone."""
    _save(file, {})


def save_code(file: Path) -> None:
    """Write an untrained stable-baselines3 agent whose policy needs the code of `Doubling`."""
    _save(file, {"features_extractor_class": Doubling})


def _save(file: Path, policy: dict[str, type]) -> None:
    env = gymnasium.make("hofspiele/KouKaRoi-v0", num_players=2)
    PPO("MlpPolicy", env, policy_kwargs=policy, n_steps=2, batch_size=2).save(file)
