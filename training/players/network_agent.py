"""Trained networks as agents: what the policy does with an observation and a mask."""

import copy

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import FlattenExtractor
from torch import nn

from hofspiele.envs.agents import Agent, SolverAssistedAgent, Views, pick_actions
from hofspiele.training.networks.entities import EntityActor
from hofspiele.training.networks.inputs import NO_PRIOR, Inputs
from hofspiele.training.networks.policy import ResidualActor, ResidualPolicy
from hofspiele.training.networks.standardise import Standardised

FEATURES = (Standardised, FlattenExtractor)


def actor_of(model: MaskablePPO) -> nn.Sequential:
    """The network from `Inputs` to logits; it shares the model's weights: it stays current.

    Its modules are the features extractor, then an `EntityActor`, or linear layers with one
    activation of ``torch.nn`` between them: what agent files can hold.

    Raises:
        ValueError: the policy has other modules.
    """
    policy = model.policy
    features, network = policy.pi_features_extractor, policy.mlp_extractor.policy_net
    if isinstance(network, EntityActor) and type(features) is Standardised:
        return ResidualActor(features, network)
    layers = list(network) if isinstance(network, nn.Sequential) else [network]
    activations = {type(layer) for layer in layers[1::2]}
    if (
        type(features) not in FEATURES
        or not all(type(layer) is nn.Linear for layer in layers[::2])
        or not all(getattr(nn, kind.__name__, None) is kind for kind in activations)
        or len(activations) > 1
    ):
        raise ValueError(
            f"the policy's network is {type(features).__name__} and {layers}, expected features "
            f"of {' or '.join(kind.__name__ for kind in FEATURES)}, then linear layers with one "
            "activation of torch.nn between them; change algorithm.policy_kwargs"
        )
    kind = ResidualActor if isinstance(policy, ResidualPolicy) else nn.Sequential
    return kind(features, *layers, policy.action_net)


def copy_matching_weights(actor: nn.Sequential, other: nn.Module) -> bool:
    """Copy the weights of `other` if it is a network of the same layers; whether it is."""
    mine, theirs = actor.state_dict(), other.state_dict()
    kinds, other_kinds = ([type(module) for module in net.modules()] for net in (actor, other))
    alike = kinds == other_kinds and (
        [tensor.shape for tensor in mine.values()] == [tensor.shape for tensor in theirs.values()]
    )
    if alike:
        actor.load_state_dict(theirs)
    return alike


def frozen(actor: nn.Module) -> nn.Module:
    """A copy that no longer learns."""
    return copy.deepcopy(actor).requires_grad_(False)


class NetworkAgent(Agent):
    """Draws actions from a network's policy, or takes the most probable one.

    Args:
        name: for tables and records.
        actor: network from float32 `inputs` (M, I) to logits (M, A).
        inputs: what it is given.
        deterministic: take the most probable action instead of drawing one.
    """

    def __init__(
        self,
        name: str,
        actor: nn.Module,
        inputs: Inputs = NO_PRIOR,
        deterministic: bool = False,
    ):
        self.name = name
        self.actor = actor
        self.inputs = inputs
        self.reads_states = inputs.has_prior
        self.deterministic = deterministic

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        with torch.inference_mode():
            logits = self.actor(torch.from_numpy(self.inputs.assemble(views))).numpy()
        temperature = 0.0 if self.deterministic else 1.0
        return pick_actions(logits, views.action_masks, temperature, rng)


def network_agent(agent: Agent) -> NetworkAgent | None:
    """The network that takes an agent's open decisions, None for agents without one."""
    if isinstance(agent, SolverAssistedAgent):
        agent = agent.agent
    return agent if isinstance(agent, NetworkAgent) else None
