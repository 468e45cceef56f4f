"""Agents of the kinds that users write, without those that need torch."""

import numpy as np

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
