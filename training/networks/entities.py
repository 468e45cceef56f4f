"""The network ``entities``, which encodes the entities of each kind with shared weights.

What the network learns about one row of cards thus applies to all rows (deep sets: Zaheer et al.,
arXiv 1703.06114, 2017; entity encoders: Vinyals et al., Nature 575, 2019).
"""

import numpy as np
import torch
from torch import nn

from hofspiele.envs.core import Game
from hofspiele.envs.core.layout import NONE
from hofspiele.training.networks.entity_columns import check_entities, column_groups, score_actions
from hofspiele.training.networks.modules import LOGITS, OUTCOME, StandardisedNetwork, linear
from hofspiele.training.settings.train import Network


class Encoder(nn.Module):
    """A part that encodes the context, then the entities of each kind, then everything."""

    def __init__(self, game: Game, activate: nn.Module, widths: list[int], width: int):
        super().__init__()
        context, *kinds = column_groups(game)
        context_width, latent = widths
        self.activate, self.count = activate, len(kinds)
        self.register_buffer("context_columns", torch.tensor(context.columns[0]), persistent=False)
        self.context = linear(len(context.columns[0]), context_width)
        self.missing = game.observation_size + game.num_actions  # The index of the added zeros.
        self.embed = nn.ModuleList(linear(kind.columns.shape[1], width) for kind in kinds)
        self.from_context = nn.ModuleList(linear(context_width, width, bias=False) for _ in kinds)
        self.identity = nn.ParameterList(
            nn.Parameter(torch.zeros(len(kind.columns), width), not kind.interchangeable)
            for kind in kinds
        )
        for k, kind in enumerate(kinds):
            columns = torch.tensor(np.where(kind.columns == NONE, self.missing, kind.columns))
            self.register_buffer(f"columns_{k}", columns, persistent=False)
        self.latent = linear(context_width + 2 * width * len(kinds), latent)

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, list[torch.Tensor]]:
        """Return the joint encoding, (B, latent), and each kind's encodings, (B, N, width)."""
        context = self.activate(
            self.context(features.index_select(1, self.get_buffer("context_columns")))
        )
        padded = nn.functional.pad(features, (0, 1))  # Zeros for missing numbers.
        columns = [self.get_buffer(f"columns_{k}") for k in range(self.count)]
        each = [
            self.activate(
                self.embed[k](padded.index_select(1, part.flatten()).unflatten(1, part.shape))
                + self.from_context[k](context).unsqueeze(1)
                + self.identity[k]
            )
            for k, part in enumerate(columns)
        ]
        pooled = [part for rows in each for part in (rows.mean(1), rows.amax(1))]
        return self.activate(self.latent(torch.cat([context, *pooled], 1))), each


class Entities(StandardisedNetwork):
    """A network with an `Encoder` for the policy and one for the values.

    The logit of an action is the sum of the scores of all entities that the action names. Actions
    that name no interchangeable entity also get a score from the joint encoding.
    """

    def __init__(self, game: Game, settings: Network):
        super().__init__(game, settings)
        check_entities(game, settings)
        widths, width = settings.policy, settings.entity_width
        assert widths is not None
        assert width is not None
        latent = widths[1]
        self.num_actions = game.num_actions
        self.policy = Encoder(game, self.activate, widths, width)
        self.value = Encoder(game, self.activate, settings.value, width)
        kinds = game.layout.entities
        self.mix = nn.ModuleList(linear(width, width) for _ in kinds)
        self.from_latent = nn.ModuleList(linear(latent, width, bias=False) for _ in kinds)
        self.score = nn.ModuleList(linear(width, kind.actions.shape[1], LOGITS) for kind in kinds)
        alone, actions = score_actions(game)
        self.others = linear(latent, len(alone), LOGITS)
        self.value_head = linear(settings.value[1], 1, OUTCOME)
        self.register_buffer("scored", torch.tensor(actions), persistent=False)

    def forward(self, inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        features = self.standardise(inputs)
        latent, each = self.policy(features)
        scores = [self.others(latent)]
        for k, rows in enumerate(each):
            mixed = self.activate(self.mix[k](rows) + self.from_latent[k](latent).unsqueeze(1))
            scores.append(self.score[k](mixed).flatten(1))
        # Scores of missing actions (NONE) go to one more column.
        every = torch.cat(scores, 1)
        logits = inputs.new_zeros(inputs.shape[0], self.num_actions + 1)
        logits = logits.scatter_add(
            1, self.get_buffer("scored").expand(inputs.shape[0], -1), every
        )[:, :-1]
        return logits, self.value_head(self.value(features)[0]).squeeze(1)
