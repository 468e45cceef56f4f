"""Trained networks as agents: what the policy does with an observation and a mask."""

import copy
from collections.abc import Sequence

import numpy as np
import torch

from hofspiele.envs.agents import Agent, SolverAssistedAgent, Views
from hofspiele.training.networks.actor_critic import Actor
from hofspiele.training.players.policy_agent import PolicyAgent


def copy_matching_weights(actor: Actor, other: Actor) -> bool:
    """Copy the weights of `other` if it is a network of the same description; whether it is."""
    alike = actor.description.same_actor(other.description)
    if alike:
        actor.load_state_dict(other.state_dict())
    return alike


def frozen(actor: Actor) -> Actor:
    """A copy that no longer learns."""
    return copy.deepcopy(actor).requires_grad_(False)


class NetworkAgent(PolicyAgent):
    """A `PolicyAgent` by torch.

    Args:
        name, deterministic: as of `PolicyAgent`.
        actor: network from its float32 `Inputs` (M, I) to logits (M, A).
    """

    def __init__(self, name: str, actor: Actor, deterministic: bool = False):
        super().__init__(name, actor.description.inputs, deterministic)
        self.actor = actor

    def logits(self, views: Sequence[Views]) -> np.ndarray:
        inputs = np.concatenate([self.inputs.assemble(seen) for seen in views])
        with torch.inference_mode():
            return self.actor(torch.from_numpy(inputs).to(self.actor.device)).cpu().numpy()


def network_agent(agent: Agent) -> NetworkAgent | None:
    """The network that takes an agent's open decisions, None for agents without one."""
    if isinstance(agent, SolverAssistedAgent):
        agent = agent.agent
    return agent if isinstance(agent, NetworkAgent) else None
