"""A trained policy that also plays actions which it finds unlikely, for learning values."""

import numpy as np

from hofspiele.envs.agents import Agent, Views, pick_actions
from hofspiele.training.players.policy_agent import PolicyAgent

# Temperatures at which actions are drawn. At 1, the policy is sampled as usual.
TEMPERATURES = (1.0, 2.0, 4.0, 8.0)


class VariedPolicy(Agent):
    """A trained policy that draws each action at one of `TEMPERATURES`, chosen at random.

    A policy often repeats the same few actions. Values learnt from its own games would be wrong in
    the positions that a search or other opponents reach.
    """

    def __init__(self, policy: PolicyAgent):
        self.name = policy.name
        self.reads_states = policy.reads_states
        self._policy = policy

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        logits = self._policy.logits([views])
        temperatures = rng.choice(TEMPERATURES, len(logits)).astype(logits.dtype)
        return pick_actions(logits / temperatures[:, None], views.action_masks, 1.0, rng)
