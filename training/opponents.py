"""The opponents of a training run: the current policy, past snapshots of it, scripted agents."""

from collections.abc import Mapping
from pathlib import Path

import torch
from torch import nn

from envs.agents import Agent, make_agent
from envs.core.files import replacing
from training.actor import NetworkAgent, frozen


class Opponents:
    """A fixed list of agents with the share of games that each is drawn for.

    Args:
        shares: "current" (the policy that learns), "past" (its snapshots) or a scripted agent's
            name → share of the games in which it holds all other seats.
        actor: the learning policy's network.
        num_snapshots: how many snapshots are kept; they share what "past" gets. The oldest gives
            way to a new one; before the first they are the untrained policy.
    """

    def __init__(self, shares: Mapping[str, float], actor: nn.Module, num_snapshots: int):
        self.agents: list[Agent] = []
        self.shares: list[float] = []
        self._actor = actor
        self._snapshots: list[NetworkAgent] = []
        self._taken = 0
        for name, share in shares.items():
            if share < 0:
                raise ValueError(f"opponents: the share of {name!r} is {share}, expected >= 0")
            if share == 0:
                continue
            if name == "past":
                if num_snapshots < 1:
                    raise ValueError("opponents: 'past' has a share, so num_snapshots must be >= 1")
                self._snapshots = [
                    NetworkAgent("past", frozen(actor)) for _ in range(num_snapshots)
                ]
                self._add(self._snapshots, share)
            else:
                agent = NetworkAgent(name, actor) if name == "current" else make_agent(name)
                self._add([agent], share)
        if not self.agents:
            raise ValueError("opponents: all shares are 0")

    def _add(self, agents: list[NetworkAgent] | list[Agent], share: float) -> None:
        self.agents.extend(agents)
        self.shares.extend(share / len(agents) for _ in agents)

    def take_snapshot(self) -> None:
        """Let the policy as it is now take the place of the oldest snapshot."""
        if self._snapshots:
            self._snapshots[self._taken % len(self._snapshots)].actor = frozen(self._actor)
            self._taken += 1

    def save(self, path: Path) -> None:
        """Write the snapshots to a file."""
        weights = [agent.actor.state_dict() for agent in self._snapshots]
        with replacing(path) as temporary:
            torch.save({"taken": self._taken, "snapshots": weights}, temporary)

    def load(self, path: Path) -> None:
        """Take the snapshots from a file that `save` wrote."""
        content = torch.load(path, weights_only=True)
        self._taken = content["taken"]
        for agent, weights in zip(self._snapshots, content["snapshots"], strict=True):
            agent.actor.load_state_dict(weights)
