"""Trained networks as agents, evaluated by torch."""

import copy
from collections.abc import Sequence

import numpy as np
import torch

from hofspiele.envs.agents import Agent, SolverAssistedAgent, Views
from hofspiele.training.networks.actor_critic import Actor
from hofspiele.training.players.policy_agent import PolicyAgent


def frozen(actor: Actor) -> Actor:
    """Return a copy of `actor` that requires no gradients."""
    return copy.deepcopy(actor).requires_grad_(False)


class NetworkAgent(PolicyAgent):
    """A `PolicyAgent` with a torch network from `Inputs` (M, I) to logits (M, A)."""

    def __init__(self, name: str, actor: Actor, *, deterministic: bool = False):
        super().__init__(name, actor.description.inputs, deterministic=deterministic)
        self.actor = actor

    def logits(self, views: Sequence[Views]) -> np.ndarray:
        inputs = np.concatenate([self.inputs.assemble(seen) for seen in views])
        with torch.inference_mode():
            return self.actor(torch.from_numpy(inputs).to(self.actor.device)).cpu().numpy()


def network_agent(agent: Agent) -> NetworkAgent | None:
    """Return `agent` without its solver if that is a `NetworkAgent`, or None otherwise."""
    if isinstance(agent, SolverAssistedAgent):
        agent = agent.agent
    return agent if isinstance(agent, NetworkAgent) else None
