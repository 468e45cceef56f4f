"""Layers that see the entities of a game one by one, with shared weights for each kind.

What is learnt of one row of cards applies to all rows, wherever they lie (deep sets: Zaheer et al.,
arXiv 1703.06114, 2017; entity encoders: Vinyals et al., Nature 575, 2019).
"""

from typing import cast

import numpy as np
import torch
from torch import nn

from hofspiele.envs.core.entities import NONE
from hofspiele.training.networks.description import NetworkDescription
from hofspiele.training.networks.entity_columns import columns_of, context_of, scored_together
from hofspiele.training.networks.plain import activation_of


class EntityEmbedding(nn.Module):
    """The encoder of the N entities of one kind: (B, inputs) and a context (B, C) → (B, N, width).

    Args:
        columns: the inputs that describe each entity, (N, F) int64.
        interchangeable: whether entities share all weights; otherwise each has its own bias.
        context: C.
        width: width of the result for one entity.
        activation: the activation after the layer.
    """

    columns: torch.Tensor

    def __init__(
        self,
        columns: torch.Tensor,
        interchangeable: bool,
        context: int,
        width: int,
        activation: nn.Module,
    ):
        super().__init__()
        self.register_buffer("columns", columns, persistent=False)
        self.embed = nn.Linear(columns.shape[1], width)
        self.context = nn.Linear(context, width, bias=False)
        self.identity = None if interchangeable else nn.Parameter(torch.zeros(len(columns), width))
        self.activation = activation

    def forward(self, features: torch.Tensor, context: torch.Tensor) -> torch.Tensor:
        numbers = features.index_select(1, self.columns.clamp(min=0).ravel())
        numbers = numbers.reshape(-1, *self.columns.shape) * (self.columns != NONE)
        embedded = self.embed(numbers) + self.context(context).unsqueeze(1)
        return self.activation(embedded if self.identity is None else embedded + self.identity)


class EntityEncoder(nn.Module):
    """An encoder of the context, then of each entity, then of all of them together.

    A call returns the joint encoding: (B, inputs) → (B, latent).

    Args:
        description: the description of the network.
        widths: widths of the context's encoder and of the joint layer.
    """

    context_columns: torch.Tensor

    def __init__(self, description: NetworkDescription, widths: tuple[int, ...]):
        super().__init__()
        context, latent = widths
        width = cast(int, description.entity_width)
        self.activation = activation_of(description)()
        columns = torch.tensor(context_of(description))
        self.register_buffer("context_columns", columns, persistent=False)
        self.context = nn.Linear(len(columns), context)
        self.embeddings = nn.ModuleList(
            EntityEmbedding(
                torch.from_numpy(columns_of(kind, description.observation_size)),
                kind.interchangeable,
                context,
                width,
                self.activation,
            )
            for kind in description.entities
        )
        self.latent = nn.Linear(context + 2 * width * len(description.entities), latent)

    def encode(self, features: torch.Tensor) -> tuple[torch.Tensor, list[torch.Tensor]]:
        """Return the joint encoding, (B, latent), and each kind's encodings, (B, N, width)."""
        context = self.activation(self.context(features.index_select(1, self.context_columns)))
        each = [embedding(features, context) for embedding in self.embeddings]
        pooled = [pool for things in each for pool in (things.mean(1), things.amax(1))]
        return self.activation(self.latent(torch.cat([context, *pooled], dim=1))), each

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        return self.encode(features)[0]


class EntityMixer(nn.Module):
    """A layer that adds the joint encoding: (B, N, width), (B, latent) → (B, N, width)."""

    def __init__(self, width: int, latent: int, activation: nn.Module):
        super().__init__()
        self.entity = nn.Linear(width, width)
        self.latent = nn.Linear(latent, width, bias=False)
        self.activation = activation

    def forward(self, things: torch.Tensor, latent: torch.Tensor) -> torch.Tensor:
        return self.activation(self.entity(things) + self.latent(latent).unsqueeze(1))


class EntityLayers(nn.Module):
    """The hidden layers of a policy: (B, inputs) → (B, latent) and (B, N, width) for each kind."""

    def __init__(self, description: NetworkDescription):
        super().__init__()
        self.encoder = EntityEncoder(description, description.policy)
        width, latent = cast(int, description.entity_width), description.policy[-1]
        self.mixers = nn.ModuleList(
            EntityMixer(width, latent, self.encoder.activation) for _ in description.entities
        )

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, list[torch.Tensor]]:
        latent, each = self.encoder.encode(features)
        return latent, [
            mixer(things, latent) for mixer, things in zip(self.mixers, each, strict=True)
        ]


class EntityHead(nn.Module):
    """The head that turns the result of `EntityLayers` into logits (B, num_actions).

    A logit is the score by the entity that the action names, plus a score by the joint encoding if
    that entity is not interchangeable or there is none.
    """

    alone: torch.Tensor

    def __init__(self, description: NetworkDescription):
        super().__init__()
        self.num_actions = description.num_actions
        latent = description.policy[-1]
        self.scores = nn.ModuleList(
            EntityScore(np.array(kind.actions), cast(int, description.entity_width))
            for kind in description.entities
        )
        alone = scored_together(description)
        self.register_buffer("alone", torch.tensor(alone, dtype=torch.int64), persistent=False)
        self.others = nn.Linear(latent, len(alone))

    def forward(self, layers: tuple[torch.Tensor, list[torch.Tensor]]) -> torch.Tensor:
        latent, each = layers
        logits = latent.new_zeros(len(latent), self.num_actions)
        logits = logits.index_add(1, self.alone, self.others(latent))
        for score, things in zip(self.scores, each, strict=True):
            logits = logits.index_add(1, cast(EntityScore, score).named, score(things))
        return logits


class EntityScore(nn.Linear):
    """A score of each action that names an entity: (B, N, width) → (B, named).

    Args:
        actions: the actions that name each entity, (N, S) int64, or `NONE`.
        width: width of an entity's encoding.
    """

    slots: torch.Tensor
    named: torch.Tensor

    def __init__(self, actions: np.ndarray, width: int):
        super().__init__(width, actions.shape[1])
        slots = np.flatnonzero(actions != NONE)
        self.register_buffer("slots", torch.from_numpy(slots), persistent=False)
        named = torch.from_numpy(actions.ravel()[slots])
        self.register_buffer("named", named, persistent=False)

    def forward(self, things: torch.Tensor) -> torch.Tensor:
        return super().forward(things).flatten(1).index_select(1, self.slots)
