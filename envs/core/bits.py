"""Sets of small numbers as the bits of words."""

from hofspiele.envs.core.kernels import kernel


@kernel
def count_bits(word):
    """Return the number of members of a set."""
    count = 0
    while word != 0:
        word &= word - 1
        count += 1
    return count


@kernel
def lowest_bit(word):
    """Return the lowest member of a set that is not empty."""
    return count_bits((word & -word) - 1)
