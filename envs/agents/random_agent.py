"""The random agent, which chooses uniformly among the legal actions."""

import numpy as np

from hofspiele.envs.agents.agent import Agent, Views
from hofspiele.envs.agents.thoughts import Thoughts
from hofspiele.envs.core.random_play import choose_random


class RandomAgent(Agent):
    """An agent that chooses each legal action with the same probability."""

    name = "random"
    thread_safe = True

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        actions = np.zeros(len(views.players), np.int64)
        choose_random(views.action_masks, rng.integers(2**64, dtype=np.uint64), actions)
        return actions

    def think(self, views: Views, rng: np.random.Generator) -> Thoughts:
        masks = views.action_masks
        return Thoughts(self.act(views, rng), masks / masks.sum(1, keepdims=True))
