"""A plain network that no longer learns, in one compiled loop over its layers.

Opponents in a league are asked for a few dozen decisions at a time: what torch takes to call a
layer is more than what the layer takes. Behind each ReLU half of the numbers are zero, so that the
loop that skips zeros (sparse.py) does for all layers.
"""

import copy
from typing import Any

import numpy as np
import torch
from torch import nn

from hofspiele.envs.core.kernels import kernel
from hofspiele.training.networks.plain import PlainNetwork
from hofspiele.training.networks.sparse import add_products, is_by_loop
from hofspiele.training.networks.standardise import Standardised


class Chain:
    """(B, inputs) → (B, outputs), as ``network(features(inputs))`` but without gradients.

    Its arrays are laid out anew whenever the weights have been changed.

    Args:
        features: from inputs to what the network sees.
        network: of which it can tell whether it `fits`.
    """

    def __init__(self, features: nn.Module, network: nn.Module):
        self._features = features
        self._network = network
        self._versions: list[int] = []

    def __deepcopy__(self, memo: dict[int, Any]) -> "Chain":
        # copies count the versions of their weights anew
        return Chain(copy.deepcopy(self._features, memo), copy.deepcopy(self._network, memo))

    def fits(self, inputs: torch.Tensor) -> bool:
        """Whether it can take the place of the network, and is faster."""
        network = self._network
        return (
            isinstance(network, PlainNetwork)
            and network.activation is nn.ReLU
            # weights that are learnt change without a count where the optimizer is fused
            and not network.first.weight.requires_grad
            and not network.first.weight.is_inference()
            and is_by_loop(inputs)
        )

    def __call__(self, inputs: torch.Tensor) -> torch.Tensor:
        assert isinstance(self._network, PlainNetwork)
        linear = self._network.linear
        versions = [part._version for layer in linear for part in (layer.weight, layer.bias)]
        if versions != self._versions:
            self._lay_out(linear)
            self._versions = versions
        return torch.from_numpy(run_layers(inputs.contiguous().numpy(), self._weights, self._bias))

    def _lay_out(self, linear: tuple[nn.Linear, ...]) -> None:
        layers: list[tuple[torch.Tensor, torch.Tensor]]
        layers = [(layer.weight.t(), layer.bias) for layer in linear]
        if isinstance(self._features, Standardised):
            layers[0] = self._features.folded(*layers[0])
        self._weights = tuple(weights.contiguous().numpy() for weights, _ in layers)
        self._bias = tuple(bias.contiguous().numpy() for _, bias in layers)


@kernel
def run_layers(inputs, weights, bias):
    """What layers with weights (I, W) and bias (W,) each, ReLU between them, make of inputs."""
    latent = inputs
    for k in range(len(weights)):
        products = np.empty((len(inputs), len(bias[k])), np.float32)
        for i in range(len(inputs)):
            for j in range(products.shape[1]):
                products[i, j] = bias[k][j]
        add_products(latent, weights[k], products)
        if k + 1 < len(weights):
            for i in range(len(inputs)):
                for j in range(products.shape[1]):
                    products[i, j] = max(products[i, j], np.float32(0.0))
        latent = products
    return latent
