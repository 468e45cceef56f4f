"""The actor and the critic in one pass."""

from typing import cast

import torch

from hofspiele.training.networks.actor_critic import Actor
from hofspiele.training.networks.mlp import Mlp
from hofspiele.training.networks.sparse import product
from hofspiele.training.networks.standardise import Standardised
from hofspiele.training.networks.torch_network import TorchNetwork


class FusedLayers:
    """The outputs of both networks for `Inputs`: (B, inputs) → logits (B, A) and values (B,).

    The first layers of an `Mlp`, most of its work, are one product. It takes the inputs without
    standardising them, because most of them are zero (sparse.py): standardisation is folded into
    the weights.
    """

    def __init__(self, actor: Actor, critic: TorchNetwork):
        self._actor = actor
        self._networks = [actor.network, critic]

    def __call__(self, inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        if isinstance(self._actor.network.written, Mlp):
            learnt, values = self._fused(inputs)
        else:
            features = self._actor.features(inputs)
            learnt, values = (network(features) for network in self._networks)
        return self._actor.with_prior(learnt, inputs), values.squeeze(1)

    def _fused(self, inputs: torch.Tensor) -> list[torch.Tensor]:
        mlps = [cast(Mlp, network.written) for network in self._networks]
        layers = [
            network.linear_layers[mlp.first]
            for network, mlp in zip(self._networks, mlps, strict=True)
        ]
        weights = torch.cat([layer.weight for layer in layers]).t()
        bias = torch.cat([layer.bias for layer in layers])
        features = self._actor.features
        if isinstance(features, Standardised):
            weights, bias = features.folded(weights, bias)
        widths = [layer.out_features for layer in layers]
        latents = product(inputs, weights, bias).split(widths, 1)
        return [
            mlp.outputs_after_first(network, latent)
            for network, mlp, latent in zip(self._networks, mlps, latents, strict=True)
        ]
