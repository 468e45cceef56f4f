"""Sets of small numbers as the bits of words."""

from hofspiele.envs.core.compile.kernels import kernel


@kernel
def count_bits(word):
    """Return the number of bits that are set in `word`."""
    count = 0
    while word != 0:
        word &= word - 1
        count += 1
    return count


@kernel
def lowest_bit(word):
    """Return the index of the lowest bit set in `word`, which must not be 0."""
    return count_bits((word & -word) - 1)
