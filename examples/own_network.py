"""A network of your own, with residual layers, which add their output to their input.

Any torch module is a network if it is created with a game and the settings ``network.…``, and if it
returns logits, (B, A), and expected outcomes, (B,), for inputs (B, I). Train it with::

    hofspiele train game=kou_ka_roi network.architecture=own_network:Residual \
        network.kwargs={blocks:3}
    hofspiele evaluate agent=results/RUN opponents=greedy networks=[own_network:Residual]
"""

import torch
from torch import nn

from hofspiele.envs.core import Game
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.settings.train import Network


class Residual(nn.Module):
    """Blocks that are shared by the policy and the values.

    Args:
        game: the game, which determines the numbers of inputs and outputs.
        settings: the settings of the network.
        blocks: number of blocks.
        width: width of all layers.
    """

    def __init__(self, game: Game, settings: Network, blocks: int = 2, width: int = 64):
        super().__init__()
        num_inputs = Inputs(settings.prior_temperature).size(game)
        self.first = nn.Linear(num_inputs, width)
        self.blocks = nn.ModuleList(nn.Linear(width, width) for _ in range(blocks))
        self.logits = nn.Linear(width, game.num_actions)
        self.value = nn.Linear(width, 1)

    def forward(self, inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits (B, A) and expected outcomes (B,) for inputs (B, I)."""
        rows = self.first(inputs)
        for block in self.blocks:
            rows = rows + block(rows.relu())
        rows = rows.relu()
        return self.logits(rows), self.value(rows).squeeze(1)
