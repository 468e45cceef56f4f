"""What the observation kernels of all games share."""

import numpy as np

from hofspiele.envs.core.kernels import kernel


@kernel
def relative_seat(params, seat, player):
    """How many seats to the left of `player` a seat is."""
    # no branch: whose turn it is is hard to predict
    return seat - player + params.num_players * (seat < player)


@kernel
def part(number, most):
    """`number` as a part of the `most` that there can be; float32, so that loops are short."""
    return np.float32(number) * np.float32(1.0 / most)  # the compiler knows a constant's inverse


@kernel
def capped(share):
    """`share`, but at most 1: written positions may say what no game comes to."""
    return min(np.float32(share), np.float32(1.0))


@kernel
def scaled(value, scale):
    """`value` as a part of `scale`, at most 1."""
    return capped(part(value, scale))


@kernel
def squashed(value, half):
    """The whole number `value`, without bounds, in (-1, 1): `half` becomes 0.5; float32."""
    return np.float32(value) / np.float32(abs(value) + half)
