"""Several networks that look at the same inputs, in one pass."""

import copy
from collections.abc import Sequence
from typing import Any, cast

import torch
from torch import nn

from hofspiele.training.networks.plain import Network, PlainNetwork
from hofspiele.training.networks.sparse import product
from hofspiele.training.networks.standardise import Standardised


class Joint:
    """What each of some networks gives for `Inputs`: (B, inputs) → (B, outputs) of each.

    The first layers of plain networks, most of their work, are one product. It takes the inputs as
    they are, as most of them are zero (sparse.py): bringing them to one scale is part of the
    weights.

    Args:
        features: from inputs to what the networks see.
        networks: all of them plain, or none.
    """

    def __init__(self, features: nn.Module, networks: Sequence[Network]):
        self._features = features
        self._networks = networks
        self._plain = all(isinstance(network, PlainNetwork) for network in networks)
        self._versions: list[int] = []

    def __deepcopy__(self, memo: dict[int, Any]) -> "Joint":
        # copies count the versions of their weights anew
        return Joint(copy.deepcopy(self._features, memo), copy.deepcopy(self._networks, memo))

    def __call__(self, inputs: torch.Tensor) -> list[torch.Tensor]:
        if not self._plain:
            features = self._features(inputs)
            return [network(features) for network in self._networks]
        networks = cast(Sequence[PlainNetwork], self._networks)
        latents = product(inputs, *self._first_layer())
        widths = [network.first.out_features for network in networks]
        return [
            network.rest(latent)
            for network, latent in zip(networks, latents.split(widths, 1), strict=True)
        ]

    def _first_layer(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Weights and bias, laid out once where they are not learnt."""
        layers = [cast(PlainNetwork, network).first for network in self._networks]
        if any(layer.weight.requires_grad or layer.weight.is_inference() for layer in layers):
            return self._put_together(layers)
        # a fused optimizer does not count versions, but what it changes is learnt
        versions = [part._version for layer in layers for part in (layer.weight, layer.bias)]
        if versions != self._versions:
            self._kept, self._versions = self._put_together(layers), versions
        return self._kept

    def _put_together(self, layers: list[nn.Linear]) -> tuple[torch.Tensor, torch.Tensor]:
        weights = torch.cat([layer.weight for layer in layers]).t()
        bias = torch.cat([layer.bias for layer in layers])
        if isinstance(self._features, Standardised):
            weights, bias = self._features.folded(weights, bias)
        return weights.contiguous(), bias
