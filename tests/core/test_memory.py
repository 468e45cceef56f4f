"""Block operations on memory."""

import numpy as np
import pytest

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.compile.memory import clear_record, copy_record
from hofspiele.envs.core.state import record_dtype

DTYPE = record_dtype([("word", np.uint64), ("numbers", np.int16, (3, 5)), ("share", np.float32)])


@kernel
def copy_between(targets, sources):
    copy_record(targets[1], sources[0])


@kernel
def clear_one(records):
    clear_record(records[1])


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
