"""Trained networks as agents, evaluated by torch."""

import copy
from collections.abc import Callable, Sequence

import numpy as np
import torch

from hofspiele.envs.agents import Agent, SolverAssistedAgent, Views
from hofspiele.training.networks.actor_critic import Actor
from hofspiele.training.networks.torch_network import TorchNetwork
from hofspiele.training.players.policy_agent import PolicyAgent

# Maximum number of decisions per pass through a network. Batches of 4,096 took 2.4 times as
# long per decision, presumably because their intermediate results do not stay in the cache.
_ROWS = 256


def frozen(actor: Actor) -> Actor:
    """Return a copy of `actor` that requires no gradients."""
    return copy.deepcopy(actor).requires_grad_(False)


class NetworkAgent(PolicyAgent):
    """A `PolicyAgent` with torch networks.

    Args:
        name, deterministic, temperature: see `PolicyAgent`.
        actor: the network from `Inputs` (M, I) to logits (M, A).
        critic: the network from the features of `actor` to expected outcomes (M, 1), if any.
    """

    def __init__(
        self,
        name: str,
        actor: Actor,
        critic: TorchNetwork | None = None,
        *,
        deterministic: bool = False,
        temperature: float = 1.0,
    ):
        inputs = actor.description.inputs
        super().__init__(name, inputs, deterministic=deterministic, temperature=temperature)
        self.actor = actor
        self.critic = critic
        self.has_critic = critic is not None

    def logits(self, views: Sequence[Views]) -> np.ndarray:
        inputs = np.concatenate([self.inputs.assemble(seen) for seen in views])
        return self._by_parts(self.actor, inputs)

    def values(self, views: Views) -> np.ndarray:
        critic = self.critic
        assert critic is not None
        inputs = self.inputs.assemble(views)
        return self._by_parts(lambda part: critic(self.actor.features(part)), inputs)[:, 0]

    def _by_parts(
        self, network: Callable[[torch.Tensor], torch.Tensor], inputs: np.ndarray
    ) -> np.ndarray:
        with torch.inference_mode():
            parts = torch.from_numpy(inputs).to(self.actor.device).split(_ROWS)
            return torch.cat([network(part) for part in parts]).cpu().numpy()


def network_agent(agent: Agent) -> NetworkAgent | None:
    """Return the `NetworkAgent` that `agent` is or that its solver assists, or None."""
    if isinstance(agent, SolverAssistedAgent):
        agent = agent.agent
    return agent if isinstance(agent, NetworkAgent) else None
