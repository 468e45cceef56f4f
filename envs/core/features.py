"""Kernels that scale numbers for observations, shared by all games."""

import numpy as np

from hofspiele.envs.core.kernels import kernel


@kernel
def relative_seat(params, seat, player):
    """Return how many seats `seat` is to the left of the seat `player`."""
    # The processor can't predict whose turn it is, so this avoids a branch.
    return seat - player + params.num_players * (seat < player)


@kernel
def fraction(number, most):
    """Return `number` as a share of its maximum `most`, in float32 for faster loops."""
    # If `most` is a constant, the compiler computes its inverse in advance.
    return np.float32(number) * np.float32(1.0 / most)


@kernel
def clip_to_one(share):
    """Return `share`, at most 1, as float32; in written positions, it can be larger than 1."""
    return min(np.float32(share), np.float32(1.0))


@kernel
def clipped_fraction(value, scale):
    """Return `value` as a share of `scale`, at most 1, in float32."""
    return clip_to_one(fraction(value, scale))


@kernel
def squash(value, half):
    """Map any integer `value` to a float32 in (-1, 1): 0 to 0, and `half` to 0.5."""
    return np.float32(value) / np.float32(abs(value) + half)
