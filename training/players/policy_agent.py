"""Policies as agents, independent of the library that evaluates the network."""

from abc import abstractmethod
from collections.abc import Sequence

import numpy as np

from hofspiele.envs.agents import Agent, Thoughts, Views, pick_actions, pick_probabilities
from hofspiele.training.networks.inputs import Inputs


class PolicyAgent(Agent):
    """An agent that samples actions from a network's policy, or takes the most probable one.

    Args:
        name: the agent's name in tables and records.
        inputs: how the inputs of the network are constructed.
        deterministic: whether to take the most probable action instead of sampling one.
        temperature: divisor of the logits when sampling; values above 1 make actions more random.

    Attributes:
        has_critic: whether the agent has a value network, so that `values` can be called.
    """

    thread_safe = True
    has_critic: bool = False

    def __init__(self, name: str, inputs: Inputs, *, deterministic: bool, temperature: float = 1.0):
        self.name = name
        self.inputs = inputs
        self.reads_states = inputs.has_prior
        self.deterministic = deterministic
        self._temperature = 0.0 if deterministic else temperature

    @abstractmethod
    def logits(self, views: Sequence[Views]) -> np.ndarray:
        """Return logits for M views: (M, A) float32; logits of illegal actions are unused."""

    def values(self, views: Views) -> np.ndarray:
        """Return the value network's estimates of M seats' outcomes: (M,) float32."""
        raise NotImplementedError

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        (actions,) = self.act_at_tables([views], [rng])
        return actions

    def think(self, views: Views, rng: np.random.Generator) -> Thoughts:
        """Return actions, their probabilities, and the expected outcomes if there is a critic."""
        of_policy = self.logits([views]), views.action_masks, self._temperature
        return Thoughts(
            pick_actions(*of_policy, rng),
            pick_probabilities(*of_policy),
            expected_outcomes=self.values(views).astype(np.float64) if self.has_critic else None,
        )

    def act_at_tables(
        self, views: Sequence[Views], rngs: Sequence[np.random.Generator]
    ) -> list[np.ndarray]:
        """Return the actions at all tables from one evaluation of the network."""
        ends = np.cumsum([len(seen.players) for seen in views])
        return [
            pick_actions(logits, seen.action_masks, self._temperature, rng)
            for logits, seen, rng in zip(
                np.split(self.logits(views), ends[:-1]), views, rngs, strict=True
            )
        ]
