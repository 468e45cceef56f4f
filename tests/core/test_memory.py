"""Block operations on memory and loops over arrays, compiled and in plain Python."""

import numpy as np
import pytest

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.compile.memory import BLOCK, clear_record, copy_record, pack_block
from hofspiele.envs.core.loops import copy_numbers, sum_of
from hofspiele.envs.core.state import record_dtype

DTYPE = record_dtype([("word", np.uint64), ("numbers", np.int16, (3, 5)), ("share", np.float32)])


@kernel
def copy_between(targets, sources):
    copy_record(targets[1], sources[0])


@kernel
def clear_one(records):
    clear_record(records[1])


@kernel
def pack(flags, start):
    return pack_block(flags, start)


@pytest.fixture
def records():
    filled = np.zeros(3, DTYPE)
    for k in range(3):
        filled[k] = (2**64 - 1 - k, np.arange(15).reshape(3, 5) - k, 0.5 + k)
    return filled


def test_a_whole_record_and_nothing_else_is_copied(records):
    targets = np.zeros(3, DTYPE)
    copy_between(targets, records)
    assert targets[1] == records[0]
    assert (targets[[0, 2]] == np.zeros(2, DTYPE)).all()


def test_a_whole_record_and_nothing_else_is_cleared(records):
    before = records.copy()
    clear_one(records)
    assert records[1] == np.zeros(1, DTYPE)[0]
    assert (records[[0, 2]] == before[[0, 2]]).all()


@pytest.mark.parametrize("start", [0, 1, 8])
def test_a_block_of_flags_becomes_bits(start):
    flags = np.random.default_rng(start).random(40) < 0.5
    bits = [pack(flags, start) >> k & 1 for k in range(40)]
    assert bits == [*flags[start : start + BLOCK], *[0] * (40 - BLOCK)]


@pytest.mark.parametrize("dtype", [np.int16, np.int64, np.float64])
def test_sum_equals_the_sum_of_numpy(dtype):
    numbers = np.arange(-3, 40).astype(dtype)
    assert sum_of(numbers) == numbers.sum()


def test_numbers_are_copied_to_the_front_of_a_longer_array():
    target = np.full(4, 7)
    copy_numbers(target, np.arange(3))
    assert target.tolist() == [0, 1, 2, 7]
