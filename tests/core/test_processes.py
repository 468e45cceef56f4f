"""Games are the same in every process, compiled or not.

The tests of environments compare compiled games of two processes.
"""

import multiprocessing

import pytest

from hofspiele.envs.core import Table
from tests.digest import digests
from tests.games import ONE_OF_EACH_GAME
from tests.processes import in_new_process
from tools.golden import kept_digests

METHODS = [method for method in multiprocessing.get_all_start_methods() if method != "forkserver"]


def play(table: Table) -> bytes:
    """Step `table` 20 times with the first legal actions; return observations and deals."""
    for _ in range(20):
        table.step(table.action_masks.argmax(1))
    return table.observations.tobytes() + table.deals.tobytes()


def play_and_send(table: Table, results) -> None:
    results.put(play(table))


@pytest.mark.parametrize("method", METHODS)
def test_a_table_continues_in_a_child_process(method):
    table = Table(ONE_OF_EACH_GAME[0].make(), 9, seed=3, num_threads=3)
    play(table)  # This starts threads.
    context = multiprocessing.get_context(method)
    results = context.Queue()
    child = context.Process(target=play_and_send, args=(table, results))
    child.start()
    try:
        there = results.get(timeout=120)
        child.join(timeout=120)
        assert child.exitcode == 0
    finally:
        child.kill()
    assert there == play(table)


def test_games_are_the_same_in_plain_python_in_another_process():
    found = in_new_process(digests, PYTHONHASHSEED="2", NUMBA_DISABLE_JIT="1")
    assert len(found) > 3
    assert found.items() <= kept_digests().items()
