"""A network of linear layers with fixed weights, evaluated by one compiled loop over its layers.

Opponents of the league decide in batches of a few dozen decisions. For such small batches torch
needs more time to call a layer than to compute it.
"""

import copy
from typing import Any

import torch
from torch import nn

from hofspiele.training.networks.mlp import is_plain_mlp
from hofspiele.training.networks.sparse import uses_loop
from hofspiele.training.networks.sparse_layers import SparseLayers
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
            is_plain_mlp(self._network.written)
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
            self._layers = self._lay_out()
            self._versions = versions
        return torch.from_numpy(self._layers(inputs.numpy()))

    def _lay_out(self) -> SparseLayers:
        layers: list[tuple[torch.Tensor, torch.Tensor]]
        layers = [(layer.weight.t(), layer.bias) for layer in self._linear]
        if isinstance(self._features, Standardised):
            layers[0] = self._features.folded(*layers[0])
        return SparseLayers.of([(weights.numpy(), bias.numpy()) for weights, bias in layers])
