"""Standardisation of a network's inputs."""

import numpy as np
import torch
from torch import nn

# The largest factor, for numbers that hardly ever vary.
_MOST_SCALE = 30.0


class Standardised(nn.Module):
    """Inputs minus their mean, divided by their standard deviation; a prior is unchanged.

    Most numbers of an observation are rarely other than zero, and all of them are small; a network
    learns several times as fast if they have one scale. Mean and deviation are those of the inputs
    given to `fit` and stay fixed, so that the policy that collects and the policy that learns see
    the same numbers.

    Args:
        num_inputs: number of all inputs.
        num_prior: the number of them, at the end, that are a prior (see inputs.py).
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
        """Return weights (I, W) and bias (W,) for inputs that equal the given ones for features."""
        scaled = weights * self.scale.unsqueeze(1)
        return scaled, bias - self.mean @ scaled
