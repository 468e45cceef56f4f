"""The two networks of a description: the actor for actions, the critic for expected outcomes."""

import torch
from torch import nn

from hofspiele.training.networks.description import NetworkDescription
from hofspiele.training.networks.frozen_mlp import FrozenMlp
from hofspiele.training.networks.registry import architecture_of
from hofspiele.training.networks.standardise import Standardised
from hofspiele.training.networks.torch_network import TorchNetwork


class Actor(nn.Module):
    """The policy network, from `Inputs` to logits: (B, inputs) float32 → (B, num_actions).

    Depending on the description, it standardises the inputs, and adds the prior, the last part of
    the inputs, to the output.

    Attributes:
        description: the description of the network.
        features: the module that turns inputs into features for the actor and the critic. It does
            not change the prior.
        network: the network from features to the learnt logits.
    """

    def __init__(self, description: NetworkDescription):
        super().__init__()
        self.description = description
        self.features = (
            Standardised(description.num_inputs, description.num_prior)
            if description.standardise
            else nn.Identity()
        )
        written = architecture_of(description).policy(description)
        self.network = TorchNetwork(written, description.activation)
        self._frozen = FrozenMlp(self.features, self.network)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        if self._frozen.fits(inputs):
            return self.with_prior(self._frozen(inputs), inputs)
        return self.with_prior(self.network(self.features(inputs)), inputs)

    @property
    def device(self) -> torch.device:
        """The device that stores the weights."""
        return next(self.parameters()).device

    def with_prior(self, learnt: torch.Tensor, inputs: torch.Tensor) -> torch.Tensor:
        """Return the learnt logits plus the logits of the prior, if there is one."""
        if not self.description.num_prior:
            return learnt
        return learnt + inputs[:, self.description.observation_size :]


def new_critic(description: NetworkDescription) -> TorchNetwork:
    """Return a network from an actor's features to the expected outcome: (B, inputs) → (B, 1)."""
    written = architecture_of(description).value(description)
    return TorchNetwork(written, description.activation)
