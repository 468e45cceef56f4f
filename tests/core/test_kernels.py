import numba
import numpy as np
import pytest

from hofspiele.envs.core import kernel

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")


@kernel
def half(number):
    return number // 2


@numba.njit  # without a cache: it asks for `half` each time
def halves(narrow, numbers):
    narrow[0] = half(narrow[1]) + half(numbers[0]) + half(9)
    return half(np.uint64(11)) + half(numbers[1])


def test_a_kernel_is_compiled_once_for_integers_of_all_widths():
    numbers = np.array([5, -7])
    narrow = np.array([0, 7], np.int16)
    assert halves(narrow, numbers) == 5 - 4
    assert narrow[0] == 3 + 2 + 4
    assert {str(arguments[0]) for arguments in half.signatures} == {"int64", "uint64"}
