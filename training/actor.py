"""Trained networks as agents: what the policy does with an observation and a mask."""

import copy
from pathlib import Path

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from torch import nn

from envs.agents import Agent, Views
from envs.core import Game


def actor_of(model: MaskablePPO) -> nn.Module:
    """The network from observations to logits; it shares the model's weights: it stays current."""
    policy = model.policy
    return nn.Sequential(
        policy.pi_features_extractor, policy.mlp_extractor.policy_net, policy.action_net
    )


def frozen(actor: nn.Module) -> nn.Module:
    """A copy that no longer learns."""
    return copy.deepcopy(actor).requires_grad_(False)


class NetworkAgent(Agent):
    """Draws actions from a network's policy, or takes the most probable one.

    Args:
        name: for tables and records.
        actor: network from float32 observations (M, D) to logits (M, A).
        deterministic: take the most probable action instead of drawing one.
    """

    def __init__(self, name: str, actor: nn.Module, deterministic: bool = False):
        self.name = name
        self.actor = actor
        self.deterministic = deterministic

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        with torch.inference_mode():
            logits = self.actor(torch.from_numpy(views.observations)).numpy()
        if not self.deterministic:
            # the largest of logits with Gumbel noise is a draw from the softmax
            logits = logits + rng.gumbel(size=logits.shape)
        return np.where(views.action_masks, logits, -np.inf).argmax(1)


def load_agent(path: str | Path, game: Game, deterministic: bool = False) -> NetworkAgent:
    """The trained agent in a results folder or an ``agent.zip``, for play in `game`.

    Raises:
        ValueError: there is no agent, or it was trained for other observations or actions.
    """
    path = Path(path)
    file = path / "agent.zip" if path.is_dir() else path
    if not file.is_file():
        raise ValueError(f"{path}: no trained agent there, expected a results folder or agent.zip")
    try:
        model = MaskablePPO.load(file, device="cpu")
    except (ValueError, OSError, KeyError, RuntimeError) as error:
        raise ValueError(f"{file}: can't be read as a trained agent: {error}") from error
    assert isinstance(model.action_space, spaces.Discrete)
    found = (model.observation_space.shape, model.action_space.n)
    expected = ((game.observation_size,), game.num_actions)
    if found != expected:
        raise ValueError(
            f"{file}: trained for observations {found[0]} and {found[1]} actions, but {game!r} has "
            f"observations {expected[0]} and {expected[1]} actions: another game, other components "
            "or another version"
        )
    name = path.name if path.is_dir() else path.parent.name
    return NetworkAgent(name, frozen(actor_of(model)), deterministic)
