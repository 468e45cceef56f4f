"""Tests for the loops over arrays."""

import numpy as np
import pytest

from hofspiele.envs.core.loops import copy_numbers, sum_of


@pytest.mark.parametrize("dtype", [np.int16, np.int64, np.float64])
def test_sum_equals_the_sum_of_numpy(dtype):
    numbers = np.arange(-3, 40).astype(dtype)
    assert sum_of(numbers) == numbers.sum()


def test_numbers_are_copied_to_the_front_of_a_longer_array():
    target = np.full(4, 7)
    copy_numbers(target, np.arange(3))
    assert target.tolist() == [0, 1, 2, 7]
