"""Kernels that scale numbers for observations, shared by all games."""

import numpy as np

from hofspiele.envs.core.compile.kernels import kernel


@kernel
def relative_seat(params, seat, player):
    """Return how many seats `seat` is to the left of `player`, 0 for `player` itself."""
    # The processor can't predict whose turn it is, so this avoids a branch.
    return seat - player + params.num_players * (seat < player)


@kernel
def fraction(number, most):
    """Return `number` as a share of its maximum `most`, in float32 for faster loops."""
    # If `most` is a constant, the compiler computes its inverse in advance.
    return np.float32(number) * np.float32(1.0 / most)


@kernel
def clip_to_one(share):
    """Return `share` as float32, clipped to 1: written positions can contain larger numbers."""
    return min(np.float32(share), np.float32(1.0))


@kernel
def scaled(value, unit):
    """Return `value` times `unit`, in float32 and clipped to 1."""
    return clip_to_one(np.float32(value) * np.float32(unit))


@kernel
def squash(value, half):
    """Map any integer `value` to a float32 in [-1, 1]: 0 to 0, and `half` to 0.5."""
    number = np.float32(value)  # A vector register holds more float32 than int64 numbers.
    return number / (abs(number) + np.float32(half))
