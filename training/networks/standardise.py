"""What a network sees of an observation: every number on one scale."""

import numpy as np
import torch
from gymnasium import spaces
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

# numbers that hardly ever differ are not blown up by more than this
_MOST_SCALE = 30.0


class Standardised(BaseFeaturesExtractor):
    """Observations less their mean, divided by their standard deviation.

    Most numbers of an observation are rarely other than zero, and all of them small; a network
    learns several times as fast where they are of one size. Mean and deviation are those of the
    observations given to `fit` and stay as they are: the policy that collects and the policy that
    learns see the same numbers.
    """

    mean: torch.Tensor
    scale: torch.Tensor

    def __init__(self, observation_space: spaces.Box):
        super().__init__(observation_space, int(np.prod(observation_space.shape)))
        self.register_buffer("mean", torch.zeros(self.features_dim))
        self.register_buffer("scale", torch.ones(self.features_dim))

    def fit(self, observations: np.ndarray, num_prior: int = 0) -> None:
        """Measure mean and deviation of `observations`, (M, D) float32.

        The last `num_prior` numbers are a prior (see inputs.py), which stays as it is.
        """
        numbers = torch.as_tensor(observations)
        self.mean.copy_(numbers.mean(0))
        self.scale.copy_(1.0 / numbers.std(0).clamp(min=1.0 / _MOST_SCALE))
        first = self.features_dim - num_prior
        self.mean[first:] = 0.0
        self.scale[first:] = 1.0

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        return (observations - self.mean) * self.scale
