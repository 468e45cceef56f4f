"""Networks of layers one behind the other."""

from typing import cast

import torch
from torch import nn


class Network(nn.Module):
    """Hidden layers, and a head that makes outputs of what they give."""

    def __init__(self, hidden: nn.Module, head: nn.Module):
        super().__init__()
        self.hidden = hidden
        self.head = head

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        return self.head(self.hidden(features))


class PlainNetwork(Network):
    """Linear layers of some widths from all inputs to the outputs, activations between them."""

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
        super().__init__(nn.Sequential(*layers), nn.Linear(num_inputs, num_outputs))
        self._layers = (*layers, self.head)

    @property
    def first(self) -> nn.Linear:
        """The first layer."""
        return cast(nn.Linear, self._layers[0])

    def rest(self, latent: torch.Tensor) -> torch.Tensor:
        """What the others make of what the first one gives."""
        for layer in self._layers[1:]:
            latent = layer(latent)
        return latent
