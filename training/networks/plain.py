"""Networks of plain layers in sequence."""

import torch
from torch import nn

from hofspiele.training.networks.description import NetworkDescription


def activation_of(description: NetworkDescription) -> type[nn.Module]:
    """Return the activation after every hidden layer."""
    return getattr(nn, description.activation)


class Network(nn.Module):
    """Hidden layers and a head that computes the outputs."""

    def __init__(self, hidden: nn.Module, head: nn.Module):
        super().__init__()
        self.hidden = hidden
        self.head = head

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        return self.head(self.hidden(features))


class PlainNetwork(Network):
    """Linear layers of given widths with activations between them.

    Attributes:
        activation: the class of the activations.
        linear: the linear layers; the head is the last.
    """

    def __init__(
        self,
        num_inputs: int,
        widths: tuple[int, ...],
        num_outputs: int,
        activation: type[nn.Module],
    ):
        layers: list[nn.Module] = []
        for width in widths:
            layers += [nn.Linear(num_inputs, width), activation()]
            num_inputs = width
        head = nn.Linear(num_inputs, num_outputs)
        super().__init__(nn.Sequential(*layers), head)
        self.activation = activation
        self.linear = tuple(layer for layer in [*layers, head] if isinstance(layer, nn.Linear))
        self._behind_first = tuple([*layers, head][1:])

    @property
    def first(self) -> nn.Linear:
        """The first of the linear layers."""
        return self.linear[0]

    def rest(self, latent: torch.Tensor) -> torch.Tensor:
        """Return the output of all later layers for that of the first one."""
        for layer in self._behind_first:
            latent = layer(latent)
        return latent
