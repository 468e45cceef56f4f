"""What the observation kernels of all games share."""

import numpy as np

from hofspiele.envs.core.kernels import kernel


@kernel
def relative_seat(params, seat, player):
    """How many seats to the left of `player` a seat is."""
    # no branch: whose turn it is is hard to predict
    return seat - player + params.num_players * (seat < player)


@kernel
def scaled(value, scale):
    """`value` as a part of `scale`, at most 1; float32, so that loops over it are short."""
    return min(np.float32(value) * np.float32(1.0 / scale), np.float32(1.0))


@kernel
def squashed(value, half):
    """The whole number `value`, without bounds, in (-1, 1): `half` becomes 0.5; float32."""
    return np.float32(value) / np.float32(abs(value) + half)
