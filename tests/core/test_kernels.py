import numba
import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

from hofspiele.envs.agents import GreedyAgent, RandomAgent, SearchAgent, play_match
from hofspiele.envs.core.compile.kernels import borrowing_kernel, kernel
from hofspiele.envs.core.compile.memory import clear_record, copy_record
from hofspiele.envs.core.random_play import play_random
from hofspiele.envs.core.state import record_dtype
from hofspiele.envs.learner.learner_table import LearnerTable

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")


@kernel
def half(number):
    return number // 2


@numba.njit  # Without a cache, each process resolves `half`.
def halves(narrow, numbers):
    narrow[0] = half(narrow[1]) + half(numbers[0]) + half(9)
    return half(np.uint64(11)) + half(numbers[1])


def test_a_kernel_is_compiled_once_for_integers_of_all_widths():
    numbers = np.array([5, -7])
    narrow = np.array([0, 7], np.int16)
    assert halves(narrow, numbers) == 5 - 4
    assert narrow[0] == 3 + 2 + 4
    assert {str(arguments[0]) for arguments in half.kernel.callee.signatures} == {"int64", "uint64"}


@kernel
def half_of_copy(numbers):
    room = np.zeros(len(numbers), np.int64)
    room[:] = numbers
    return half(room[-1])


@borrowing_kernel
def halves_of_copies(numbers, times):
    total = 0
    for _ in range(times):
        total += half_of_copy(numbers[1:])
    return total


RECORD = np.zeros(1, np.dtype([("numbers", np.int16, 4), ("total", np.int16)]))[0]


@kernel
def store_each(record, numbers):
    for i in range(len(numbers)):
        numbers[i] = i + 1
        record.total += record.numbers[i]


def test_arrays_may_be_parts_of_records():
    record = RECORD.copy()
    store_each(record, record["numbers"])
    assert record["total"] == 1 + 2 + 3 + 4


@pytest.fixture(scope="module", autouse=True)
def allocations_are_counted():
    _nrt_python.memsys_enable_stats()
    yield
    _nrt_python.memsys_disable_stats()


def leaked_and_allocated(play):
    """Call `play`; return the number of leaked and of all allocations of compiled code."""
    before = rtsys.get_allocation_stats()
    play()
    after = rtsys.get_allocation_stats()
    allocated = after.alloc - before.alloc
    return allocated - (after.free - before.free), allocated


def test_arrays_of_a_kernel_are_freed_for_every_caller():
    numbers = np.array([1, 2, 14])
    halves_of_copies(numbers, 1)
    leaked, allocated = leaked_and_allocated(lambda: halves_of_copies(numbers, 100))
    assert leaked == 0
    assert allocated >= 100


def test_games_free_all_arrays(game):
    # An array that a borrowing kernel creates or gets from a callee would leak.
    agents = [SearchAgent(2), GreedyAgent(), *[RandomAgent()] * (game.num_players - 2)]
    learner = LearnerTable(game, 8, [GreedyAgent()], seed=1)

    def play():
        play_random(game, 8, 800)
        play_match(game, agents, 1)
        for _ in range(20):
            learner.step(learner.action_masks.argmax(axis=1))

    play()
    leaked, allocated = leaked_and_allocated(play)
    assert leaked == 0
    assert allocated > 0


DTYPE = record_dtype([("word", np.uint64), ("numbers", np.int16, (3, 5)), ("share", np.float32)])


@kernel
def copy_between(targets, sources):
    copy_record(targets[1], sources[0])


@kernel
def clear_one(records):
    clear_record(records[1])


def test_a_whole_record_and_nothing_else_is_copied_or_cleared():
    records = np.zeros(3, DTYPE)
    for k in range(3):
        records[k] = (2**64 - 1 - k, np.arange(15).reshape(3, 5) - k, 0.5 + k)
    targets = np.zeros(3, DTYPE)
    copy_between(targets, records)
    assert targets[1] == records[0]
    assert (targets[[0, 2]] == np.zeros(2, DTYPE)).all()
    before = records.copy()
    clear_one(records)
    assert records[1] == np.zeros(1, DTYPE)[0]
    assert (records[[0, 2]] == before[[0, 2]]).all()
