"""Agents as users write them."""

import numpy as np
from stable_baselines3.common.torch_layers import FlattenExtractor

from hofspiele.envs.agents import Agent, Views


class Last(Agent):
    """Takes the last legal action."""

    name = "last"

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        return views.action_masks.shape[1] - 1 - views.action_masks[:, ::-1].argmax(1)


def first(observation: np.ndarray, mask: np.ndarray) -> int:
    """Takes the first legal action."""
    return int(mask.argmax())


class Doubling(FlattenExtractor):
    """What weights alone don't tell."""

    def forward(self, observations):
        return 2 * super().forward(observations)
