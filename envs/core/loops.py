"""Loops over arrays, and over the bits of words, that compile quickly.

Numba compiles a library of code for ``array.sum()``, and takes seconds to compile an assignment of
one slice to another.
"""

import numpy as np

from hofspiele.envs.core.compile.kernels import kernel


@kernel
def zeros(shape, dtype, most):
    """Return a new array of zeros; `most`, a constant, is its maximum number of entries.

    The array must not leave the kernel that creates it: on a GPU it is local to this kernel.
    """
    return np.zeros(shape, dtype)


@kernel
def sum_of(numbers):
    """Return the sum of the array `numbers`, (N,)."""
    total = 0
    for i in range(len(numbers)):
        total += numbers[i]
    return total


@kernel
def max_of(numbers):
    """Return the maximum of the array `numbers`, (N,), or 0 if it is larger."""
    most = 0
    for i in range(len(numbers)):
        most = max(most, numbers[i])
    return most


@kernel
def copy_numbers(target, source):
    """Copy the array `source`, (N,), to the first N entries of the array `target`."""
    for i in range(len(source)):
        target[i] = source[i]


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
