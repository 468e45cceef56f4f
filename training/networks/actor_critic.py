"""The two networks of a description: the actor, which plays, and the critic, which only learns."""

import torch
from torch import nn

from hofspiele.training.networks.description import ACTIVATIONS, NetworkDescription
from hofspiele.training.networks.entities import EntityEncoder, EntityHead, EntityLayers
from hofspiele.training.networks.standardise import Standardised


class Network(nn.Module):
    """Hidden layers, and a head that makes outputs of what they give."""

    def __init__(self, hidden: nn.Module, head: nn.Module):
        super().__init__()
        self.hidden = hidden
        self.head = head

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        return self.head(self.hidden(features))


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
            plain_network(description, description.policy, description.num_actions)
            if description.entity_width is None
            else Network(EntityLayers(description), EntityHead(description))
        )

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        return self.logits(self.features(inputs))

    def logits(self, features: torch.Tensor) -> torch.Tensor:
        """The logits by features, which the critic may look at as well."""
        learnt = self.network(features)
        if not self.description.num_prior:
            return learnt
        return learnt + features[:, self.description.observation_size :]


def critic(description: NetworkDescription) -> Network:
    """From an actor's features to the outcome that is expected: (B, inputs) → (B, 1)."""
    if description.entity_width is None:
        return plain_network(description, description.value, 1)
    return Network(
        EntityEncoder(description, description.value), nn.Linear(description.value[-1], 1)
    )


def plain_network(
    description: NetworkDescription, widths: tuple[int, ...], num_outputs: int
) -> Network:
    """Linear layers of these widths from all inputs to the outputs."""
    activation = ACTIVATIONS[description.activation]
    layers: list[nn.Module] = []
    num_inputs = description.num_inputs
    for width in widths:
        layers += [nn.Linear(num_inputs, width), activation()]
        num_inputs = width
    return Network(nn.Sequential(*layers), nn.Linear(num_inputs, num_outputs))
