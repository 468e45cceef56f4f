"""Trained networks as agents: what the policy does with an observation and a mask."""

import copy
from collections.abc import Sequence

import numpy as np
import torch

from hofspiele.envs.agents import (
    Agent,
    SolverAssistedAgent,
    Thoughts,
    Views,
    pick_actions,
    pick_probabilities,
)
from hofspiele.training.networks.actor_critic import Actor


def copy_matching_weights(actor: Actor, other: Actor) -> bool:
    """Copy the weights of `other` if it is a network of the same description; whether it is."""
    alike = actor.description.same_actor(other.description)
    if alike:
        actor.load_state_dict(other.state_dict())
    return alike


def frozen(actor: Actor) -> Actor:
    """A copy that no longer learns."""
    return copy.deepcopy(actor).requires_grad_(False)


class NetworkAgent(Agent):
    """Draws actions from a network's policy, or takes the most probable one.

    Args:
        name: for tables and records.
        actor: network from its float32 `Inputs` (M, I) to logits (M, A).
        deterministic: take the most probable action instead of drawing one.
    """

    def __init__(self, name: str, actor: Actor, deterministic: bool = False):
        self.name = name
        self.actor = actor
        self.inputs = actor.description.inputs
        self.reads_states = self.inputs.has_prior
        self.deterministic = deterministic
        self._temperature = 0.0 if deterministic else 1.0

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        (actions,) = self.act_at_tables([views], [rng])
        return actions

    def think(self, views: Views, rng: np.random.Generator) -> Thoughts:
        """Its policy, and no values: the critic only learns, agent files are without it."""
        (logits,) = self._logits([views])
        of_policy = logits, views.action_masks, self._temperature
        return Thoughts(pick_actions(*of_policy, rng), pick_probabilities(*of_policy))

    def act_at_tables(
        self, views: Sequence[Views], rngs: Sequence[np.random.Generator]
    ) -> list[np.ndarray]:
        """The network is asked once."""
        return [
            pick_actions(logits, seen.action_masks, self._temperature, rng)
            for logits, seen, rng in zip(self._logits(views), views, rngs, strict=True)
        ]

    def _logits(self, views: Sequence[Views]) -> list[np.ndarray]:
        """For the views of each table (M, A) float32; the network is asked once."""
        inputs = [self.inputs.assemble(seen) for seen in views]
        with torch.inference_mode():
            together = torch.from_numpy(np.concatenate(inputs)).to(self.actor.device)
            logits = self.actor(together).cpu().numpy()
        return np.split(logits, np.cumsum([len(rows) for rows in inputs[:-1]]))


def network_agent(agent: Agent) -> NetworkAgent | None:
    """The network that takes an agent's open decisions, None for agents without one."""
    if isinstance(agent, SolverAssistedAgent):
        agent = agent.agent
    return agent if isinstance(agent, NetworkAgent) else None
