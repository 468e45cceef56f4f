"""Several networks with the same inputs, evaluated in one pass."""

from collections.abc import Sequence
from typing import cast

import torch
from torch import nn

from hofspiele.training.networks.plain import Network, PlainNetwork
from hofspiele.training.networks.sparse import product
from hofspiele.training.networks.standardise import Standardised


class Joint:
    """The outputs of several networks for `Inputs`: (B, inputs) → (B, outputs) of each.

    The first layers of plain networks, most of their work, are one product. It takes the inputs
    without standardising them, because most of them are zero (sparse.py): standardisation is folded
    into the weights.

    Args:
        features: from inputs to the input of the networks.
        networks: all plain, or none.
    """

    def __init__(self, features: nn.Module, networks: Sequence[Network]):
        self._features = features
        self._networks = networks
        self._plain = all(isinstance(network, PlainNetwork) for network in networks)

    def __call__(self, inputs: torch.Tensor) -> list[torch.Tensor]:
        if not self._plain:
            features = self._features(inputs)
            return [network(features) for network in self._networks]
        networks = cast(Sequence[PlainNetwork], self._networks)
        layers = [network.first for network in networks]
        weights = torch.cat([layer.weight for layer in layers]).t()
        bias = torch.cat([layer.bias for layer in layers])
        if isinstance(self._features, Standardised):
            weights, bias = self._features.folded(weights, bias)
        latents = product(inputs, weights, bias)
        widths = [layer.out_features for layer in layers]
        return [
            network.rest(latent)
            for network, latent in zip(networks, latents.split(widths, 1), strict=True)
        ]
