"""Policies as agents, whatever works their networks out."""

from abc import abstractmethod
from collections.abc import Sequence

import numpy as np

from hofspiele.envs.agents import Agent, Thoughts, Views, pick_actions, pick_probabilities
from hofspiele.training.networks.inputs import Inputs


class PolicyAgent(Agent):
    """Draws actions from a network's policy, or takes the most probable one.

    Args:
        name: for tables and records.
        inputs: what the network is given.
        deterministic: take the most probable action instead of drawing one.
    """

    def __init__(self, name: str, inputs: Inputs, deterministic: bool = False):
        self.name = name
        self.inputs = inputs
        self.reads_states = inputs.has_prior
        self.deterministic = deterministic
        self._temperature = 0.0 if deterministic else 1.0

    @abstractmethod
    def logits(self, views: Sequence[Views]) -> np.ndarray:
        """For the M views of all tables together: (M, A) float32; illegal actions' mean nothing."""

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        (actions,) = self.act_at_tables([views], [rng])
        return actions

    def think(self, views: Views, rng: np.random.Generator) -> Thoughts:
        """Its policy, and no values: the critic only learns, agent files are without it."""
        of_policy = self.logits([views]), views.action_masks, self._temperature
        return Thoughts(pick_actions(*of_policy, rng), pick_probabilities(*of_policy))

    def act_at_tables(
        self, views: Sequence[Views], rngs: Sequence[np.random.Generator]
    ) -> list[np.ndarray]:
        """The network is asked once."""
        ends = np.cumsum([len(seen.players) for seen in views])
        return [
            pick_actions(logits, seen.action_masks, self._temperature, rng)
            for logits, seen, rng in zip(
                np.split(self.logits(views), ends[:-1]), views, rngs, strict=True
            )
        ]
