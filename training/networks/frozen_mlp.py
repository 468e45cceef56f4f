"""A network of linear layers with fixed weights, evaluated by one compiled loop over its layers.

Opponents of the league decide in batches of a few dozen decisions. For such small batches torch
needs more time to call a layer than to compute it. After each ReLU about half of the numbers are
zero, so the loop in sparse.py, which skips zeros, suits all layers.
"""

import copy
from typing import Any

import numpy as np
import torch
from torch import nn

from hofspiele.envs.core.kernels import kernel
from hofspiele.envs.core.sparse_rows import find_nonzero
from hofspiele.training.networks.mlp import Mlp
from hofspiele.training.networks.sparse import add_terms, uses_loop
from hofspiele.training.networks.standardise import Standardised
from hofspiele.training.networks.torch_network import TorchNetwork


class FrozenMlp:
    """The function ``network(features(inputs))`` without gradients: (B, inputs) → (B, outputs).

    The arrays of weights are rebuilt whenever the weights of `network` have changed.
    """

    def __init__(self, features: nn.Module, network: TorchNetwork):
        self._features = features
        self._network = network
        self._linear = [*network.linear_layers.values()]
        self._versions: list[int] = []

    def __deepcopy__(self, memo: dict[int, Any]) -> "FrozenMlp":
        # The version counters of copied weights restart, so the old versions can't be kept.
        return FrozenMlp(copy.deepcopy(self._features, memo), copy.deepcopy(self._network, memo))

    def fits(self, inputs: torch.Tensor) -> bool:
        """Return whether this object can replace the network for `inputs` and is faster."""
        return (
            isinstance(self._network.written, Mlp)
            and isinstance(self._network.activate, nn.ReLU)
            # In training, a fused optimiser changes weights without changing their versions.
            and not (weight := self._linear[0].weight).requires_grad
            and not weight.is_inference()
            and uses_loop(inputs)
        )

    def __call__(self, inputs: torch.Tensor) -> torch.Tensor:
        linear = self._linear
        versions = [part._version for layer in linear for part in (layer.weight, layer.bias)]
        if versions != self._versions:
            self._lay_out()
            self._versions = versions
        return torch.from_numpy(run_layers(inputs.contiguous().numpy(), self._weights, self._bias))

    def _lay_out(self) -> None:
        layers: list[tuple[torch.Tensor, torch.Tensor]]
        layers = [(layer.weight.t(), layer.bias) for layer in self._linear]
        if isinstance(self._features, Standardised):
            layers[0] = self._features.folded(*layers[0])
        self._weights = tuple(weights.contiguous().numpy() for weights, _ in layers)
        self._bias = tuple(bias.contiguous().numpy() for _, bias in layers)


@kernel
def run_layers(inputs, weights, bias):
    """Return the outputs, (B, W), of layers with weights (I, W), biases (W,) and ReLUs between."""
    latent = inputs
    for k in range(len(weights)):
        products = np.empty((len(inputs), len(bias[k])), np.float32)
        columns = np.empty(latent.shape[1], np.int64)
        numbers = np.empty(latent.shape[1], np.float32)
        for i in range(len(inputs)):
            for j in range(products.shape[1]):
                products[i, j] = bias[k][j]
            found = find_nonzero(latent[i], columns, numbers)
            add_terms(columns, numbers, 0, found, weights[k], products[i])
        if k < len(weights) - 1:
            for i in range(len(inputs)):
                for j in range(products.shape[1]):
                    products[i, j] = max(products[i, j], np.float32(0.0))
        latent = products
    return latent
