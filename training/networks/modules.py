"""Networks as torch modules, and the network ``mlp``.

A network is any torch module that is created as ``create(game, settings, **settings.kwargs)``, and
whose ``forward(inputs)`` returns logits (B, A) and expected outcomes (B,) for `Inputs`, (B, I)
float32. The prior, if there is one, is the last part of the inputs; `WithPrior` adds it.
"""

from itertools import pairwise
from typing import Any

import numpy as np
import torch
from torch import nn

from hofspiele.envs.core import Game
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.networks.sparse import product
from hofspiele.training.settings.train import Network

# Maximum factor for scaling an input. It applies to inputs that hardly ever vary.
_MOST_SCALE = 30.0
# Initial gains of the layers, as in sb3. With small logits, all actions are tried at first.
HIDDEN, LOGITS, OUTCOME = 2**0.5, 0.01, 1.0


class Standardise(nn.Module):
    """A layer that subtracts the mean of each input except the prior, and divides by the deviation.

    A network learns several times as fast if all inputs have the same scale. Both are measured
    once, so that playing and learning use the same inputs.
    """

    mean: torch.Tensor
    scale: torch.Tensor

    def __init__(self, num_inputs: int):
        super().__init__()
        self.register_buffer("mean", torch.zeros(num_inputs))
        self.register_buffer("scale", torch.ones(num_inputs))

    def fit(self, observations: np.ndarray) -> None:
        """Set mean and deviation of the first inputs to those of `observations`, (M, D) float32."""
        measured, count = torch.as_tensor(observations), observations.shape[1]
        self.mean[:count] = measured.mean(0)
        self.scale[:count] = 1.0 / measured.std(0).clamp(min=1.0 / _MOST_SCALE)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        return (inputs - self.mean) * self.scale


class StandardisedNetwork(nn.Module):
    """The base class of our networks; networks of the user need not derive from it."""

    def __init__(self, game: Game, settings: Network):
        super().__init__()
        self.num_inputs = Inputs(settings.prior_temperature).size(game)
        self.standardise = Standardise(self.num_inputs)  # Training fits this layer.
        self.activate = getattr(nn, settings.activation)()


class WithPrior(nn.Module):
    """A network whose logits include the prior, the last `num_prior` inputs."""

    def __init__(self, learnt: nn.Module, num_prior: int):
        super().__init__()
        self.learnt = learnt  # Agent files store the weights of this part.
        self._num_prior = num_prior

    def forward(self, inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        logits, values = self.learnt(inputs)
        if self._num_prior:
            logits = logits + inputs[:, -self._num_prior :]
        return logits, values

    def weights(self) -> dict[str, np.ndarray]:
        """Return copies of the stored weights by name."""
        return {
            name: weight.detach().cpu().numpy().copy()
            for name, weight in self.learnt.state_dict().items()
        }


def linear(inputs: int, outputs: int, gain: float = HIDDEN, *, bias: bool = True) -> nn.Linear:
    """Return a linear layer with orthogonal initial weights of this gain."""
    layer = nn.Linear(inputs, outputs, bias=bias)
    nn.init.orthogonal_(layer.weight, gain)
    if bias:
        nn.init.zeros_(layer.bias)
    return layer


class Mlp(StandardisedNetwork):
    """Linear layers in sequence, separate ones for the policy and for the values."""

    def __init__(self, game: Game, settings: Network):
        super().__init__(game, settings)
        if settings.entity_width is not None:
            raise ValueError(
                f"network.entity_width is {settings.entity_width}, expected null with "
                "network.architecture=mlp; set network.architecture=entities as well"
            )
        assert settings.policy is not None
        self.policy = self._layers([*settings.policy, game.num_actions], LOGITS)
        self.value = self._layers([*settings.value, 1], OUTCOME)

    def forward(self, inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        # Both first layers, which take most of the time, are one product. The standardisation is
        # folded into their weights, so that most inputs stay zero; see sparse.py.
        layers: list[Any] = [self.policy[0], self.value[0]]
        weights = (
            torch.cat([layer.weight for layer in layers]).t() * self.standardise.scale[:, None]
        )
        bias = torch.cat([layer.bias for layer in layers]) - self.standardise.mean @ weights
        encoded = product(inputs, weights, bias)
        logits, values = encoded.split([layer.out_features for layer in layers], 1)
        return self.policy[1:](logits), self.value[1:](values).squeeze(1)

    def _layers(self, widths: list[int], gain: float) -> nn.Sequential:
        *hidden, last = pairwise([self.num_inputs, *widths])
        stack: list[nn.Module] = []
        for sizes in hidden:
            stack += [linear(*sizes), self.activate]
        return nn.Sequential(*stack, linear(*last, gain))
