"""Evaluating the actor and the critic in one pass."""

from typing import cast

import torch

from hofspiele.training.networks.actor_critic import Actor
from hofspiele.training.networks.mlp import Mlp, is_plain_mlp
from hofspiele.training.networks.sparse import product
from hofspiele.training.networks.standardise import Standardised
from hofspiele.training.networks.torch_network import TorchNetwork


def logits_and_values(
    actor: Actor, critic: TorchNetwork, inputs: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the outputs of both networks for `Inputs`: (B, inputs) → logits (B, A), values (B,).

    The first layers of two `Mlp`s, which take most of the time, are computed as one product. The
    standardisation is folded into the weights, so that most inputs stay zero; see sparse.py.
    """
    networks = [actor.network, critic]
    if all(is_plain_mlp(network.written) for network in networks):
        learnt, values = _fused(actor.features, networks, inputs)
    else:
        features = actor.features(inputs)
        learnt, values = (network(features) for network in networks)
    return actor.with_prior(learnt, inputs), values.squeeze(1)


def _fused(
    features: torch.nn.Module, networks: list[TorchNetwork], inputs: torch.Tensor
) -> list[torch.Tensor]:
    mlps = [cast(Mlp, network.written) for network in networks]
    layers = [network.linear_layers[mlp.first] for network, mlp in zip(networks, mlps, strict=True)]
    weights = torch.cat([layer.weight for layer in layers]).t()
    bias = torch.cat([layer.bias for layer in layers])
    if isinstance(features, Standardised):
        weights, bias = features.folded(weights, bias)
    latents = product(inputs, weights, bias).split([layer.out_features for layer in layers], 1)
    return [
        mlp.outputs_after_first(network, latent)
        for network, mlp, latent in zip(networks, mlps, latents, strict=True)
    ]
