"""Kernels that scale numbers for observations, shared by all games."""

import numpy as np

from hofspiele.envs.core.kernels import kernel


@kernel
def relative_seat(params, seat, player):
    """Return the number of steps to the left from the seat `player` to `seat`."""
    # The processor can't predict whose turn it is, so this avoids a branch.
    return seat - player + params.num_players * (seat < player)


@kernel
def fraction(number, most):
    """Return `number` as a share of its maximum `most`, in float32 for faster loops."""
    # The compiler computes the inverse of a constant in advance.
    return np.float32(number) * np.float32(1.0 / most)


@kernel
def clip_to_one(share):
    """Return `share`, but at most 1, because written positions can contain larger numbers."""
    return min(np.float32(share), np.float32(1.0))


@kernel
def clipped_fraction(value, scale):
    """Return `value` as a share of `scale`, but at most 1."""
    return clip_to_one(fraction(value, scale))


@kernel
def squash(value, half):
    """Map any integer `value` to (-1, 1), float32, so that `half` becomes 0.5."""
    return np.float32(value) / np.float32(abs(value) + half)
