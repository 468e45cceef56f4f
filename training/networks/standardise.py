"""What a network sees of its inputs: every number on one scale."""

import numpy as np
import torch
from torch import nn

# numbers that hardly ever differ are not blown up by more than this
_MOST_SCALE = 30.0


class Standardised(nn.Module):
    """Inputs less their mean, divided by their standard deviation; a prior stays as it is.

    Most numbers of an observation are rarely other than zero, and all of them small; a network
    learns several times as fast where they are of one size. Mean and deviation are those of the
    inputs given to `fit` and stay as they are: the policy that collects and the policy that learns
    see the same numbers.

    Args:
        num_inputs: of all.
        num_prior: how many of them, the last ones, are a prior (see inputs.py).
    """

    mean: torch.Tensor
    scale: torch.Tensor

    def __init__(self, num_inputs: int, num_prior: int):
        super().__init__()
        self._first_prior = num_inputs - num_prior
        self.register_buffer("mean", torch.zeros(num_inputs))
        self.register_buffer("scale", torch.ones(num_inputs))

    def fit(self, inputs: np.ndarray) -> None:
        """Measure mean and deviation of `inputs`, (M, I) float32."""
        measured = torch.as_tensor(inputs[:, : self._first_prior])
        self.mean[: self._first_prior] = measured.mean(0)
        self.scale[: self._first_prior] = 1.0 / measured.std(0).clamp(min=1.0 / _MOST_SCALE)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        return (inputs - self.mean) * self.scale

    def folded(
        self, weights: torch.Tensor, bias: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Weights (I, W) and bias (W,) that do with inputs what the given ones do with features."""
        scaled = weights * self.scale.unsqueeze(1)
        return scaled, bias - self.mean @ scaled
