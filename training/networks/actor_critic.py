"""The two networks of a description: the actor, which plays, and the critic, which only learns."""

import torch
from torch import nn

from hofspiele.training.networks.chain import Chain
from hofspiele.training.networks.description import NetworkDescription
from hofspiele.training.networks.entities import EntityEncoder, EntityHead, EntityLayers
from hofspiele.training.networks.plain import Network, PlainNetwork, activation_of
from hofspiele.training.networks.standardise import Standardised


class Actor(nn.Module):
    """From `Inputs` to a logit for each action: (B, inputs) float32 → (B, num_actions).

    It brings the inputs to one scale, and adds the prior, the last of them, to what it has learnt.

    Attributes:
        description: what it is.
        features: from inputs to what the layers see, the critic's too; leaves the prior as it is.
        network: from features to the logits that are learnt.
    """

    def __init__(self, description: NetworkDescription):
        super().__init__()
        self.description = description
        self.features = (
            Standardised(description.num_inputs, description.num_prior)
            if description.standardise
            else nn.Identity()
        )
        self.network = (
            _plain(description, description.policy, description.num_actions)
            if description.entity_width is None
            else Network(EntityLayers(description), EntityHead(description))
        )
        self._chain = Chain(self.features, self.network)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        if self._chain.fits(inputs):
            return self.with_prior(self._chain(inputs), inputs)
        return self.with_prior(self.network(self.features(inputs)), inputs)

    @property
    def device(self) -> torch.device:
        """Where its weights are."""
        return next(self.parameters()).device

    def with_prior(self, learnt: torch.Tensor, inputs: torch.Tensor) -> torch.Tensor:
        """The logits that the network has learnt, and those of the prior if there is one."""
        if not self.description.num_prior:
            return learnt
        return learnt + inputs[:, self.description.observation_size :]


def critic(description: NetworkDescription) -> Network:
    """From an actor's features to the outcome that is expected: (B, inputs) → (B, 1)."""
    if description.entity_width is None:
        return _plain(description, description.value, 1)
    return Network(
        EntityEncoder(description, description.value), nn.Linear(description.value[-1], 1)
    )


def _plain(
    description: NetworkDescription, widths: tuple[int, ...], num_outputs: int
) -> PlainNetwork:
    return PlainNetwork(description.num_inputs, widths, num_outputs, activation_of(description))
