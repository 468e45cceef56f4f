"""Standardising the inputs of a network."""

import numpy as np
import torch
from torch import nn

from hofspiele.training.networks.sparse_layers import folded

# Maximum factor for scaling an input. It applies to inputs that hardly ever vary.
_MOST_SCALE = 30.0


class Standardised(nn.Module):
    """A layer that subtracts the mean of each input and divides by the standard deviation.

    The prior is not changed. Most numbers of an observation are almost always zero, and a network
    learns several times as fast if all inputs have the same scale. Mean and deviation are measured
    by `fit` and then stay fixed, so that playing and learning use the same inputs.

    Args:
        num_inputs: number of all inputs.
        num_prior: number of inputs at the end that are a prior; see inputs.py.
    """

    mean: torch.Tensor
    scale: torch.Tensor

    def __init__(self, num_inputs: int, num_prior: int):
        super().__init__()
        self._first_prior = num_inputs - num_prior
        self.register_buffer("mean", torch.zeros(num_inputs))
        self.register_buffer("scale", torch.ones(num_inputs))

    def fit(self, inputs: np.ndarray) -> None:
        """Set mean and deviation to those of `inputs`, (M, I) float32, except for the prior."""
        measured = torch.as_tensor(inputs[:, : self._first_prior])
        self.mean[: self._first_prior] = measured.mean(0)
        self.scale[: self._first_prior] = 1.0 / measured.std(0).clamp(min=1.0 / _MOST_SCALE)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        return (inputs - self.mean) * self.scale

    def folded(
        self, weights: torch.Tensor, bias: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return `weights` (I, W) and `bias` (W,) of the next layer, changed to take raw inputs."""
        return folded(weights, bias, self.mean, self.scale)
