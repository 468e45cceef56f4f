"""What the observation kernels of all games share."""

from hofspiele.envs.core.kernels import kernel


@kernel
def relative_seat(params, seat, player):
    """How many seats to the left of `player` a seat is."""
    return seat - player if seat >= player else seat - player + params.num_players


@kernel
def scaled(value, scale):
    """`value` as a part of `scale`, at most 1."""
    return min(value * (1.0 / scale), 1.0)  # the compiler knows the inverse of a constant


@kernel
def squashed(value, half):
    """`value`, of either sign and without bounds, in (-1, 1): `half` becomes 0.5."""
    return value / (abs(value) + half)
