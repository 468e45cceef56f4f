"""What the observation kernels of all games share."""

from hofspiele.envs.core.kernels import kernel


@kernel
def relative_seat(params, seat, player):
    """How many seats to the left of `player` a seat is."""
    # no branch: whose turn it is is hard to predict
    return seat - player + params.num_players * (seat < player)


@kernel
def scaled(value, scale):
    """`value` as a part of `scale`, at most 1."""
    return min(value * (1.0 / scale), 1.0)  # the compiler knows the inverse of a constant
